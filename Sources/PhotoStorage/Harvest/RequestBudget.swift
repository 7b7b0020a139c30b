package import Foundation
package import PhotoSearch
import Platform
import Synchronization

/// Counts requests per service and day (UTC), and limits them
///
/// Each request is written down before it is sent, so it counts even if the program is killed.
package final class RequestBudget: Sendable {
  private struct DailyCounts: Codable {
    /// The day of the counts, e.g. `2026-11-23`
    var day: String
    /// Requests by service
    var requests: [String: Int]
  }

  private let limits: [String: Int]
  private let file: URL
  private let counts: Mutex<DailyCounts>

  private static let maxBytes = 100_000

  /// - Parameters:
  ///   - limits: most requests a day, by service; other services aren't limited
  ///   - folder: the folder of the file with the counts
  /// - Throws: ``HarvestFolder/Fault/unreadable(path:reason:)`` if the file can't be understood,
  ///   and ``FileFault/cannotRead`` if it can't be opened.
  package init(_ limits: [String: Int], in folder: URL) throws {
    self.limits = limits
    file = folder.appending(path: "requests.json")
    var stored = DailyCounts(day: "", requests: [:])
    if let data = try RegularFile.contents(file, limit: Self.maxBytes) {
      do { stored = try JSONDecoder().decode(DailyCounts.self, from: data) } catch {
        throw HarvestFolder.Fault.unreadable(
          path: file.path,
          reason: "it isn't a count of requests; remove it to count today's requests again")
      }
    }
    counts = Mutex(stored)
  }

  /// Counts a request that is about to be sent
  ///
  /// - Returns: nil if it may be sent; else when the next day begins
  /// - Throws: ``FileFault/cannotWrite``; then it must not be sent.
  package func spend(_ service: String, at now: Date) throws -> Date? {
    guard let limit = limits[service] else { return nil }
    return try counts.withLock { counts in
      Self.reset(&counts, on: now)
      let count = counts.requests[service, default: 0]
      guard count < limit else { return Self.midnight(after: now) }
      counts.requests[service] = count + 1
      try RegularFile.replace(file, with: RegularFile.line(of: counts, for: file))
      return nil
    }
  }

  /// How many requests may still be sent today, by service
  package func left(at now: Date) -> [String: Int] {
    counts.withLock { counts in
      Self.reset(&counts, on: now)
      return limits.reduce(into: [:]) { left, limit in
        left[limit.key] = max(0, limit.value - counts.requests[limit.key, default: 0])
      }
    }
  }

  /// Resets the counts if they are of another day
  private static func reset(_ counts: inout DailyCounts, on now: Date) {
    let today = CalendarDate(now)?.day ?? ""
    if counts.day != today { counts = DailyCounts(day: today, requests: [:]) }
  }

  private static func midnight(after now: Date) -> Date {
    let day: TimeInterval = 86_400
    return Date(timeIntervalSince1970: ((now.timeIntervalSince1970 / day).rounded(.down) + 1) * day)
  }
}

/// Counts each request to the network, and refuses those beyond a budget
package struct BudgetedTransport: HTTPTransport {
  private let wrapped: any HTTPTransport
  private let registry: ProviderRegistry
  private let budget: RequestBudget

  package init(_ wrapped: any HTTPTransport, registry: ProviderRegistry, budget: RequestBudget) {
    self.wrapped = wrapped
    self.registry = registry
    self.budget = budget
  }

  /// - Throws: a `ProviderError` with the time when requests may be sent again, what the wrapped
  ///   transport throws, and errors of storing the count.
  package func send(_ request: WebRequest) async throws -> WebReply {
    if let provider = registry.provider(of: request.url),
      let end = try budget.spend(provider.profile.service, at: Date())
    {
      throw ProviderError(provider.id, .notAsked(until: end))
    }
    return try await wrapped.send(request)
  }
}

extension ProviderError {
  /// When the provider answers again, if a quota or a budget is used up; nil for other failures
  package var quotaEnd: Date? {
    switch reason {
    // A quota without a time is at most hourly.
    case .quotaSpent(let until): until ?? Date() + 3_600
    case .notAsked(let until): until
    default: nil
    }
  }
}
