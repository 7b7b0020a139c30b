import Foundation
import PhotoSearch
import PhotoStorage

/// Tells the page what others change of favorites and history, for as long as it listens
struct GalleryChanges {
  private static let pause = Duration.seconds(1)
  /// Looks without a change after which an empty line finds out whether the page is still there
  private static let silence = 15

  let gallery: Gallery

  func run(to lines: GalleryCall.Lines) async throws {
    var database = WatchedDatabase(gallery.console.folders.database)
    var looks = 0
    var last: String?
    var lastMark = -1
    while true {
      // Read first: the database, read after it, then has at least these changes
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

/// Looks whether anybody has written to the database since it last looked
private struct WatchedDatabase {
  private let file: URL
  private var database: PhotoDatabase?
  private var version: Int?
  /// Device and inode of the opened file, in whose place another may come
  private var opened: [UInt64] = []

  init(_ file: URL) {
    self.file = file
  }

  /// Whether somebody has; false also while it can't be read
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

  /// Device and inode; empty when there is none
  private static func place(of file: URL) -> [UInt64] {
    var status = stat()
    guard stat(file.path, &status) == 0 else { return [] }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }

  /// Names of favorites that a line has
  private static let maxNames = 20_000

  /// - Parameter mark: the last that pages have set, which the database has
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
