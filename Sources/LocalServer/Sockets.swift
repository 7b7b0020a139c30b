import Foundation
import Platform
import Synchronization

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// A non-blocking socket that accepts connections from this machine, closed on exec
package struct ListeningSocket: Sendable {
  package let descriptor: Int32
  package let port: UInt16

  package enum Arrival {
    case connection(ConnectionSocket)
    /// No connection is waiting, or its peer has left already
    case nobody
    /// The system has no descriptor or memory left; trying again at once would keep a core busy
    case noRoom
  }

  /// - Parameters:
  ///   - address: a loopback address in dotted numbers
  ///   - port: 0 for any free port
  package init(address: String = "127.0.0.1", port: UInt16 = 0) throws(SocketFailure) {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw SocketFailure("socket") }
    setOption(SO_REUSEADDR, of: descriptor)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = inet_addr(address)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &name) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { name in
        bind(descriptor, name.baseAddress, length) == 0 && listen(descriptor, 1024) == 0
          && getsockname(descriptor, name.baseAddress, &length) == 0
      }
    }
    guard isListening, setFlags(descriptor) else {
      let failure = SocketFailure("port \(port)")
      Foundation.close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    self.port = UInt16(bigEndian: name.sin_port)
  }

  /// Accepts the next connection
  package func accept() -> Arrival {
    let connection = Foundation.accept(descriptor, nil, nil)
    if connection >= 0 {
      guard setFlags(connection) else {
        Foundation.close(connection)
        return .nobody
      }
      return .connection(ConnectionSocket(descriptor: connection))
    }
    switch errno {
    case EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED, EPROTO: return .nobody
    default: return .noRoom
    }
  }

  package func close() { Foundation.close(descriptor) }
}

/// One connection; its calls never block and never raise SIGPIPE
package struct ConnectionSocket: Sendable {
  package let descriptor: Int32

  package enum Received {
    case bytes([UInt8])
    case nothing
    /// No more bytes will come
    case end
  }

  /// - Parameter descriptor: a non-blocking socket's
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    setOption(TCP_NODELAY, of: descriptor, level: Int32(IPPROTO_TCP))
    #if canImport(Darwin)
      setOption(SO_NOSIGPIPE, of: descriptor)
    #endif
  }

  /// Reads the bytes that have come
  package func receive(atMost count: Int = 16_384) -> Received {
    var received = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      received = recv(descriptor, buffer.baseAddress, count, 0)
      initialized = max(0, received)
    }
    if received > 0 { return .bytes(bytes) }
    let isWaiting = received < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno)
    return isWaiting ? .nothing : .end
  }

  /// - Returns: how many bytes the system has taken, maybe 0; nil if the peer has left
  package func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let count = Foundation.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
    if count >= 0 { return count }
    return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? 0 : nil
  }

  /// Limits the system's buffer for a peer that doesn't read, to about twice this many bytes
  package func limitBacklog(to count: Int32) { setOption(SO_SNDBUF, of: descriptor, to: count) }

  /// Tells the peer that nothing more will come, and ends waits for this socket
  package func shutDown(readingToo: Bool = true) {
    _ = shutdown(descriptor, Int32(readingToo ? SHUT_RDWR : SHUT_WR))
  }

  package func close() { Foundation.close(descriptor) }
}

/// Why a socket can't be used
package struct SocketFailure: Error, CustomStringConvertible {
  package let description: String
}

extension SocketFailure {
  /// - Parameter subject: the subject of the last failed system call
  package init(_ subject: String) {
    description = "\(subject): \(String(cString: strerror(errno)))"
  }
}

/// Makes a descriptor non-blocking, and closed on exec
private func setFlags(_ descriptor: Int32) -> Bool {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
    && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
}

private func setOption(
  _ name: Int32, of descriptor: Int32, level: Int32 = SOL_SOCKET, to value: Int32 = 1
) {
  var value = value
  setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
}

/// The event that a wait for a socket ends with
package enum SocketEvent: Sendable {
  case readable, writable

  private var flag: Int16 { Int16(self == .readable ? POLLIN : POLLOUT) }

  /// The flags to poll for; whoever waits to read also learns that the peer has left
  var flags: Int16 { self == .readable ? flag | hangUpFlag : flag }

  /// The `poll` entry that waits for this event
  package func entry(for descriptor: Int32) -> pollfd {
    pollfd(fd: descriptor, events: flags, revents: 0)
  }

  /// The meaning of the system's answer; nil if nothing has happened
  package func end(_ answer: Int16) -> SocketWait? {
    if answer & flag != 0 { return .ready }
    return answer & (flags | Int16(POLLHUP | POLLERR | POLLNVAL)) != 0 ? .peerLeft : nil
  }
}

