import Foundation
import PhotoSearch
import PhotoStorage

/// Tells the page what others change of favorites and history, for as long as it listens
struct GalleryChanges {
  private static let pause = Duration.seconds(1)
  /// A line at least each so many looks, by which one that has gone away is found out
  private static let silence = 15
  /// Names that are told
  private static let mostNames = 20_000

  let gallery: Gallery

  func run(to lines: GalleryCall.Lines) async throws {
    var watch = DatabaseWatch(gallery.console.folders.database)
    var looks = 0
    var last: String?
    while true {
      if watch.hasChanged || last == nil {
        let line = watch.line(most: Self.mostNames)
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
private struct DatabaseWatch {
  private let file: URL
  private var database: PhotoDatabase?
  private var version: Int?

  init(_ file: URL) {
    self.file = file
  }

  /// One that can't be read now is looked at again the next time
  var hasChanged: Bool {
    mutating get {
      do {
        if database == nil { database = try PhotoDatabase.reading(at: file) }
        let now = try database?.writtenByOthers
        defer { version = now }
        return now != version
      } catch {
        database = nil
        return false
      }
    }
  }

  func line(most: Int) -> String {
    var names: [String] = []
    var mark = ""
    do {
      names = try database?.favoriteNames(most: most) ?? []
      mark = try database?.historyMark ?? ""
    } catch {}
    var json = JSONWriter(capacity: 256 + names.count * 32)
    json.raw("{\"favorites\":")
    json.list(names) { json, name in json.string(name) }
    json.raw(",\"history\":")
    json.string(mark)
    json.raw("}")
    return json.text
  }
}
