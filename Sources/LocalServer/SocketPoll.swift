import Foundation
import Platform
import Synchronization

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// The event that a wait for a socket ends with
package enum SocketEvent: Sendable {
  case readable, writable

  var flags: Int16 {
    switch self {
    case .readable: Int16(POLLIN) | hangUpFlag
    case .writable: Int16(POLLOUT)
    }
  }

  /// The `poll` entry that waits for this event
  package func entry(for descriptor: Int32) -> pollfd {
    pollfd(fd: descriptor, events: flags, revents: 0)
  }

  /// The meaning of the system's answer; nil if nothing has happened
  package func end(_ answer: Int16) -> SocketWait? {
    if answer & Int16(self == .readable ? POLLIN : POLLOUT) != 0 { return .ready }
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
  private let reading: Int32
  private let writing: Int32

  package init() throws(SocketFailure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SocketFailure("pipe") }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = setFlags(end) }
  }

  package var entry: pollfd { SocketEvent.readable.entry(for: reading) }

  package func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Empties the pipe, so that it can wake again
  package func drain() {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    while read(reading, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
  }

  package func close() {
    Foundation.close(reading)
    Foundation.close(writing)
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

  deinit { pipe.close() }

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
  /// POLLRDHUP, which Swift's module map hides
  private let hangUpFlag: Int16 = 0x2000
#else
  private let hangUpFlag: Int16 = 0
#endif
