import Synchronization

/// Lines at the foot of a terminal: whatever is written goes above them
package final class StatusLines: Sendable {
  private let lines = Mutex<[String]>([])
  private let columns: @Sendable () -> Int
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - columns: of the terminal now: a narrow one has broken the lines of before
  ///   - write: puts text on the terminal
  package init(columns: @escaping @Sendable () -> Int, write: @escaping @Sendable (String) -> Void)
  {
    self.columns = columns
    self.write = write
  }

  /// Shows these lines in place of those before
  ///
  /// - Parameter new: none wider than the terminal
  package func show(_ new: [String]) {
    lines.withLock { lines in
      guard !(lines.isEmpty && new.isEmpty) else { return }
      write(erasing(lines) + Self.text(new))
      lines = new
    }
  }

  /// Leaves the lines where they are: somebody else has written since, as a shell does
  package func forget() {
    lines.withLock { $0 = [] }
  }

  /// Runs a body that writes, the lines erased before and written again after it
  package func withoutLines<T>(_ body: () throws -> T) rethrows -> T {
    try lines.withLock { lines in
      guard !lines.isEmpty else { return try body() }
      write(erasing(lines))
      defer { write(Self.text(lines)) }
      return try body()
    }
  }

  private func erasing(_ lines: [String]) -> String {
    let columns = max(1, columns())
    let rows = lines.reduce(0) { rows, line in
      rows + max(1, (DisplayWidth.of(line) + columns - 1) / columns)
    }
    return rows == 0 ? "" : "\u{1B}[\(rows)A\r\u{1B}[J"
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }
}
