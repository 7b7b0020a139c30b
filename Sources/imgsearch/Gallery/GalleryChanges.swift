import Foundation
import PhotoSearch
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

/// Notices when another program writes to the database
private struct WatchedDatabase {
  private let file: URL
  private var database: PhotoDatabase?
  private var version: Int?
  /// Device and inode of the opened file, to notice when it is replaced
  private var opened: [UInt64] = []

  init(_ file: URL) {
    self.file = file
  }

  /// Whether the database has changed since the last call; false while it can't be read
  mutating func look() -> Bool {
    do {
      let place = Self.place(of: file)
      if database == nil || place != opened {
        database = try PhotoDatabase.reading(at: file, patience: SharedDatabase.lockTimeout)
        if place != opened {
          (opened, version) = (place, try database?.writtenByOthers)
          return true
        }
      }
      let now = try database?.writtenByOthers
      defer { version = now }
      return now != version
    } catch {
      database = nil
      return false
    }
  }

  /// Device and inode; empty if there is no file
  private static func place(of file: URL) -> [UInt64] {
    var status = stat()
    guard stat(file.path, &status) == 0 else { return [] }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }

  /// Most ids of favorites in a line
  private static let maxNames = 20_000

  /// - Parameter mark: the number of the pages' latest change, which the database includes
  func line(mark: Int) -> String {
    var names: [String] = []
    var (history, collections) = ("", "")
    do {
      names = try database?.favoriteNames(limit: Self.maxNames) ?? []
      history = try database?.historyMark ?? ""
      collections = try database?.collectionsMark ?? ""
    } catch {}
    return JSONWriter.object(capacity: 256 + names.count * 32) { json in
      json.member("favorites", names)
      json.member("history", history)
      json.member("collections", collections)
      json.member("mark", mark)
    }
  }
}
