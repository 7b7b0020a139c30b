import Foundation
import PhotoSearch

/// One line a request on standard error, keys redacted: what `--verbose` shows
struct RequestLog: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let bases: [(id: ProviderID, base: String)]
  private let console: Console
  private let source: String

  /// - Parameter source: where the answers come from, e.g. `recording`
  init(
    around wrapped: any HTTPTransport, providers: [any PhotoProvider], console: Console,
    source: String = "recording"
  ) {
    self.wrapped = wrapped
    self.console = console
    self.source = source
    bases = providers.map { ($0.id, $0.api.base.absoluteString) }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let start = ContinuousClock.now
    let address = Redaction(secrets: []).url(request.url)
    let name = bases.first { request.url.absoluteString.hasPrefix($0.base) }?.id.rawValue ?? "?"
    do {
      let response = try await wrapped.send(request)
      let elapsed = (ContinuousClock.now - start) / .milliseconds(1)
      console.note(
        "\(name): \(response.status), \(response.body.count) bytes, \(Int(elapsed)) ms, "
          + "from the \(source): \(address)")
      return response
    } catch {
      console.note("\(name): no answer from the \(source): \(address)")
      throw error
    }
  }
}
