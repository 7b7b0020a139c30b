import Foundation
import PhotoSearch
import Synchronization

/// Answers as it is told
struct ToldTransport: HTTPTransport {
  let answer: @Sendable (WebRequest) async throws -> WebReply

  init(_ answer: @escaping @Sendable (WebRequest) async throws -> WebReply) { self.answer = answer }

  func send(_ request: WebRequest) async throws -> WebReply { try await answer(request) }
}

/// Answers everything with an empty reply, and counts what it was asked
final class CountingTransport: HTTPTransport {
  private let counts = Mutex<[String: Int]>([:])
  /// Yields before each answer, so many times, by the address: shuffles who answers first
  private let delays: @Sendable (String) -> Int

  init(delays: @escaping @Sendable (String) -> Int = { _ in 0 }) { self.delays = delays }

  func send(_ request: WebRequest) async throws -> WebReply {
    let address = request.url.absoluteString
    counts.withLock { $0[address, default: 0] += 1 }
    for _ in 0..<delays(address) { await Task.yield() }
    return WebReply(status: 200)
  }

  /// Addresses asked, and how often
  var asked: [String: Int] { counts.withLock { $0 } }

  /// Requests of one provider
  func asked(of provider: ScriptedProvider) -> Int {
    let address = ScriptedProvider.base(of: provider.id).absoluteString + "?"
    return asked.filter { $0.key.hasPrefix(address) }.map(\.value).reduce(0, +)
  }

  var total: Int { asked.values.reduce(0, +) }
}
