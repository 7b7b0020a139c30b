import Foundation
import Platform
import Synchronization

/// Network connections: libcurl on Linux, URLSession on Apple's systems
///
/// Requests are sent as they are. Redirects aren't followed, and nothing but connections is kept:
/// no cache, no cookies, no passwords. There are no timeouts: the caller cancels when it has waited
/// long enough.
///
/// `start` sends a request and reports its progress to an exchange, `resume` continues to receive
/// for an exchange whose buffer was full, and `cancel` stops an exchange, even before its start or
/// after its end. `close` ends all requests under way; later ones fail.
extension Connections {
  /// Sends a request and waits for the reply
  ///
  /// - Parameters:
  ///   - isLimited: whether only a host on the internet may be asked
  ///   - receiver: is offered the body piece by piece; a body that it declines comes with the reply
  ///   - bodyLimit: most bytes of the body, after decoding
  /// - Throws: `TransportError`, `CancellationError`, and what the receiver throws.
  func response(
    to request: WebRequest, isLimited: Bool, receiver: (any BodyReceiver)?, bodyLimit: Int
  ) async throws -> WebReply {
    try Task.checkCancellation()
    let exchange = Exchange(
      host: request.url.host ?? "", isLimited: isLimited, isStreamed: receiver != nil,
      bodyLimit: bodyLimit)
    start(request, exchange)
    do {
      return try await reply(in: exchange, to: receiver)
    } catch {
      cancel(exchange)
      throw error
    }
  }

  private func reply(
    in exchange: Exchange, to receiver: (any BodyReceiver)?
  ) async throws -> WebReply {
    var declined: WebReply?
    var (body, streamedBytes) = (Data(), 0)
    while true {
      switch try await exchange.next() {
      case .head(let head):
        if let receiver, try !receiver.accepts(head) { declined = head }
      case .bytes(let bytes, let wasFull):
        if let receiver, declined == nil {
          try receiver.receive(bytes)
          streamedBytes += bytes.count
        } else {
          if body.isEmpty { body = bytes } else { body += bytes }
        }
        // A body that the receiver declined is an error message, so a short limit will do.
        if var declined, body.count > Self.wordsLimit {
          cancel(exchange)
          declined.body = body.prefix(Self.wordsLimit)
          return declined
        }
        if wasFull { resume(exchange) }
      case .end(var response):
        (response.body, response.streamedBytes) = (body, streamedBytes)
        return response
      }
    }
  }

  private static let wordsLimit = 1_000_000
}

/// Limits the number of requests at a time to each host; further ones wait in line
package final class RequestSlots: Sendable {
  private let atOnce: Int
  private let byHost: [String: Int]
  private let slots = Mutex<[String: AsyncSemaphore]>([:])

  /// - Parameter byHost: exceptions for some hosts, by `host` or `host:port`
  package init(atOnce: Int, byHost: [String: Int] = [:]) {
    self.atOnce = atOnce
    self.byHost = byHost
  }

  /// Runs a body once there is a free slot, see ``AsyncSemaphore/withTurn(_:)``
  package func withTurn<T>(at origin: Origin, _ body: () async throws -> T) async throws -> T {
    try await slots(at: origin).withTurn(body)
  }

  /// How many requests wait in line
  package func waiting(at origin: Origin) -> Int { slots(at: origin).waiting }

  private func slots(at origin: Origin) -> AsyncSemaphore {
    let host = "\(origin.host):\(origin.port)"
    return slots.withLock { slots in
      if let existing = slots[host] { return existing }
      let new = AsyncSemaphore(byHost[host] ?? byHost[origin.host] ?? atOnce)
      slots[host] = new
      return new
    }
  }
}

/// One request under way, shared by the thread that receives the reply and the task that waits
///
/// It may end (a reply, a fault, a cancellation) before the task waits, and more than once: the
/// first end counts, and later ones are dropped.
final class Exchange: Sendable {
  /// A step that the task waits for, in this order
  enum Step {
    case head(WebReply)
    /// The next bytes of the body, and whether the thread has paused until they are taken
    case bytes(Data, wasFull: Bool)
    /// The reply without its body
    case end(WebReply)
  }

