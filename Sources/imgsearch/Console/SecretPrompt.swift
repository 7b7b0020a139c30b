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
    /// Which terminal
    var descriptor = STDIN_FILENO
    /// Whether what was typed meanwhile is dropped, rather than left to who reads next
    var isDropping = true

    func hide() {
      guard var hidden = before else { return }
      hidden.c_lflag &= ~tcflag_t(ECHO)
      // The end of the line is seen, unless there is no line to be typed.
      if isDropping { hidden.c_lflag |= tcflag_t(ECHONL) }
      set(&hidden)
    }

    func show() {
      guard var before else { return }
      set(&before)
    }

    /// Also drops what was typed before, so that the shell doesn't get it, where that is a secret; for
    /// less than that no program is stopped that is in the background
    private func set(_ mode: inout termios) {
      guard isDropping || tcgetpgrp(descriptor) == getpgrp() else { return }
      while tcsetattr(descriptor, isDropping ? TCSAFLUSH : TCSANOW, &mode) != 0, errno == EINTR {}
    }
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

  /// Runs a body during which the terminal of standard output doesn't show what is typed, as a line
  /// break would move all that stands
  ///
  /// - Parameter isQuiet: whether that is wanted
  func quietly<T>(_ isQuiet: Bool, _ body: () async throws -> T) async rethrows -> T {
    guard isQuiet else { return try await body() }
    hide("", on: STDOUT_FILENO, isDropping: false)
    defer { show() }
    return try await body()
  }

  /// Shows again what is typed, for a program that ends at once
  func leave() {
    state.withLock { $0.show() }
  }

  /// Stops the program as Ctrl-Z does, with a terminal for the shell that shows what is typed
  func pause() {
    state.withLock { state in
      state.show()
      // This thread stops here, and all others with it.
      raise(SIGSTOP)
      guard state.before != nil else { return }
      state.hide()
      Self.say(state.prompt)
    }
  }

  private func hide(
    _ prompt: String, on descriptor: Int32 = STDIN_FILENO, isDropping: Bool = true
  ) {
    state.withLock { state in
      var before = termios()
      guard tcgetattr(descriptor, &before) == 0 else { return Self.say(prompt) }
      state = State(
        before: before, prompt: prompt, descriptor: descriptor, isDropping: isDropping)
      SignalHandler.catchesPause(true)
      state.hide()
      Self.say(prompt)
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

  private static func say(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
