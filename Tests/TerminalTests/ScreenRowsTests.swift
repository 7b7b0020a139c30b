import Synchronization
import Terminal
import Testing

import Terminal

/// What can still be drawn over on a terminal
struct ScreenRowsTests {
  private final class Terminal: Sendable {
    let size = Mutex<(columns: Int, rows: Int)?>((20, 10))

    func screen() -> ScreenRows {
      let screen = ScreenRows { self.size.withLock { $0 } }
      screen.begin()
      return screen
    }
  }

  private let terminal = Terminal()

  @Test(arguments: [
    ("", 0), ("a\n", 1), ("a\nb\n", 2), ("\n\n", 2), ("12345678901234567890\n", 1),
    ("123456789012345678901\n", 2), ("\(String(repeating: "x", count: 60))\n", 3),
    // Wide, and with what takes no cell
    ("小貓曬太陽小貓曬太陽\n", 1), ("小貓曬太陽小貓曬太陽小\n", 2),
    ("\u{1B}[38;2;255;255;255;48;2;255;255;255m▀▀▀\u{1B}[0m\n", 1),
    ("\u{1B}]8;;https://example.org/a/long/address\u{1B}\\link\u{1B}]8;;\u{1B}\\\n", 1),
    ("\u{1B}]8;;https://example.org/a/long/address\u{07}12345678901234567890x\n", 2),
  ])
  func `rows are counted as the terminal breaks them`(text: String, rows: Int) {
    #expect(ScreenRows.rows(of: text, columns: 20) == rows)
  }

  @Test func `lines are written where they stand, and the cursor comes back`() {
    let screen = terminal.screen()
    screen.countRows(of: "one\n")
    let place = screen.place.moved(rows: 1, columns: 4)
    screen.countRows(of: "\nab\ncd\nend\n")
    #expect(
      screen.text(drawing: ["AB", "CD"], at: place)
        == "\u{1B}[3A\u{1B}[5GAB\u{1B}[1B\u{1B}[5GCD\u{1B}[2B\r")
  }

  @Test func `what has gone off the screen isn't written`() {
    let screen = terminal.screen()
    let place = screen.place
    screen.countRows(of: String(repeating: "x\n", count: 9))
    // Ten rows: the cursor's is the last, and one may have come and gone.
    #expect(
      screen.text(drawing: ["a", "b", "c"], at: place)
        == "\u{1B}[8A\u{1B}[1Gb\u{1B}[1B\u{1B}[1Gc\u{1B}[7B\r")
    #expect(!screen.holds(place) && screen.holds(place.moved(rows: 1)))
    #expect(!screen.holds(place.moved(rows: 4), afterMore: 4))
    screen.countRows(of: "x\nx\n")
    #expect(screen.text(drawing: ["a", "b", "c"], at: place) == nil)
  }

  @Test func `where lines were broken anew, or somebody else wrote, nothing is drawn any more`() {
    let screen = terminal.screen()
    let place = screen.place
    screen.countRows(of: "x\n")
    #expect(screen.holds(place) && !screen.hasOtherWidth)
    terminal.size.withLock { $0 = (30, 10) }
    #expect(screen.hasOtherWidth && !screen.holds(place))
    // Also where it gets its old width again: nobody knows what it made of the lines.
    screen.forget()
    terminal.size.withLock { $0 = (20, 10) }
    screen.forget()
    #expect(!screen.holds(place) && screen.text(drawing: ["a"], at: place) == nil)
    let next = screen.place
    screen.countRows(of: "x\n")
    #expect(screen.holds(next))
    // Fewer or more rows move nothing.
    terminal.size.withLock { $0 = (20, 30) }
    #expect(screen.holds(next))
  }
}
