import Synchronization

/// Status lines at the bottom of a terminal; other output goes above them
package final class StatusLines: Sendable {
  private let lines = Mutex<[String]>([])
  private let columns: @Sendable () -> Int
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - columns: the terminal's current width, as a narrower terminal has broken earlier lines
  ///   - write: writes text to the terminal
  package init(columns: @escaping @Sendable () -> Int, write: @escaping @Sendable (String) -> Void)
  {
    self.columns = columns
    self.write = write
  }

  /// Replaces the status lines
  ///
  /// - Parameter new: none wider than the terminal
  package func show(_ new: [String]) {
    lines.withLock { lines in
      guard !(lines.isEmpty && new.isEmpty) else { return }
      write(erasing(lines) + Self.text(new))
      lines = new
    }
  }

  /// Forgets the lines without erasing them, because a shell has written since
  package func forget() {
    lines.withLock { $0 = [] }
  }

  /// Erases the lines, runs a body that writes, and shows the lines again
  package func withoutLines<T>(_ body: () throws -> T) rethrows -> T {
    try lines.withLock { lines in
      guard !lines.isEmpty else { return try body() }
      write(erasing(lines))
      defer { write(Self.text(lines)) }
      return try body()
    }
  }

  private func erasing(_ lines: [String]) -> String {
    let rows = ScreenRows.rows(of: Self.text(lines), columns: max(1, columns()))
    return rows == 0 ? "" : "\u{1B}[\(rows)A\r\u{1B}[J"
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }
}
