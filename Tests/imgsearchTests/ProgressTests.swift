@testable import PhotoDisplay
import Synchronization
import Terminal
import Testing

@testable import imgsearch

/// What a terminal shows while pictures come
struct ProgressTests {
  private static let files = [
    ProgressText.File(name: "flickr-43213681030-A-kitten", count: 1_500_000, total: 3_000_000),
    ProgressText.File(name: "unsplash-x-小貓曬太陽", count: 40_000, total: nil),
    ProgressText.File(name: "wikimedia-7-\u{1B}[31mred", count: 0, total: 812),
  ]

  @Test func `each file has a line, bars in one column`() {
    #expect(
      ProgressText.lines(Self.files, width: 80, height: 10) == [
        "flickr-43213681030-A-kitten  ██████████░░░░░░░░░░  1.5 MB of 3.0 MB",
        "unsplash-x-小貓曬太陽                              40 KB",
        "wikimedia-7- [31mred         ░░░░░░░░░░░░░░░░░░░░  0 B of 812 B",
      ])
  }

  @Test func `a narrow terminal has the names, and no bars`() {
    #expect(
      ProgressText.lines(Self.files, width: 40, height: 10).first
        == "flickr…681030-A-kitten  1.5 MB of 3.0 MB")
  }

  @Test(arguments: 1...120)
  func `no line is wider than the terminal, nor are there too many`(width: Int) {
    for height in 1...4 {
      let lines = ProgressText.lines(Self.files, width: width, height: height)
      #expect(lines.count <= height && lines.allSatisfy { DisplayWidth.of($0) <= width })
    }
    let total = ProgressText.total(3, of: 12, bytes: 5, rate: 2_000_000, width: width)
    #expect(DisplayWidth.of(total) <= width)
  }

  @Test func `what has no room is counted`() {
    let lines = ProgressText.lines(Self.files, width: 80, height: 2)
    #expect(lines.last == "and 2 more")
  }

  @Test func `the total tells photos, bytes and speed`() {
    #expect(
      ProgressText.total(3, of: 12, bytes: 13_400_000, rate: 2_150_000, width: 80)
        == "3 of 12 photos · 13.4 MB · 2.1 MB/s")
    #expect(ProgressText.total(3, of: nil, bytes: 500, rate: nil, width: 80) == "3 so far · 500 B")
  }
}

struct TerminalFootTests {
  /// What was written
  private final class Screen: Sendable {
    private let text = Mutex("")
    let columns = Mutex(80)

    var foot: StatusLines {
      StatusLines(columns: { self.columns.withLock { $0 } }) { more in
        self.text.withLock { $0 += more }
      }
    }

    /// What was written since it was last asked
    func take() -> String {
      text.withLock { text in
        defer { text = "" }
        return text
      }
    }
  }

  @Test func `lines are put in place of those before`() {
    let screen = Screen()
    let foot = screen.foot
    foot.show([])
    #expect(screen.take() == "")
    foot.show(["one", "two"])
    #expect(screen.take() == "one\ntwo\n")
    foot.show(["three"])
    #expect(screen.take() == "\u{1B}[2A\r\u{1B}[Jthree\n")
    foot.show([])
    #expect(screen.take() == "\u{1B}[1A\r\u{1B}[J")
  }

  @Test func `what is written goes above them`() {
    let screen = Screen()
    let foot = screen.foot
    foot.show(["one"])
    _ = screen.take()
    let number = foot.withoutLines { 7 }
    #expect((number, screen.take()) == (7, "\u{1B}[1A\r\u{1B}[Jone\n"))
  }

  @Test func `a terminal that was made narrower has broken them`() {
    let screen = Screen()
    let foot = screen.foot
    foot.show([String(repeating: "x", count: 70), "y"])
    _ = screen.take()
    screen.columns.withLock { $0 = 30 }
    foot.show([])
    #expect(screen.take() == "\u{1B}[4A\r\u{1B}[J")
  }

  @Test func `what a shell wrote meanwhile is left alone`() {
    let screen = Screen()
    let foot = screen.foot
    foot.show(["one"])
    _ = screen.take()
    foot.forget()
    foot.show(["two"])
    #expect(screen.take() == "two\n")
  }
}
