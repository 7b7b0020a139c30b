import Foundation
import PhotoSearch
import Synchronization

/// Watches every request: counts where answers come from, notes quotas, and with `--verbose` says
/// a line of each
final class RequestWatch: HTTPTransport {
  private struct Seen {
    var answers: [HTTPResponse.Source: Int] = [:]
    var quotas: [String: Quota] = [:]
  }

  private let wrapped: any HTTPTransport
  private let providers: [any PhotoProvider]
  private let redaction: Redaction
  /// nil when nothing is to be said
  private let log: Console?
  private let seen = Mutex(Seen())

  init(
    _ wrapped: any HTTPTransport, providers: [any PhotoProvider], redaction: Redaction,
    log: Console?
  ) {
    self.wrapped = wrapped
    self.providers = providers
    self.redaction = redaction
    self.log = log
  }

  /// Answers that came out of the cache
  var cached: Int { seen.withLock { $0.answers[.cache] ?? 0 } }

  /// What services said is left, by their names, as far as they were asked over the network
  var quotas: [String: Quota] { seen.withLock { $0.quotas } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let start = ContinuousClock.now
    let provider = providers.first { $0.api.contains(request.url) }
    do {
      let response = try await wrapped.send(request)
      let quota = response.source == .network ? provider?.quota(in: response) : nil
      seen.withLock { seen in
        seen.answers[response.source, default: 0] += 1
        if let quota, let provider { seen.quotas[provider.profile.service] = quota }
      }
      let left = quota.map { ", \($0.remaining) left" } ?? ""
      say(
        request, provider, start,
        "\(response.status), \(response.body.count) bytes, \(response.source.rawValue)\(left)")
      return response
    } catch {
      say(request, provider, start, "no answer")
      throw error
    }
  }

  private func say(
    _ request: HTTPRequest, _ provider: (any PhotoProvider)?,
    _ start: ContinuousClock.Instant, _ outcome: String
  ) {
    guard let log else { return }
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    let name = provider?.id.rawValue ?? request.url.host ?? ""
    log.note("\(name): \(outcome), \(milliseconds) ms: \(redaction.url(request.url))")
  }
}
