package import Foundation
import LocalServer
package import PhotoSearch
import Synchronization

/// An HTTP server on this machine that answers by script, with faults, and keeps count
///
/// A thread for each connection. It listens until it is stopped: a test that has to wait for its
/// turn beside many others may come late. A connection ends then, and `lifetime` seconds after it
/// began in any case.
package final class ScriptedServer: Sendable {
  package typealias Script = @Sendable (WebRequest) -> LoopbackAnswer

  package let host: String
  package let port: Int
  private let journal = LoopbackJournal()
  private let threads = DispatchGroup()
  private let stopSignal: WakePipe
  private let isStopped = Mutex(false)

  /// - Parameter host: an address of the loopback network, in numbers
  /// - Parameter script: called on the connection's thread
  package init(
    host: String = "127.0.0.1", lifetime: Double = 600, script: @escaping Script
  ) throws {
    let listener = try ListeningSocket(address: host)
    do {
      stopSignal = try WakePipe()
    } catch {
      listener.close()
      throw error
    }
    self.host = host
    port = Int(listener.port)
    let (journal, threads, stopSignal) = (journal, threads, stopSignal)
    Self.thread(in: threads) {
      while let socket = LoopbackSocket.accepted(by: listener, stopSignal: stopSignal) {
        let end = Date(timeIntervalSinceNow: lifetime)
        Self.thread(in: threads) {
          LoopbackConnection(socket: socket, journal: journal, end: end, script: script).serve()
        }
      }
      listener.close()
    }
  }

  deinit { stop() }

  /// Ends every connection and waits for the threads to be gone
  ///
  /// - Returns: whether they went within 10 s
  @discardableResult
  package func stop() -> Bool {
    let isFirst = isStopped.withLock { stopped in
      defer { stopped = true }
      return !stopped
    }
    guard isFirst else { return true }
    stopSignal.wake()
    return threads.wait(timeout: .now() + 10) == .success
  }

  /// `http://127.0.0.1:PORT` and a path
  package func url(_ path: String = "/", host other: String? = nil) -> URL {
    guard let url = URL(string: "http://\(other ?? host):\(port)\(path)") else {
      preconditionFailure("\(path) does not make an address")
    }
    return url
  }

  /// What arrived so far, in order
  package var requests: [WebRequest] { journal.read { $0.requests } }
  /// Connections open now
  package var openConnections: Int { journal.read { $0.open } }
  /// Connections so far
  package var allConnections: Int { journal.read { $0.accepted } }
  /// The most requests that were being answered at one time
  package var mostAtOnce: Int { journal.read { $0.mostAtOnce } }

  /// Bytes sent so far, heads too
  package var bytesSent: Int { journal.read { $0.bytes } }

  /// Waits until so many bytes are sent
  ///
  /// - Returns: whether they were within 60 s
  package func waitUntilSent(_ count: Int) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while bytesSent < count {
      guard end.timeIntervalSinceNow > 0 else { return false }
      usleep(2_000)
    }
    return true
  }

  private static func thread(in group: DispatchGroup, _ work: @escaping @Sendable () -> Void) {
    group.enter()
    let thread = Thread {
      work()
      group.leave()
    }
    thread.stackSize = 1 << 19
    thread.start()
  }
}

/// What a server saw
final class LoopbackJournal: Sendable {
  struct Entries {
    var requests: [WebRequest] = []
    var open = 0
    var accepted = 0
    var active = 0
    var mostAtOnce = 0
    var bytes = 0
  }

  private let entries = Mutex(Entries())

  func read<T: Sendable>(_ part: (Entries) -> T) -> T { entries.withLock { part($0) } }

  func write(_ change: (inout Entries) -> Void) { entries.withLock { change(&$0) } }
}

/// Runs a body beside a server, and stops the server after it
package func withServer<T: Sendable>(
  host: String = "127.0.0.1", _ script: @escaping ScriptedServer.Script,
  _ body: (ScriptedServer) async throws -> T
) async throws -> T {
  let server = try ScriptedServer(host: host, script: script)
  defer { server.stop() }
  return try await body(server)
}
