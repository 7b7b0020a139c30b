import PhotoSearch
import PhotoStorage

/// What the program says of an error: the library's words, but where the way out is an option, a
/// command or a variable of this program, that one is named
enum ErrorText {
  /// What happened, why, and what to do next, on one line
  static func line(_ error: any Error) -> String {
    switch error {
    case let error as ProviderError: "\(error.provider): \(line(error.reason))"
    case let error as TransportError: words(error)
    case let error as SearchCursorError: words(error)
    case let error as StorageError: words(error)
    case let error as DownloadFault: words(error)
    case FileNameTemplate.Problem.separator: "\(error); --output names the folder that all are in"
    default: system(error) ?? "\(error)"
    }
  }

  /// What the system said of a file; nil for an error that is no such thing
  private static func system(_ error: any Error) -> String? {
    guard SystemReason.number(behind: error) != nil else { return nil }
    let words = SystemReason.words(for: error)
    guard let path = SystemReason.path(of: error) else { return words }
    return "\(path) can't be used: \(words); check it and its permissions"
  }

  /// Why a provider did not answer, without its name
  @Sendable static func line(_ reason: ProviderError.Reason) -> String {
    switch reason {
    case .rejected(404, let message):
      "the service refused (404: \(message)); "
        + "check the address in its *_API_URL variable, if that is set"
    case .notAsked: "\(reason), or ask now with --refresh"
    case .changed(let rows, let path, let problem):
      "its replies have changed: none of \(rows) photos can be read (\(problem) at \(path)); "
        + "a newer imgsearch may know them"
    case .unknownPage(let cursor): "there is no page \(cursor); search again without --cursor"
    // Not the host: a recording of this run names the usual one, whichever was asked.
    case .transport(let error): words(error, for: "the service")
    default: "\(reason)"
    }
  }

  private static func words(_ error: TransportError, for place: String? = nil) -> String {
    switch error {
    case .timedOut: error.problem(for: place) + "; try again, or raise --timeout"
    case .notCached: error.problem(for: place) + "; run again without --offline"
    default: error.words(for: place)
    }
  }

  private static func words(_ error: SearchCursorError) -> String {
    switch error {
    case .damaged:
      "this isn't an imgsearch cursor, or it was cut or changed on the way; "
        + "copy the whole of it again, or start the search again"
    case .laterVersion(let version):
      "this cursor is of version \(version), which a later imgsearch wrote; "
        + "update imgsearch, or start the search again"
    case .earlierVersion(let version):
      "this cursor is of version \(version), which an earlier imgsearch wrote; "
        + "start the search again"
    }
  }

  private static func words(_ error: StorageError) -> String {
    let path = error.path
    return switch error.reason {
    case .damaged:
      "\(path) is damaged or isn't an imgsearch database; it was left as it is. "
        + "imgsearch favorites export may still read the favorites; "
        + "then move it away to start again, or put a copy back"
    case .laterVersion:
      "\(path) was written by a later imgsearch, and is left as it is; update imgsearch"
    case .earlierVersion:
      "\(path) was written by an imgsearch from before its first release, and is left as it is; "
        + "move it away to start again; what its favorites export wrote can be imported"
    case .cannotWrite, .unexpected: "\(error), or set XDG_DATA_HOME to another folder"
    case .cannotReadLog: "\(error), and set XDG_DATA_HOME"
    case .cannotRead, .busy: "\(error)"
    }
  }

  private static func words(_ error: DownloadFault) -> String {
    switch error {
    case .status(let status, let host, let words) where [404, 410].contains(status):
      "\(host) no longer has this picture; try another --size \(DownloadFault.note(status, words))"
    case .nameTaken(let file):
      "there is another \(file) by now; the same command finds another name"
    case .notPictureThere(let file):
      "\(file) is there and isn't a picture; move it away, or use --overwrite"
    case .noFolder(let path): "\(path) isn't a folder, or is a link to one; choose another --name"
    case .cannotWrite(let path, let reason)
    where [DownloadFault.foreignCredits, DownloadFault.manyCredits].contains(reason):
      "couldn't write \(path): \(reason); choose another --output, or --sidecar json"
    default: "\(error)"
    }
  }
}
