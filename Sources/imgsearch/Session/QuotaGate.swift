import Foundation
import PhotoSearch
import PhotoStorage

/// Holds requests back that their service has said it won't answer yet, in this run or an earlier one
///
/// It stands below the cache, which still answers, and above what goes over the network. What it
/// knows is in a file alone, so that a gallery and the programs beside it know the same.
struct QuotaGate: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let file: QuotaFile
  private let asksAnyway: Bool

  /// - Parameter asksAnyway: whether the services are asked all the same; what they say then is kept
  init(
    _ wrapped: any HTTPTransport, registry: ProviderRegistry, file: QuotaFile, asksAnyway: Bool
  ) {
    (self.wrapped, self.registry, self.file) = (wrapped, registry, file)
    self.asksAnyway = asksAnyway
  }

  /// - Throws: a `ProviderError` that says until when, and what the wrapped transport throws.
  func send(_ request: WebRequest) async throws -> WebReply {
    guard let provider = registry.provider(of: request.url) else {
      return try await wrapped.send(request)
    }
    let service = provider.profile.service
    let known = file.notes[service]?.end(after: Date())
    if let known, !asksAnyway { throw ProviderError(provider.id, .notAsked(until: known)) }
    let reply = try await wrapped.send(request)
    let end = provider.quotaEnd(in: reply)
    if end != known { file.keep(end: end, of: service, at: Date()) }
    return reply
  }
}
