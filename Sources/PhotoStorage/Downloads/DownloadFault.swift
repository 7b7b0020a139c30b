package import PhotoSearch

/// Why a picture was not saved
package enum DownloadFault: Error, Hashable, Sendable {
  /// The photo has no rendition of this size, or its address isn't allowed
  case noPicture(reason: String)
  /// A host answered with an error status and these words instead of a picture
  case status(Int, host: String, words: String)
  /// The reply isn't a picture but, for example, `a web page`
  case notPicture(String)
  /// The reply's length contradicts itself or the request
  case wrongLength(String)
  /// The picture has more bytes than may be shown
  case tooLarge(limit: Int)
  /// The server changed the picture again and again while it was being downloaded
  case changed
  /// Another program has saved the photo in the meantime, in the file with this name
  case savedMeanwhile(String)
  /// Another file has taken this name in the meantime
  case nameTaken(String)
  /// A file with the picture's name isn't a picture, so it isn't replaced
  case notPictureThere(String)
  /// The picture is a copy of this photo's, which is saved already
  case copy(of: PhotoID)
}

extension DownloadFault: CustomStringConvertible {
  /// The message for people: what happened, why, and what to do next, on one line
  package var description: String { words { "--\($0)" } }

  /// The message
  ///
  /// - Parameter option: gives the reader's name for an option
  package func words(option: (_ name: String) -> String) -> String {
    switch self {
    case .noPicture(let reason): reason
    case .status(let status, let host, let words):
      "\(host) \(Self.words(for: status, option)) \(Self.bracketed(status, words))"
        + (WebReply.isPassing(status) ? "; try again later" : "")
    case .notPicture(Self.webPage):
      "what came is a web page, not a picture; a network that wants a sign-in answers so"
    case .notPicture(let what): "what came is \(what), not a picture"
    case .wrongLength(let what): "\(what); try again later"
    case .tooLarge(let limit):
      "it has more than \(limit >= 1_000_000 ? "\(limit / 1_000_000) MB" : "\(limit / 1_000) KB"), "
        + "too much to be shown here; it can be opened in the web browser, or saved"
    case .changed: "the picture changed again and again while it came; try again later"
    case .savedMeanwhile(let file): "another program has saved it as \(file) in the meantime"
    case .nameTaken(let file):
      "there is another \(file) by now; the same command finds another name"
    case .notPictureThere(let file):
      "\(file) is there and isn't a picture; move it away, or use \(option("overwrite"))"
    case .copy(let lookAlike): "it looks like \(lookAlike), which is saved"
    }
  }

  /// The name for HTML in ``notPicture(_:)``
  static let webPage = "a web page"

  /// A host's status and words, in brackets: `(status 404: gone away)`
  package static func bracketed(_ status: Int, _ words: String) -> String {
    "(status \(status)\(words.isEmpty ? "" : ": \(words)"))"
  }

  private static func words(for status: Int, _ option: (String) -> String) -> String {
    switch status {
    case 401, 403: "doesn't give the picture away"
    case 404, 410: "no longer has this picture; try another \(option("size"))"
    case 429: "wants no more requests for now"
    case 500...: "had an error"
    default: "answered with no picture"
    }
  }
}
