import Foundation
import PhotoSearch
import Synchronization

/// Lets somebody type at a terminal what it doesn't show, and leaves the terminal as it was, however
/// that ends: a line, Ctrl-C, a signal, Ctrl-Z and `fg`
final class SecretPrompt: Sendable {
  private struct State {
    /// How the terminal was; nil while it shows what is typed
    var before: termios?
    var prompt = ""
  }

  private let state = Mutex(State())

  /// Whether standard input is a terminal
  var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// A line of standard input, which somebody types
  ///
  /// - Parameters:
  ///   - prompt: what it is asked for with, on standard error
  ///   - maxBytes: bytes of the line
  /// - Returns: nil when nothing came
  /// - Throws: `CancellationError` for Ctrl-C, a failure with code 66 when nothing can be read, or 65
  ///   when too much came.
  func line(_ prompt: String, maxBytes: Int) async throws -> String? {
    hide(prompt)
    defer { show() }
    var lines = InputLines(.standardInput, maxBytes: maxBytes)
    let line = try await lines.next()
    if line == nil { Self.say("\n") }
    return line
  }

  /// Stops the program as Ctrl-Z does, with a terminal for the shell that shows what is typed
  func pause() {
    state.withLock { state in
      if var before = state.before { Self.set(&before) }
      // This thread stops here, and all others with it.
      raise(SIGSTOP)
      guard let before = state.before else { return }
      Self.hide(before)
      Self.say(state.prompt)
    }
  }

  private func hide(_ prompt: String) {
    state.withLock { state in
      var before = termios()
      guard tcgetattr(STDIN_FILENO, &before) == 0 else { return Self.say(prompt) }
      state = State(before: before, prompt: prompt)
      SignalHandler.catchesPause(true)
      Self.hide(before)
      Self.say(prompt)
    }
  }

  private func show() {
    state.withLock { state in
      guard var before = state.before else { return }
      if Task.isCancelled { Self.say("\n") }
      Self.set(&before)
      SignalHandler.catchesPause(false)
      state.before = nil
    }
  }

  private static func hide(_ before: termios) {
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // The end of the line is seen.
    hidden.c_lflag |= tcflag_t(ECHONL)
    set(&hidden)
  }

  /// Also drops what was typed before, so that the shell doesn't get it
  private static func set(_ mode: inout termios) {
    while tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode) != 0, errno == EINTR {}
  }

  private static func say(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
