import Foundation
import Platform
import Synchronization

/// Network connections: libcurl on Linux, URLSession on Apple's systems
///
/// Requests are sent as they are. Redirects aren't followed, and nothing but connections is kept:
/// no cache, no cookies, no passwords. There are no timeouts: the caller cancels when it has waited
/// long enough.
protocol Connections: Sendable {
  /// Sends a request; its progress is reported to the exchange
  func start(_ request: WebRequest, _ exchange: Exchange)

  /// Continues to receive for an exchange whose buffer was full
  func resume(_ exchange: Exchange)

  /// Stops an exchange; may be called before its start and after its end
  func cancel(_ exchange: Exchange)

  /// Ends all requests under way; later ones fail
  func close()
}

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
      host: request.url.host ?? "", isLimited: isLimited, comesInPieces: receiver != nil,
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
    var refusal: WebReply?
    var count = 0
    var body = Data()
    while true {
      switch try await exchange.next() {
      case .head(let head):
        let isTaken = try receiver?.takes(head) ?? false
        refusal = isTaken ? nil : head
      case .bytes(let bytes, let wasFull):
        count += bytes.count
        guard count <= exchange.bodyLimit else {
          throw TransportError.tooLarge(host: exchange.host, limit: exchange.bodyLimit)
        }
        if var refusal {
          body += bytes
          // A body that the receiver declined is an error message, so a short limit will do.
          if count > Self.wordsLimit {
            cancel(exchange)
            refusal.body = body.prefix(Self.wordsLimit)
            return refusal
          }
        } else {
          try receiver?.take(bytes)
        }
        if wasFull { resume(exchange) }
      case .end(var response):
        if exchange.comesInPieces { response.body = body }
        return response
      }
    }
  }

  private static var wordsLimit: Int { 1_000_000 }
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
      if let known = slots[host] { return known }
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
  /// A step that the task waits for, in this order; without pieces there is only the end
  enum Step {
    case head(WebReply)
    /// The next bytes of the body, and whether the thread has paused until they are taken
    case bytes(Data, wasFull: Bool)
    /// The whole reply; its body is empty if it came in pieces
    case end(WebReply)
  }

  private struct State {
    /// Parts of the reply that the task hasn't taken yet
    var head: WebReply?
    var bytes = Data()
    var isFull = false
    var outcome: Result<WebReply, any Error>?
    var waiting: CheckedContinuation<Void, Never>?
  }

  /// Most bytes that wait for the task; at this size receiving pauses until they are taken
  private static let capacity = 256 * 1024

  /// The host's name, for errors
  let host: String
  /// Whether the host must be on the internet, judged by the address its name leads to
  let isLimited: Bool
  /// Whether the body comes in pieces
  let comesInPieces: Bool
  /// Most bytes of a body that comes whole, after decoding
  let bodyLimit: Int
  private let state = Mutex(State())

  init(host: String, isLimited: Bool, comesInPieces: Bool, bodyLimit: Int) {
    (self.host, self.isLimited) = (host, isLimited)
    (self.comesInPieces, self.bodyLimit) = (comesInPieces, bodyLimit)
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
            if Self.isReady(state) { return true }
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

  private static func isReady(_ state: State) -> Bool {
    state.outcome != nil || state.head != nil || !state.bytes.isEmpty
  }

  // MARK: For the thread

  var hasEnded: Bool { state.withLock { $0.outcome != nil } }

  /// Delivers the head of a reply whose body comes in pieces
  func receive(head: WebReply) { change { $0.head = head } }

  /// Delivers the next bytes of a body that comes in pieces
  ///
  /// - Returns: false if there is no room. The same bytes must be offered again after the task has
  ///   taken a step whose `wasFull` is true.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    change { state in
      guard state.bytes.count < Self.capacity else {
        state.isFull = true
        return false
      }
      state.bytes.append(contentsOf: bytes)
      return true
    }
  }

  /// Delivers bytes that can't be offered again, so they are kept even without room
  ///
  /// - Parameter pause: called when the buffer is full, before the task can take anything
  func receive(_ bytes: Data, pause: () -> Void) {
    change { state in
      state.bytes += bytes
      guard state.bytes.count >= Self.capacity, !state.isFull else { return }
      state.isFull = true
      pause()
    }
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
      guard Self.isReady(state) else { return (result, CheckedContinuation<Void, Never>?.none) }
      defer { state.waiting = nil }
      return (result, state.waiting)
    }
    waiting?.resume()
    return result
  }
}
