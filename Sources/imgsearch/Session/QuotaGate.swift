import Foundation
import PhotoSearch
import PhotoStorage

/// Holds requests back while their service's quota is used up, as it said in this run or an earlier
/// one
///
/// It is below the cache, which still answers, and above the network. All its knowledge is in a
/// file, so that a gallery and other programs share it.
struct QuotaGate: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let file: QuotaFile
  private let asksAnyway: Bool

  /// - Parameter asksAnyway: whether to send requests all the same, and store the new answers
  init(
    _ wrapped: any HTTPTransport, registry: ProviderRegistry, file: QuotaFile, asksAnyway: Bool
  ) {
    (self.wrapped, self.registry, self.file) = (wrapped, registry, file)
    self.asksAnyway = asksAnyway
  }

  /// - Throws: a `ProviderError` with the time when the service answers again, and what the wrapped
  ///   transport throws.
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
