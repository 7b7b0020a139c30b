import Foundation
import PhotoSearch

/// What `--verbose` says: a line for each request, without keys
struct RequestLog: Sendable {
  private let redaction: Redaction
  private let console: Console

  /// nil without the option
  init?(_ arguments: Arguments, redaction: Redaction, console: Console) {
    guard arguments.has("verbose") else { return nil }
    self.redaction = redaction
    self.console = console
  }

  /// - Parameters:
  ///   - name: who was asked
  ///   - outcome: what came
  ///   - start: when it was asked
  func say(
    _ name: String, _ outcome: String, since start: ContinuousClock.Instant, _ url: URL
  ) {
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    console.note("\(name): \(outcome), \(milliseconds) ms: \(redaction.url(url))")
  }

  func say(
    _ name: String, _ response: HTTPResponse, bytes: Int, more: String = "",
    since start: ContinuousClock.Instant, _ url: URL
  ) {
    let outcome = "\(response.status), \(bytes) bytes, \(response.source.rawValue)\(more)"
    say(name, outcome, since: start, url)
  }
}
