import Foundation
import PhotoSearch
import Synchronization

/// A provider that makes each page once: a search that is run hundreds of times costs what merging
/// costs, and its requests and pages are those of the real adapter
struct RememberingProvider: DerivedProvider {
  let provider: any PhotoProvider
  private let pages = Memory<PageRequest, Result<PhotoPage, ProviderError>>()
  private let verdicts = Memory<WebReply, ReplyVerdict>()

  private struct PageRequest: Hashable {
    let query: PhotoQuery
    let cursor: PageCursor?
    let reply: WebReply
  }

  init(_ provider: any PhotoProvider) { self.provider = provider }

  func page(
    from response: WebReply, for query: PhotoQuery, at cursor: PageCursor?
  ) throws(ProviderError) -> PhotoPage {
    try pages.value(for: PageRequest(query: query, cursor: cursor, reply: response)) {
      Result { () throws(ProviderError) in
        try provider.page(from: response, for: query, at: cursor)
      }
    }.get()
  }

  func verdict(on response: WebReply) -> ReplyVerdict {
    verdicts.value(for: response) { provider.verdict(on: response) }
  }
}

/// A transport of which each address is asked once; an address that fails is asked again
struct RememberingTransport: HTTPTransport {
  private let carrier: any HTTPTransport
  private let replies = Memory<String, WebReply>()

  init(_ carrier: any HTTPTransport) { self.carrier = carrier }

  func send(_ request: WebRequest) async throws -> WebReply {
    let address = request.url.absoluteString
    if let reply = replies[address] { return reply }
    let reply = try await carrier.send(request)
    replies[address] = reply
    return reply
  }
}

/// Values that are made once
private final class Memory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let values = Mutex<[Key: Value]>([:])

  subscript(key: Key) -> Value? {
    get { values.withLock { $0[key] } }
    set { values.withLock { $0[key] = newValue } }
  }

  func value(for key: Key, or make: () -> Value) -> Value {
    if let value = self[key] { return value }
    let value = make()
    self[key] = value
    return value
  }
}
