import Foundation
import PhotoSearch
import PhotoStorage

/// Counts each try that goes over the network, and lets none go out that a budget doesn't allow
struct BudgetedTransport: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let budget: RequestBudget

  init(_ wrapped: any HTTPTransport, registry: ProviderRegistry, budget: RequestBudget) {
    (self.wrapped, self.registry, self.budget) = (wrapped, registry, budget)
  }

  /// - Throws: a `ProviderError` that says until when nothing is asked, what the wrapped transport
  ///   throws, and what keeping the count does.
  func send(_ request: WebRequest) async throws -> WebReply {
    if let provider = registry.provider(of: request.url),
      let end = try budget.spend(provider.profile.service, at: Date())
    {
      throw ProviderError(provider.id, .notAsked(until: end))
    }
    return try await wrapped.send(request)
  }
}
