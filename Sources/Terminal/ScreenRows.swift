import Synchronization

/// A place on the terminal's screen
package struct ScreenPlace: Sendable {
  /// How many rows were written before the place
  fileprivate let row: Int
  /// How many cells are to the left of the place
  fileprivate(set) var column = 0
  /// How often the screen had become unknown before, see ``ScreenRows/forget()``
  fileprivate let epoch: Int

  /// A place further down and to the right
  package func moved(rows: Int, columns: Int = 0) -> ScreenPlace {
    ScreenPlace(row: row + rows, column: column + columns, epoch: epoch)
  }
}

/// Counts the rows written to a terminal, to draw over them later while they are on the screen
///
/// If the terminal's width changes, it breaks lines anew, and while the program is stopped, a shell
/// writes to it too. Rows written before that can't be drawn over any more.
package final class ScreenRows: Sendable {
  private struct State {
    /// Rows written since the start; the cursor is at the start of the next
    var rows = 0
    /// How often the screen has become unknown
    var epoch = 0
    /// The terminal's width in cells; nil while nothing is counted
    var columns: Int?
  }

  private let state = Mutex(State())
  private let size: @Sendable () -> (columns: Int, rows: Int)?

  /// - Parameter size: gives the terminal's current size
  package init(size: @escaping @Sendable () -> (columns: Int, rows: Int)?) { self.size = size }

  /// The place of the cursor
  package var place: ScreenPlace { state.withLock { ScreenPlace(row: $0.rows, epoch: $0.epoch) } }

  /// Starts counting
  package func begin() {
    let columns = size()?.columns
    state.withLock { $0.columns = columns }
  }

  /// Counts the rows of a text that was written; it must end with a line break
  package func countRows(of text: String) {
    state.withLock { state in
      guard let columns = state.columns else { return }
      state.rows += Self.rows(of: text, columns: columns)
    }
  }

  /// Gives up all earlier places, because the screen has changed
  package func forget() {
    let columns = size()?.columns
    state.withLock { state in
      state.epoch += 1
      if state.columns != nil { state.columns = columns }
    }
  }

  /// Whether the terminal's width has changed, so that lines were broken anew
  package var hasOtherWidth: Bool {
    let columns = size()?.columns
    return state.withLock { $0.columns.map { $0 != columns } ?? false }
  }

  /// How many rows above the cursor are certainly on the screen; nil if lines were broken anew
  private func reach(of state: State) -> Int? {
    guard let size = size(), state.columns == size.columns else { return nil }
    // The last row is the cursor's, and the one above it may have had a status line.
    return size.rows - 2
  }

  /// Whether a place is on the screen, even after more rows are written
  package func holds(_ place: ScreenPlace, afterMore rows: Int = 0) -> Bool {
    state.withLock { state in
      guard place.epoch == state.epoch, let reach = reach(of: state) else { return false }
      return state.rows + rows - place.row <= reach
    }
  }

  /// A text that draws lines at a place and moves the cursor back; nil if none of them is on the
  /// screen
  package func text(drawing lines: [String], at place: ScreenPlace) -> String? {
    state.withLock { state in
      guard place.epoch == state.epoch, let reach = reach(of: state) else { return nil }
      let hidden = max(0, state.rows - place.row - reach)
      guard hidden < lines.count else { return nil }
      let first = state.rows - place.row - hidden
      let shown = lines.dropFirst(hidden)
      let column = "\u{1B}[\(place.column + 1)G"
      return "\u{1B}[\(first)A" + column + shown.joined(separator: "\u{1B}[1B" + column)
        + "\u{1B}[\(first - shown.count + 1)B\r"
    }
  }

  /// How many rows a text takes on a terminal that breaks long lines
  package static func rows(of text: String, columns: Int) -> Int {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .reduce(0) { rows, line in
        // A cell takes at least one byte.
        guard line.count > columns else { return rows + 1 }
        let width = DisplayWidth.of(withoutSequences(line))
        return rows + max(1, (width + columns - 1) / columns)
      }
  }

  /// A line without sequences for colors (CSI) and links (OSC)
  private static func withoutSequences(_ line: Substring.UTF8View) -> String {
    var text: [UInt8] = []
    var rest = line[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        text.append(byte)
        continue
      }
      if rest.popFirst() == UInt8(ascii: "]") {
        rest = rest.drop { $0 != 0x07 && $0 != 0x1B }
        if rest.popFirst() == 0x1B { rest = rest.dropFirst() }
      } else {
        rest = rest.drop { !(0x40...0x7E).contains($0) }.dropFirst()
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

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
  package func forget() { lines.withLock { $0 = [] } }

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

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
