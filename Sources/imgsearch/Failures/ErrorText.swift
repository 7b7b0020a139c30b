import PhotoSearch
import PhotoStorage
import Platform

/// What the program says of an error: the library's words, but where the way out is an option, a
/// command or a variable of this program, that one is named
enum ErrorText {
  /// What happened, why, and what to do next, on one line
  static func line(_ error: any Error) -> String {
    switch error {
    case let error as ProviderError: "\(error.provider): \(line(error.reason))"
    case let error as TransportError: words(error)
    case FileFault.noFolder: "\(error); choose another --name"
    case InputFault.packed(let name):
      "\(name) is packed with gzip; unpack it on its way here and read - in its place, as in: "
        + "zcat FILE.gz | imgsearch download -"
    case FileNameTemplate.Problem.separator: "\(error); --output names the folder that all are in"
    default: system(error) ?? "\(error)"
    }
  }

  /// The same for who looks at a page, and knows nothing of requests
  static func pageLine(_ error: any Error) -> String {
    if case .notRecorded = error as? TransportError {
      return "the recording doesn't have this picture; without --replay its host is asked for it"
    }
    return line(error)
  }

  /// What the system said of a file; nil for any other error
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
    case .unknownPage(let page): "there is no page \(page.text); search again without --cursor"
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
}
