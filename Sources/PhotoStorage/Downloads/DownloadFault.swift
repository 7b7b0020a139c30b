/// Why a picture was not saved
package enum DownloadFault: Error, Hashable, Sendable {
  /// The photo has no rendition, or one at an address that is not asked
  case noPicture(reason: String)
  /// The host answered with something else than a picture
  case status(Int, words: String)
  /// What came is no picture; what it is, when it is known
  case notPicture(String)
  /// The reply contradicts itself or what was asked
  case wrongLength(String)
  /// The picture is not what it was when its first bytes came
  case changed
  /// Another program is saving the same picture to the same place
  case busy(name: String)
  /// A file of the final name came to be in the meantime
  case nameTaken
  /// The folder or disk says no
  case cannotWrite(path: String, reason: String)
}

extension DownloadFault: CustomStringConvertible {
  /// What happened, why, and what to do next, on one line
  package var description: String {
    switch self {
    case .noPicture(let reason): reason
    case .status(429, _):
      "the host wants no more requests for now (status 429); try again later"
    case .status(let status, let words):
      "the host answered with status \(status)\(words.isEmpty ? "" : ": \(words)"); try again later"
    case .notPicture(let what): "what came is \(what), not a picture; nothing was kept"
    case .wrongLength(let what): "\(what); try again later"
    case .changed: "the picture changed again and again while it came; try again later"
    case .busy(let name): "another program is saving \(name)"
    case .nameTaken: "another program has saved it in the meantime"
    case .cannotWrite(let path, let reason):
      "could not write \(path): \(reason); make room or choose another place"
    }
  }
}
