import Foundation
import LocalServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A socket that a thread waits for: every wait ends by bytes, by the peer, by a stop, by a time
struct LoopbackSocket: Sendable {
  let socket: ConnectionSocket
  /// Wakes once the server stops, and stays so
  let stopSignal: WakePipe

  /// The next connection; nil when the server stops
  ///
  /// One that is gone before it is taken, or for which there is no room just then, is no reason to
  /// listen no more: everybody after it would be refused.
  static func accepted(by listener: ListeningSocket, stopSignal: WakePipe) -> LoopbackSocket? {
    while true {
      switch wait(for: .readable, on: listener.descriptor, 60, stopSignal) {
      case .timedOut: continue
      case .stopped, .peerLeft: return nil
      case .ready: break
      }
      switch listener.accept() {
      case .connection(let socket): return LoopbackSocket(socket: socket, stopSignal: stopSignal)
      case .nobody: continue
      case .noRoom: usleep(10_000)
      }
    }
  }

  /// Some bytes; nil at the end, on a fault, at a stop
  func read(within seconds: Double) -> Data? {
    while case .ready = wait(for: .readable, seconds) {
      switch socket.receive() {
      case .bytes(let bytes): return Data(bytes)
      case .nothing: continue
      case .end: return nil
      }
    }
    return nil
  }

  /// - Returns: whether all bytes were taken
  func write(_ data: Data, within seconds: Double) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      guard case .ready = wait(for: .writable, seconds),
        let count = rest.withUnsafeBytes({ socket.send($0) })
      else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits while the peer stays: for a delay, or for somebody to hang up
  func pause(_ seconds: Double) -> SocketWait {
    let entry = pollfd(fd: socket.descriptor, events: hangUp, revents: 0)
    return Self.wait(entry, seconds, stopSignal) { _ in .peerLeft }
  }

  private func wait(for event: SocketEvent, _ seconds: Double) -> SocketWait {
    Self.wait(for: event, on: socket.descriptor, seconds, stopSignal)
  }

  private static func wait(
    for event: SocketEvent, on descriptor: Int32, _ seconds: Double, _ stopSignal: WakePipe
  ) -> SocketWait { wait(event.entry(for: descriptor), seconds, stopSignal, end: event.end) }

  private static func wait(
    _ entry: pollfd, _ seconds: Double, _ stopSignal: WakePipe, end: (Int16) -> SocketWait?
  ) -> SocketWait {
    var entries = [entry, stopSignal.entry]
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      let left = max(0, deadline.timeIntervalSinceNow)
      let count = poll(&entries, 2, Int32((left * 1000).rounded(.up)))
      if count < 0 && errno == EINTR { continue }
      if count == 0 { return .timedOut }
      if entries[1].revents != 0 { return .stopped }
      return end(entries[0].revents) ?? .peerLeft
    }
  }
}

#if canImport(Glibc)
  /// POLLRDHUP, which Swift's module map hides
  private let hangUp: Int16 = 0x2000
#else
  private let hangUp: Int16 = 0
#endif
