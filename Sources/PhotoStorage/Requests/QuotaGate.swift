package import Foundation
package import PhotoSearch

/// The quotas that services last reported, kept from run to run
package struct QuotaFile: Sendable {
  private let table: SharedTable<QuotaReport>

  package init(_ url: URL) { table = SharedTable(url: url) }

  /// Reports by service, e.g. `unsplash`; empty if there are none, or none that can be read
  package var reports: [String: QuotaReport] { table.rows }

  /// Saves quotas that services have just reported
  package func save(_ quotas: [String: Quota], at date: Date) {
    table.change { reports in
      for (service, quota) in quotas {
        reports[service] = QuotaReport(quota: quota, end: reports[service]?.end, seen: date)
      }
    }
  }

  /// Saves when a service answers again, as it just said; nil if it does answer
  package func save(end: Date?, of service: String, at date: Date) {
    table.change { reports in
      reports[service] = QuotaReport(quota: reports[service]?.quota, end: end, seen: date)
    }
  }
}

/// Holds requests back while their service's quota is used up, as it said in this or an earlier run
///
/// It is below the cache, which still answers, and above the network. All its knowledge is in a
/// file, so that a gallery and other programs share it.
package struct QuotaGate: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let file: QuotaFile
  private let asksAnyway: Bool

  /// - Parameter asksAnyway: whether to send requests all the same, and store the new answers
  package init(
    _ wrapped: any HTTPTransport, registry: ProviderRegistry, file: QuotaFile, asksAnyway: Bool
  ) {
    self.wrapped = wrapped
    self.registry = registry
    self.file = file
    self.asksAnyway = asksAnyway
  }

  /// - Throws: a `ProviderError` with the time when the service answers again, and what the wrapped
  ///   transport throws.
  package func send(_ request: WebRequest) async throws -> WebReply {
    guard let provider = registry.provider(of: request.url) else {
      return try await wrapped.send(request)
    }
    let service = provider.profile.service
    let storedEnd = file.reports[service]?.end(after: Date())
    if let storedEnd, !asksAnyway { throw ProviderError(provider.id, .notAsked(until: storedEnd)) }
    let reply = try await wrapped.send(request)
    let end = provider.quotaEnd(in: reply)
    if end != storedEnd { file.save(end: end, of: service, at: Date()) }
    return reply
  }
}
