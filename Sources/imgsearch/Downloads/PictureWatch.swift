import Foundation
import PhotoSearch
import Synchronization

/// Looks at requests for pictures for `--verbose`: each of them, also those that are sent again
struct LoggingPictureTransport: StreamingTransport {
  private let wrapped: any StreamingTransport
  private let log: RequestLog

  init(_ wrapped: any StreamingTransport, log: RequestLog) {
    self.wrapped = wrapped
    self.log = log
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await watch(request) {
      let response = try await wrapped.send(request)
      return (response, response.body.count)
    }
  }

  func send(
    _ request: HTTPRequest, to receiver: any BodyReceiver
  ) async throws -> HTTPResponse {
    let counter = Counter(receiver)
    return try await watch(request) {
      let response = try await wrapped.send(request, to: counter)
      return (response, response.body.count + counter.count)
    }
  }

  private func watch(
    _ request: HTTPRequest, _ body: () async throws -> (HTTPResponse, Int)
  ) async throws -> HTTPResponse {
    let (start, host) = (ContinuousClock.now, request.url.host ?? "")
    do {
      let (response, bytes) = try await body()
      log.say(host, response, bytes: bytes, since: start, request.url)
      return response
    } catch {
      log.say(host, "no answer", since: start, request.url)
      throw error
    }
  }

  /// Counts what it hands on
  private final class Counter: BodyReceiver {
    private let receiver: any BodyReceiver
    private let total = Mutex(0)

    init(_ receiver: any BodyReceiver) {
      self.receiver = receiver
    }

    var count: Int { total.withLock { $0 } }

    func takes(_ head: HTTPResponse) throws -> Bool { try receiver.takes(head) }

    func take(_ bytes: Data) throws {
      total.withLock { $0 += bytes.count }
      try receiver.take(bytes)
    }
  }
}
