import Foundation
import Platform
import Synchronization

/// What is typed at a terminal while that doesn't show it; leaves the terminal as it was, however that
/// ends: a line, Ctrl-C, a signal, Ctrl-Z and `fg`
package final class TerminalInput: Sendable {
  /// What it isn't shown for
  private enum Purpose {
    /// A line that nobody else is to see
    case secret(prompt: String)
    /// Nothing: it would move what stands, and is left to who reads next
    case quiet
    /// Answers of the terminal itself, which don't end a line
    case answers
  }

  private struct State {
    /// How the terminal was; nil while it shows what is typed
    var before: termios?
    var purpose = Purpose.quiet

    var prompt: String { if case .secret(let prompt) = purpose { prompt } else { "" } }
    private var isSecret: Bool { if case .secret = purpose { true } else { false } }
    private var isForAnswers: Bool { if case .answers = purpose { true } else { false } }

    func hide() {
      guard var hidden = before else { return }
      hidden.c_lflag &= ~tcflag_t(ECHO)
      // The end of the line is seen.
      if isSecret { hidden.c_lflag |= tcflag_t(ECHONL) }
      if isForAnswers { hidden.c_lflag &= ~tcflag_t(ICANON) }
      set(&hidden)
    }

    func show() {
      guard var before else { return }
      set(&before)
    }

    /// What is only drawn may go where nothing is read from
    var descriptor: Int32 { if case .quiet = purpose { STDOUT_FILENO } else { STDIN_FILENO } }

    /// Also drops what was typed before, so that the shell doesn't get it, where that is a secret; for
    /// less than that no program is stopped that is in the background
    private func set(_ mode: inout termios) {
      guard isSecret || tcgetpgrp(descriptor) == getpgrp() else { return }
      while tcsetattr(descriptor, isSecret ? TCSAFLUSH : TCSANOW, &mode) != 0, errno == EINTR {}
    }
  }

  private let state = Mutex(State())

  /// Whether standard input is a terminal
  package var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether something was typed that nobody has read yet
  package var hasTyped: Bool {
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  /// A line of standard input, which somebody types
  ///
  /// - Parameters:
  ///   - prompt: what it is asked for with, on standard error
  ///   - maxBytes: bytes of the line
  /// - Returns: nil when nothing came
  /// - Throws: `CancellationError` for Ctrl-C, ``InputFault`` when nothing can be read, or too much came.
  package func line(_ prompt: String, maxBytes: Int) async throws -> String? {
    hide(for: .secret(prompt: prompt))
    defer { show() }
    var lines = InputLines(.standardInput, maxBytes: maxBytes)
    let line = try await lines.next()
    if line == nil { Self.say("\n") }
    return line
  }

  /// Runs a body during which the terminal of standard output doesn't show what is typed, as a line
  /// break would move all that stands
  ///
  /// - Parameter isQuiet: whether that is wanted
  package func quietly<T>(_ isQuiet: Bool, _ body: () async throws -> T) async rethrows -> T {
    guard isQuiet else { return try await body() }
    hide(for: .quiet)
    defer { show() }
    return try await body()
  }

  /// What the terminal of standard output answers to a query
  ///
  /// What comes too late is dropped, as it would be taken for typed text.
  ///
  /// - Parameters:
  ///   - patience: how long that may take; a little more is waited for what is dropped
  ///   - isWhole: whether nothing more is to come
  /// - Returns: what came in time
  package func answer(
    to query: String, within patience: Duration, isWhole: ([UInt8]) -> Bool
  ) -> [UInt8] {
    hide(for: .answers)
    defer { show() }
    Self.say(query, on: STDOUT_FILENO)
    var answer: [UInt8] = []
    let deadline = ContinuousClock.now + patience
    while let more = Self.read(until: deadline) {
      answer += more
      if isWhole(answer) || answer.count > 10_000 { return answer }
    }
    let late = ContinuousClock.now + patience / 2
    while Self.read(until: late) != nil {}
    return answer
  }

  /// Some bytes of standard input; nil when none come in time
  private static func read(until deadline: ContinuousClock.Instant) -> [UInt8]? {
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let left = max(.zero, deadline - .now) / .milliseconds(1)
    guard poll(&polled, 1, Int32(left)) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1_000)
    let count = systemRead(STDIN_FILENO, &buffer)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Shows again what is typed, for a program that ends at once
  package func leave() {
    state.withLock { $0.show() }
  }

  /// Stops the program as Ctrl-Z does, with a terminal for the shell that shows what is typed
  package func pause() {
    state.withLock { state in
      state.show()
      // This thread stops here, and all others with it.
      raise(SIGSTOP)
      guard state.before != nil else { return }
      state.hide()
      Self.say(state.prompt)
    }
  }

  private func hide(for purpose: Purpose) {
    state.withLock { state in
      var (before, next) = (termios(), State(purpose: purpose))
      guard tcgetattr(next.descriptor, &before) == 0 else { return Self.say(next.prompt) }
      next.before = before
      state = next
      SignalHandler.catchesPause(true)
      state.hide()
      Self.say(state.prompt)
    }
  }

  private func show() {
    state.withLock { state in
      guard state.before != nil else { return }
      if Task.isCancelled, !state.prompt.isEmpty { Self.say("\n") }
      state.show()
      SignalHandler.catchesPause(false)
      state.before = nil
    }
  }

  private static func say(_ text: String, on descriptor: Int32 = STDERR_FILENO) {
    var text = text
    text.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
  }
}

/// read(2), out of reach of the methods of that name
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