  private struct State {
    /// Parts of the reply that the task hasn't taken yet
    var head: WebReply?
    var bytes = Data()
    var isFull = false
    /// Bytes of the body so far
    var count = 0
    var outcome: Result<WebReply, any Error>?
    var waiting: CheckedContinuation<Void, Never>?
  }

  /// Most bytes that wait for the task; at this size receiving pauses until they are taken
  private static let capacity = 256 * 1024

  /// The host's name, for errors
  let host: String
  /// Whether the host must be on the internet, judged by the address its name leads to
  let isLimited: Bool
  /// Whether the task takes the body in pieces as they come; otherwise all steps wait for the end
  private let isStreamed: Bool
  /// Most bytes of the body, after decoding
  private let bodyLimit: Int
  private let state = Mutex(State())

  init(host: String, isLimited: Bool, isStreamed: Bool, bodyLimit: Int) {
    self.host = host
    self.isLimited = isLimited
    self.isStreamed = isStreamed
    self.bodyLimit = bodyLimit
  }

  // MARK: For the task

  /// Waits for the next step; only one task may call it, and not again after an end
  ///
  /// - Throws: the error that ended the exchange, after all earlier steps were taken;
  ///   `CancellationError` at once.
  func next() async throws -> Step {
    while true {
      if let step = try takeStep() { return step }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if self.isReady(state) { return true }
            state.waiting = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        end(.failure(CancellationError()))
      }
    }
  }

  private func takeStep() throws -> Step? {
    try state.withLock { state in
      if case .failure(let error as CancellationError) = state.outcome { throw error }
      guard isReady(state) else { return nil }
      if let head = state.head {
        state.head = nil
        return .head(head)
      }
      if !state.bytes.isEmpty {
        defer { (state.bytes, state.isFull) = (Data(), false) }
        return .bytes(state.bytes, wasFull: state.isFull)
      }
      return try state.outcome.map { .end(try $0.get()) }
    }
  }

  private func isReady(_ state: State) -> Bool {
    state.outcome != nil || isStreamed && (state.head != nil || !state.bytes.isEmpty)
  }

  // MARK: For the thread

  var hasEnded: Bool { state.withLock { $0.outcome != nil } }

  /// Delivers the head of the reply
  func receive(head: WebReply) { change { $0.head = head } }

  /// Delivers the next bytes of the body
  ///
  /// - Returns: false if they aren't taken. Unless the exchange has ended, there is no room, and the
  ///   same bytes must be offered again after the task has taken a step whose `wasFull` is true.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    change { state in
      state.isFull = hasNoRoom(state)
      guard !state.isFull else { return false }
      return append(bytes, to: &state)
    }
  }

  /// Delivers bytes that can't be offered again, so they are kept even without room
  ///
  /// - Parameter pause: called when the buffer is full, before the task can take anything
  func receive(_ bytes: Data, pause: () -> Void) {
    change { state in
      guard bytes.withUnsafeBytes({ append($0, to: &state) }) else { return }
      guard hasNoRoom(state), !state.isFull else { return }
      state.isFull = true
      pause()
    }
  }

  private func hasNoRoom(_ state: State) -> Bool {
    isStreamed && state.bytes.count >= Self.capacity
  }

  /// - Returns: false if the exchange has ended, maybe because the body is too large
  private func append(_ bytes: UnsafeRawBufferPointer, to state: inout State) -> Bool {
    guard state.outcome == nil else { return false }
    state.count += bytes.count
    guard state.count <= bodyLimit else {
      state.outcome = .failure(TransportError.tooLarge(host: host, limit: bodyLimit))
      return false
    }
    state.bytes.append(contentsOf: bytes)
    return true
  }

  /// Ends the exchange; the first end counts
  func end(_ outcome: Result<WebReply, any Error>) {
    change { state in if state.outcome == nil { state.outcome = outcome } }
  }

  /// Ends the exchange without a reply
  func fail(_ reason: String) {
    end(.failure(TransportError.unreachable(host: host, reason: reason)))
  }

  private func change<T: Sendable>(_ body: (inout State) -> T) -> T {
    let (result, waiting) = state.withLock { state in
      let result = body(&state)
      guard isReady(state) else { return (result, CheckedContinuation<Void, Never>?.none) }
      defer { state.waiting = nil }
      return (result, state.waiting)
    }
    waiting?.resume()
    return result
  }
}
