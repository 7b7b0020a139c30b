import PhotoSearch
import PhotoStorage
import Platform

/// The program's words for errors: the library's, but with the option, command or variable of this
/// program that helps
enum ErrorText {
  /// What happened, why, and what to do next, on one line
  static func line(_ error: any Error) -> String {
    switch error {
    case let error as ProviderError: "\(error.provider): \(line(error.reason))"
    case let error as TransportError: words(error)
    case FileFault.noFolder: "\(error); choose another --name"
    case FileNameTemplate.Problem.separator: "\(error); --output names the folder that all are in"
    default: system(error) ?? "\(error)"
    }
  }

  /// Words for somebody who looks at a page and knows nothing about requests
  static func pageLine(_ error: any Error) -> String {
    if case .notRecorded = error as? TransportError {
      return "the recording doesn't have this picture; without --replay its host is asked for it"
    }
    return line(error)
  }

  /// The system's words about a file; nil for any other error
  private static func system(_ error: any Error) -> String? {
    guard SystemReason.number(behind: error) != nil else { return nil }
    let words = SystemReason.words(for: error)
    guard let path = SystemReason.path(of: error) else { return words }
    return "\(path) can't be used: \(words); check it and its permissions"
  }

  /// Why a provider failed, without its name
  @Sendable static func line(_ reason: ProviderError.Reason) -> String {
    switch reason {
    case .rejected(404, let message):
      "the service refused (404: \(message)); "
        + "check the address in its *_API_URL variable, if that is set"
    case .notAsked: "\(reason), or ask now with --refresh"
    case .unknownPage(let page): "there is no page \(page.text); search again without --cursor"
    // The host isn't named: a recording has the usual host, whichever was asked, and must print the
    // same.
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
