import Synchronization

/// Where something stands on a terminal
package struct ScreenPlace: Sendable {
  /// Rows that were written before it
  fileprivate(set) var row: Int
  /// Cells before it
  fileprivate(set) var column = 0
  /// How often the screen had changed by itself
  fileprivate let epoch: Int

  /// A place so many rows and cells further on
  package func moved(rows: Int, columns: Int = 0) -> ScreenPlace {
    var place = self
    place.row += rows
    place.column += columns
    return place
  }
}

/// Counts the rows that are written to a terminal, so that what stands there can be drawn over while
/// it is on the screen
///
/// A terminal that got another width has broken its lines anew, and what a shell wrote while the
/// program was stopped isn't counted: what stands then is drawn no more.
package final class ScreenRows: Sendable {
  private struct State {
    /// Written since the start; the cursor is at the begin of the next
    var rows = 0
    /// How often what stood there was lost
    var epoch = 0
    /// Of the terminal since then; nil while nothing is counted
    var columns: Int?
  }

  private let state = Mutex(State())
  private let size: @Sendable () -> (columns: Int, rows: Int)?

  /// - Parameter size: of the terminal now
  package init(size: @escaping @Sendable () -> (columns: Int, rows: Int)?) {
    self.size = size
  }

  /// Where the cursor is
  package var place: ScreenPlace {
    state.withLock { ScreenPlace(row: $0.rows, epoch: $0.epoch) }
  }

  /// Counts from now on
  package func begin() {
    let columns = size()?.columns
    state.withLock { $0.columns = columns }
  }

  /// Text was written, which ends a line
  package func note(_ text: String) {
    state.withLock { state in
      guard let columns = state.columns else { return }
      state.rows += Self.rows(of: text, columns: columns)
    }
  }

  /// What stands there can no longer be found
  package func forget() {
    let columns = size()?.columns
    state.withLock { state in
      state.epoch += 1
      if state.columns != nil { state.columns = columns }
    }
  }

  /// Whether lines were broken anew since they were written
  package var hasOtherWidth: Bool {
    let columns = size()?.columns
    return state.withLock { $0.columns.map { $0 != columns } ?? false }
  }

  /// Rows above the cursor that are on the screen for sure; nil where lines were broken anew
  private func reach(of state: State) -> Int? {
    guard let size = size(), state.columns == size.columns else { return nil }
    // The last is the cursor's, and the one before it may have had a line that came and went.
    return size.rows - 2
  }

  /// Whether a place is on the screen, and stays there while so many more rows are written
  package func holds(_ place: ScreenPlace, afterMore rows: Int = 0) -> Bool {
    state.withLock { state in
      guard place.epoch == state.epoch, let reach = reach(of: state) else { return false }
      return state.rows + rows - place.row <= reach
    }
  }

  /// What writes lines at a place and brings the cursor back; nil where none of them is on the screen
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

  /// Of text on a terminal that breaks what is too wide
  package static func rows(of text: String, columns: Int) -> Int {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .reduce(0) { rows, line in
        // A cell takes at least a byte.
        guard line.count > columns else { return rows + 1 }
        let width = DisplayWidth.of(withoutSequences(line))
        return rows + max(1, (width + columns - 1) / columns)
      }
  }

  /// A line without what sets colors (CSI) and links (OSC)
  private static func withoutSequences(_ line: Substring.UTF8View) -> String {
    var text: [UInt8] = []
    var rest = line[...]
    while let byte = rest.popFirst() {
      guard byte == 0x1B else {
        text.append(byte)
        continue
      }
      if rest.popFirst() == UInt8(ascii: "]") {
        while let byte = rest.popFirst(), byte != 0x07 {
          if byte == 0x1B {
            _ = rest.popFirst()
            break
          }
        }
      } else {
        while let byte = rest.popFirst(), !(0x40...0x7E).contains(byte) {}
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
