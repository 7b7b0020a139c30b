import PhotoStorage

/// Tells a page about other programs' changes of favorites and history, while it listens
struct GalleryChanges {
  private static let pause = Duration.seconds(1)
  /// After this many looks without a change, an empty line checks whether the page is still there
  private static let silence = 15

  let gallery: Gallery

  func run(to lines: GalleryCall.Lines) async throws {
    var database = WatchedDatabase(gallery.console.folders.database)
    var looks = 0
    var last: String?
    var lastMark = -1
    while true {
      // The mark is read before the database, so that the database has at least these changes
      let mark = gallery.marks.last
      if database.look() || mark != lastMark {
        let line = database.line(mark: mark)
        lastMark = mark
        if line != last {
          try await lines.send(line)
          (last, looks) = (line, 0)
        }
      }
      looks += 1
      if looks % Self.silence == 0 { try await lines.send("") }
      try await Task.sleep(for: Self.pause)
    }
  }
}