/// Why a wait for a socket ended
package enum SocketWait: Sendable {
  case ready, peerLeft, timedOut
  /// The task was cancelled, or the waiting thread is ending
  case stopped
}

/// A pipe with which another thread ends a wait in `poll`
package struct WakePipe: Sendable {
  private let reading: OpenFile
  private let writing: OpenFile

  package init() throws(SocketFailure) {
    do { (reading, writing) = try OpenFile.pipe() } catch { throw SocketFailure("pipe") }
    for end in [reading, writing] { _ = setFlags(end.descriptor) }
  }

  package var entry: pollfd { SocketEvent.readable.entry(for: reading.descriptor) }

  package func wake() {
    var byte: UInt8 = 1
    _ = write(writing.descriptor, &byte, 1)
  }

  /// Empties the pipe, so that it can wake again
  package func drain() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(reading.descriptor, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }
}

/// Lets tasks wait for sockets: one thread polls all of them, and sleeps while nothing happens
package final class SocketPoll: Sendable {
  private struct Wait {
    let descriptor: Int32
    let event: SocketEvent
    let deadline: ContinuousClock.Instant?
    let continuation: CheckedContinuation<SocketWait, Never>
  }

  private struct State {
    /// Waits by a number that is never reused, as a closed descriptor may soon be another socket's
    var waits: [Int: Wait] = [:]
    var isStopped = false
  }

  private let state = Mutex(State())
  private let lastNumber = Atomic(0)
  private let pipe: WakePipe

  /// Starts the polling thread
  package init() throws(SocketFailure) {
    pipe = try WakePipe()
    guard SystemThread.start({ [self] in run() }) else { throw SocketFailure("thread") }
  }

  /// Ends the thread; all waits end as stopped
  package func stop() {
    state.withLock { $0.isStopped = true }
    pipe.wake()
  }

  /// - Parameter deadline: nil for no time limit
  package func wait(
    for event: SocketEvent, on descriptor: Int32, until deadline: ContinuousClock.Instant? = nil
  ) async -> SocketWait {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // Cancellation comes before its handler runs, so an early one is visible here.
          guard !state.isStopped, !Task.isCancelled else { return true }
          state.waits[number] = Wait(
            descriptor: descriptor, event: event, deadline: deadline, continuation: continuation)
          pipe.wake()
          return false
        }
        if isOver { continuation.resume(returning: .stopped) }
      }
    } onCancel: {
      let wait = state.withLock { $0.waits.removeValue(forKey: number) }
      // The system keeps a closed socket open while poll waits for it, so the thread is woken.
      pipe.wake()
      wait?.continuation.resume(returning: .stopped)
    }
  }

  // MARK: For the thread

  private func run() {
    while let waits = state.withLock({ $0.isStopped ? nil : $0.waits }) {
      var entries = [pipe.entry]
      var places: [Int32: Int] = [:]
      // One entry per socket, because the system limits their number to that of open files.
      for wait in waits.values {
        if let place = places[wait.descriptor] {
          entries[place].events |= wait.event.flags
        } else {
          places[wait.descriptor] = entries.count
          entries.append(wait.event.entry(for: wait.descriptor))
        }
      }
      let deadline = waits.values.compactMap(\.deadline).min()
      guard poll(&entries, nfds_t(entries.count), milliseconds(until: deadline)) >= 0 else {
        // The call was interrupted, or the system is short of memory.
        if errno != EINTR { usleep(10_000) }
        continue
      }
      if entries[0].revents != 0 { pipe.drain() }
      end(waits, answers: places.mapValues { entries[$0].revents })
    }
    let waits = state.withLock { state in
      defer { state.waits = [:] }
      return state.waits
    }
    for wait in waits.values { wait.continuation.resume(returning: .stopped) }
  }

  private func end(_ waits: [Int: Wait], answers: [Int32: Int16]) {
    let now = ContinuousClock.now
    for (number, wait) in waits {
      let isLate = wait.deadline.map { $0 <= now } ?? false
      guard
        let end = wait.event.end(answers[wait.descriptor] ?? 0) ?? (isLate ? .timedOut : nil),
        // The wait may have been cancelled in the meantime.
        state.withLock({ $0.waits.removeValue(forKey: number) }) != nil
      else { continue }
      wait.continuation.resume(returning: end)
    }
  }

  private func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let rest = (deadline - .now) / .milliseconds(1)
    return Int32(min(max(rest.rounded(.up), 0), 3_600_000))
  }
}

#if canImport(Glibc)
  private let streamType = Int32(SOCK_STREAM.rawValue)
  private let sendFlags = Int32(MSG_NOSIGNAL)
  /// POLLRDHUP, which Swift's module map hides
  private let hangUpFlag: Int16 = 0x2000
#else
  private let streamType = SOCK_STREAM
  private let sendFlags: Int32 = 0
  private let hangUpFlag: Int16 = 0
#endif
