import Foundation
import Platform
import Synchronization

/// Reads typed input without showing it, and restores the terminal however that ends: with a line,
/// Ctrl-C, a signal, or Ctrl-Z and `fg`
package final class TerminalInput: Sendable {
  /// Why typed input isn't shown
  private enum Purpose {
    /// The input is a secret, such as a key
    case secret
    /// Shown input would move output on the screen; the input itself is left for the next program
    case quiet
    /// The terminal's answers to a query are read, which don't end with a line break
    case answers
  }

  private struct State {
    /// The terminal's original settings; nil while it shows input
    var before: termios?
    var purpose = Purpose.quiet
    /// Printed on standard error before the input
    var prompt = ""

    func hide() {
      guard var hidden = before else { return }
      hidden.c_lflag &= ~tcflag_t(ECHO)
      // The line break at the end is shown.
      if purpose == .secret { hidden.c_lflag |= tcflag_t(ECHONL) }
      if purpose == .answers { hidden.c_lflag &= ~tcflag_t(ICANON) }
      set(&hidden)
    }

    func show() {
      guard var before else { return }
      set(&before)
    }

    /// The descriptor for the settings. If nothing is read it is standard output, as standard input
    /// may be a file
    var descriptor: Int32 { purpose == .quiet ? STDOUT_FILENO : STDIN_FILENO }

    /// Changes the settings. For a secret, earlier input is dropped so that the shell doesn't get
    /// it, and a program in the background stops; for other purposes it doesn't
    private func set(_ mode: inout termios) {
      guard purpose == .secret || tcgetpgrp(descriptor) == getpgrp() else { return }
      let when = purpose == .secret ? TCSAFLUSH : TCSANOW
      while tcsetattr(descriptor, when, &mode) != 0, errno == EINTR {}
    }
  }

  private let state = Mutex(State())

  /// Whether standard input is a terminal
  package var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Whether there is input that nobody has read yet
  package var hasTyped: Bool { OpenFile.isReadable(STDIN_FILENO) }

  /// Reads a line that the user types
  ///
  /// - Parameters:
  ///   - prompt: printed on standard error first
  ///   - maxBytes: most bytes of the line
  /// - Returns: nil at the end of the input
  /// - Throws: `CancellationError` for Ctrl-C, ``InputFault`` if nothing can be read or the line is
  ///   too long.
  package func line(_ prompt: String, maxBytes: Int) async throws -> String? {
    hide(for: .secret, prompt: prompt)
    defer { show() }
    var lines = InputLines(.standardInput, maxBytes: maxBytes)
    let line = try await lines.next()
    if line == nil { Self.say("\n") }
    return line
  }

  /// Runs a body while the terminal of standard output doesn't show input, because a line break
  /// would move the output
  ///
  /// - Parameter isQuiet: if false, the body just runs
  package func quietly<T>(_ isQuiet: Bool, _ body: () async throws -> T) async rethrows -> T {
    guard isQuiet else { return try await body() }
    hide(for: .quiet)
    defer { show() }
    return try await body()
  }

  /// The terminal's answer to a query
  ///
  /// An answer that comes too late is dropped, or it would be taken for typed input.
  ///
  /// - Parameters:
  ///   - patience: how long to wait; late answers are awaited a little longer, to drop them
  ///   - isWhole: whether the answer is complete
  /// - Returns: the bytes that came in time
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

  /// Some bytes of standard input; nil if none come in time
  private static func read(until deadline: ContinuousClock.Instant) -> [UInt8]? {
    let left = max(.zero, deadline - .now) / .milliseconds(1)
    guard OpenFile.isReadable(STDIN_FILENO, within: Int32(left)) else { return nil }
    let bytes = ifReadable { try OpenFile.part(of: STDIN_FILENO, upTo: 1_000) }
    return bytes?.isEmpty == false ? bytes : nil
  }

  /// Shows input again, for a program that ends at once
  package func leave() { state.withLock { $0.show() } }

  /// Stops the program as Ctrl-Z does, after showing input again for the shell
  package func pause() {
    state.withLock { state in
      state.show()
      // The whole program stops here.
      raise(SIGSTOP)
      guard state.before != nil else { return }
      state.hide()
      Self.say(state.prompt)
    }
  }

  private func hide(for purpose: Purpose, prompt: String = "") {
    state.withLock { state in
      var (before, next) = (termios(), State(purpose: purpose, prompt: prompt))
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
