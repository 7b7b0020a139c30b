import Foundation
import Synchronization

/// The connections of a run, kept for each host
///
/// Hosts share nothing, so that one that floods us holds up nobody else.
final class ConnectionPool: Sendable {
  private struct State {
    var isClosed = false
    var hosts: [Origin: HostConnections] = [:]
  }

  private let bodyLimit: Int
  private let state = Mutex(State())

  /// - Parameter bodyLimit: bytes of a reply, after decoding
  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  /// Sends a request as it is and waits for the whole reply, redirects included
  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let origin = Origin(request.url)
    let exchange = Exchange(host: origin.host, bodyLimit: bodyLimit)
    guard let connections = connections(to: origin) else {
      throw TransportError.unreachable(host: origin.host, reason: HostConnections.closed)
    }
    connections.start(request, exchange)
    do {
      return try await exchange.response()
    } catch {
      connections.abandon(exchange)
      if case TransportError.tooLarge = error { retire(connections, to: origin) }
      throw error
    }
  }

  /// Ends what is under way and gives the connections back
  func close() {
    let hosts = state.withLock { state in
      state.isClosed = true
      defer { state.hosts = [:] }
      return state.hosts
    }
    for connections in hosts.values { connections.close() }
  }

  private func connections(to origin: Origin) -> HostConnections? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      if let connections = state.hosts[origin] { return connections }
      let connections = HostConnections()
      state.hosts[origin] = connections
      return connections
    }
  }

  /// What sends too much may go on sending for as long as it likes: later requests start afresh
  private func retire(_ connections: HostConnections, to origin: Origin) {
    state.withLock { state in
      if state.hosts[origin] === connections { state.hosts[origin] = nil }
    }
    connections.finish()
  }
}
