import Foundation
import PhotoSearch
import PhotoStorage

/// Counts each request to the network, and refuses those beyond a budget
struct BudgetedTransport: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let budget: RequestBudget

  init(_ wrapped: any HTTPTransport, registry: ProviderRegistry, budget: RequestBudget) {
    (self.wrapped, self.registry, self.budget) = (wrapped, registry, budget)
  }

  /// - Throws: a `ProviderError` with the time when requests may be sent again, what the wrapped
  ///   transport throws, and errors of storing the count.
  func send(_ request: WebRequest) async throws -> WebReply {
    if let provider = registry.provider(of: request.url),
      let end = try budget.spend(provider.profile.service, at: Date())
    {
      throw ProviderError(provider.id, .notAsked(until: end))
    }
    return try await wrapped.send(request)
  }
}
