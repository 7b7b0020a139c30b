import CommandSyntax
import Foundation
import LocalServer
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// A call of the page, answered with a JSON object, or with a stream of objects on a line each
///
/// A failure is answered as `{"error": "words to show", "code": 64}`; the code is the exit code of
/// a command, if there is one. The status is always 200, because web browsers report any other as
/// an error of the page.
struct GalleryCall: Sendable {
  /// The names of all calls
  enum Name: String {
    case start, search, offers, photo, photos, favorites, favorite, collections, collection,
      history, remember, forget, restore, download, changes, export, `import`
  }

  /// Sends the lines of a stream
  struct Lines {
    fileprivate let writer: LocalWriter

    /// - Parameter line: an object, or an empty line that only checks whether the page is still
    ///   there
    /// - Throws: `CancellationError` if the page has left.
    func send(_ line: String) async throws { try await writer.write(line + "\n") }
  }

  let gallery: Gallery

  func reply(to name: Name, body: Data) -> LocalReply {
    let call: JSONValue
    do throws(JSONProblem) {
      call = try JSONDocument(body).root
    } catch {
      return .text("The call isn't JSON: \(error.problem) at \(error.path)\n", status: 400)
    }
    return stream(by: slots(for: name)) { lines in
      switch name {
      case .start: try await lines.send(gallery.start)
      case .search: try await gallery.search(call, to: lines)
      case .offers:
        try await lines.send(GalleryOffers(of: gallery.plan(call), gallery.session).line)
      case .photo: try await lines.send(gallery.photo(call))
      case .photos: try await lines.send(gallery.photos(call))
      case .favorites: try await gallery.favorites(call, to: lines)
      case .favorite: try await lines.send(gallery.mark(call))
      case .collections: try await lines.send(gallery.collections(call))
      case .collection: try await lines.send(gallery.changeCollection(call))
      case .history: try await lines.send(gallery.history())
      case .remember: try await lines.send(gallery.remember(call))
      case .forget: try await lines.send(gallery.forget(call))
      case .restore: try await lines.send(gallery.restore(call))
      case .import: try await lines.send(gallery.importFavorites(call))
      case .changes: try await gallery.tellChanges(to: lines)
      case .export: try await gallery.export(call, to: lines)
      case .download: try await gallery.download(call, to: lines)
      }
    }
  }

  private func slots(for name: Name) -> AsyncSemaphore {
    switch name {
    case .search: gallery.searches
    case .download: gallery.downloads
    case .changes: gallery.listeners
    default: gallery.calls
    }
  }

  private func stream(
    by slots: AsyncSemaphore, _ body: @escaping @Sendable (Lines) async throws -> Void
  ) -> LocalReply {
    LocalReply(
      200, headers: ["Content-Type": "application/x-ndjson"],
      body: .stream { writer in
        let lines = Lines(writer: writer)
        do {
          try await slots.withTurn { try await body(lines) }
        } catch {
          try Task.checkCancellation()
          try await lines.send(Self.line(error))
        }
      })
  }

  private static func line(_ error: any Error) -> String {
    let words = (error as? CommandFailure)?.message ?? ErrorText.pageLine(error)
    let parts = words.parts(at: "\n", keepsEmpty: false).joined(separator: ". ")
    let named = Gallery.titles.reduce(parts) { $0.replacing($1.0, with: "“\($1.1)”") }
    return JSONWriter.object { json in
      json.member("error", SafeText.line(named, cells: 1_000))
      json.member("code", Int(CommandFailure(of: error).code.rawValue))
    }
  }
}

extension Gallery {
  /// How long to wait between two looks at the database
  private static let pause = Duration.seconds(1)
  /// After this many looks without a change, an empty line checks whether the page is still there
  private static let silence = 15

  /// Tells a page about other programs' changes of favorites and history, while it listens
  fileprivate func tellChanges(to lines: GalleryCall.Lines) async throws {
    var database = WatchedDatabase(console.folders.database)
    var looks = 0
    var last: String?
    var lastMark = -1
    while true {
      // The mark is read before the database, so that the database has at least these changes
      let mark = marks.last
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
