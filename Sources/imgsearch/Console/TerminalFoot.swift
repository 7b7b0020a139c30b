import Synchronization

/// Lines at the foot of a terminal: whatever is written goes above them
final class TerminalFoot: Sendable {
  private let lines = Mutex<[String]>([])
  private let write: @Sendable (String) -> Void

  /// - Parameter write: puts text on the terminal
  init(write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Shows these lines in place of those before
  ///
  /// - Parameter new: none wider than the terminal
  func show(_ new: [String]) {
    lines.withLock { lines in
      guard !(lines.isEmpty && new.isEmpty) else { return }
      write(Self.erasing(lines) + Self.text(new))
      lines = new
    }
  }

  /// Runs a body that writes, with the lines out of its way
  func aside<T>(_ body: () throws -> T) rethrows -> T {
    try lines.withLock { lines in
      guard !lines.isEmpty else { return try body() }
      write(Self.erasing(lines))
      defer { write(Self.text(lines)) }
      return try body()
    }
  }

  private static func erasing(_ lines: [String]) -> String {
    lines.isEmpty ? "" : "\u{1B}[\(lines.count)A\r\u{1B}[J"
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }
}
