import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a session's tasks report, handed to the exchanges they are for
///
/// A task whose exchange is gone reports to nobody.
final class SessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
  private let entries = Mutex<[Int: (exchange: Exchange, task: URLSessionTask)]>([:])

  /// Those whose tasks have not reported their end
  var all: [Exchange] { entries.withLock { $0.values.map(\.exchange) } }

  func add(_ exchange: Exchange, _ task: URLSessionTask) {
    entries.withLock { $0[task.taskIdentifier] = (exchange, task) }
  }

  /// A task that is cancelled may never report its end, and holds its session until it is removed
  ///
  /// - Returns: its task; nil when that has reported its end, or was never begun
  func remove(_ exchange: Exchange) -> URLSessionTask? {
    entries.withLock { entries in
      entries.first { $0.value.exchange === exchange }
        .flatMap { entries.removeValue(forKey: $0.key)?.task }
    }
  }

  func removeAll() {
    entries.withLock { $0 = [:] }
  }

  private func exchange(of task: URLSessionTask) -> Exchange? {
    entries.withLock { $0[task.taskIdentifier]?.exchange }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if let head = Self.head(response) { exchange(of: dataTask)?.receive(head: head) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(body: data)
  }

  /// Refused: the 3xx is the reply, and who follows it decides with what
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  #if canImport(FoundationNetworking)
    /// A 401 that asks for a password, all of it received by now
    ///
    /// Without this method, and with default handling, the task never ends; a credential of nil
    /// traps; a refusal ends it as cancelled. So the reply is taken here.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      exchange(of: task)?.complete()
      completionHandler(.rejectProtectionSpace, nil)
    }
  #endif

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let entry = entries.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let exchange = entry?.exchange else { return }
    if let error {
      exchange.fail(connectionFault(error))
    } else {
      // A redirect that leads nowhere ends without having reported its head.
      exchange.complete(head: task.response.flatMap(Self.head))
    }
  }

  /// Names that differ in case alone are one field, its values joined; fields in order of names
  private static func head(_ response: URLResponse) -> HTTPResponse? {
    guard let response = response as? HTTPURLResponse else { return nil }
    var fields: [String: (name: String, values: [String])] = [:]
    for (name, value) in response.allHeaderFields {
      guard let name = name.base as? String, let value = value as? String else { continue }
      fields[name.lowercased(), default: (name, [])].values.append(value)
    }
    return HTTPResponse(
      status: response.statusCode,
      headers: HTTPHeaders(
        fields.sorted { $0.key < $1.key }.map { _, field in
          .init(name: field.name, value: field.values.sorted().joined(separator: ", "))
        }))
  }
}
