import CommandSyntax
import Foundation
import LocalServer
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Platform
import Terminal

/// The gallery's web server: the page and its files, the page's calls, and pictures of a recording
///
/// Every address contains the secret. Everything but the page itself also needs a header that pages
/// of other sites can't send.
struct GallerySite: Sendable {
  /// Most bytes of a call: a cursor takes 8 per photo shown, an import some KB per photo
  static let maxCallBytes = 20_000_000

  /// Gives an element once the page was loaded
  let firstVisit: AsyncStream<Void>
  private let visited: AsyncStream<Void>.Continuation
  private let gallery: Gallery
  let page: LocalPage

  init(gallery: Gallery) {
    self.gallery = gallery
    (firstVisit, visited) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Services on this machine may also have their pictures there.
    let apiOrigins = (gallery.session.apiOrigins ?? [:]).values.flatMap(\.self)
      .filter { $0.isLoopback }.map(\.description)
    page = LocalPage(
      markingCallsWith: "Imgsearch-Page",
      pictures: ["data:", "https:"] + Set(apiOrigins).sorted())
  }

  @Sendable func reply(to request: LocalRequest) async -> LocalReply {
    switch route(of: request) {
    case .file(let path): return file(path, request)
    case .refused(let reply): return reply
    case .call(let name):
      var reply = gallery.reply(to: name, body: request.body)
      reply.headers.fields += page.headers.fields
      return reply
    }
  }

  /// Most bytes of a request's body: only calls of the page have one
  @Sendable func bodyLimit(of request: LocalRequest) -> Int {
    if case .call = route(of: request) { Self.maxCallBytes } else { 0 }
  }

  private enum Route { case file(String), call(GalleryCall), refused(LocalReply) }

  /// The purpose of a request, by its head alone
  private func route(of request: LocalRequest) -> Route {
    guard let names = request.segments, names.count > 1, page.isSecret(names[0]) else {
      return .refused(request.segments?.count == 2 ? noGallery : nothing)
    }
    guard names[1] == "api" else { return names.count == 2 ? .file(names[1]) : .refused(nothing) }
    guard request.method == "POST" else {
      return .refused(refusal(405, "Calls are posted.", allow: "POST"))
    }
    guard page.isCall(request) else {
      return .refused(refusal(403, "This isn't a call of the page."))
    }
    guard names.count == 3, let name = GalleryCall(rawValue: names[2]) else {
      return .refused(nothing)
    }
    return .call(name)
  }

  private func file(_ path: String, _ request: LocalRequest) -> LocalReply {
    guard ["GET", "HEAD"].contains(request.method) else {
      return refusal(405, "Files are asked for.", allow: "GET, HEAD")
    }
    switch path {
    case "":
      visited.yield()
      return reply(200, "text/html; charset=utf-8", Data(PageFile.app.utf8))
    case "page.css": return reply(200, "text/css; charset=utf-8", Data(PageFile.appStyle.utf8))
    case "app.js":
      return reply(200, "text/javascript; charset=utf-8", Data(PageFile.appScript.utf8))
    case RecordedPictures.name:
      let address = request.query("at") ?? ""
      guard let (type, picture) = gallery.recordedPictures?.picture(at: address) else { break }
      gallery.hashInBackground(picture, at: address, of: request.query("of") ?? "")
      return reply(200, "image/\(type.rawValue)", picture)
    default: break
    }
    return nothing
  }

  private func reply(_ status: Int, _ type: String, _ body: Data) -> LocalReply {
    var reply = LocalReply(status, headers: page.headers, body: .data(body))
    reply.headers["Content-Type"] = type
    return reply
  }

  private func refusal(_ status: Int, _ words: String, allow: String? = nil) -> LocalReply {
    var reply = reply(status, "text/plain; charset=utf-8", Data((words + "\n").utf8))
    reply.headers["Allow"] = allow
    return reply
  }

  /// The reply to a wrong secret, e.g. to a page of an earlier gallery on this port that is
  /// reloaded
  private var noGallery: LocalReply {
    refusal(
      404,
      "There is no gallery at this address: imgsearch browse prints a new one each time it starts.")
  }

  private var nothing: LocalReply { refusal(404, "There is nothing here.") }
}

/// The names of the page's calls
enum GalleryCall: String {
  case start, search, offers, photo, photos, favorites, favorite, collections, collection,
    history, remember, forget, restore, download, changes, export, `import`

  /// Sends the lines of a stream
  typealias Lines = LocalWriter
}

extension LocalWriter {
  /// - Parameter line: an object, or an empty line that only checks whether the page is still
  ///   there
  /// - Throws: `CancellationError` if the page has left.
  func send(_ line: String) async throws { try await write(line + "\n") }
}

extension Gallery {
  /// Answers a call of the page with a JSON object, or with a stream of objects on a line each
  ///
  /// A failure is answered as `{"error": "words to show", "code": 64}`; the code is the exit code of
  /// a command, if there is one. The status is always 200, because web browsers report any other as
  /// an error of the page.
  func reply(to name: GalleryCall, body: Data) -> LocalReply {
    let call: JSONValue
    do throws(JSONProblem) {
      call = try JSONDocument(body).root
    } catch {
      return .text("The call isn't JSON: \(error.problem) at \(error.path)\n", status: 400)
    }
    return LocalReply(
      200, headers: ["Content-Type": "application/x-ndjson"],
      body: .stream { lines in
        do {
          try await slots(for: name).withTurn { try await answer(name, call, to: lines) }
        } catch {
          try Task.checkCancellation()
          try await lines.send(Self.line(error))
        }
      })
  }

  private func answer(
    _ name: GalleryCall, _ call: JSONValue, to lines: GalleryCall.Lines
  ) async throws {
    switch name {
    case .start: try await lines.send(start)
    case .search: try await search(call, to: lines)
    case .offers: try await lines.send(offers(for: plan(call)).line)
    case .photo: try await lines.send(photo(call))
    case .photos: try await lines.send(photos(call))
    case .favorites: try await favorites(call, to: lines)
    case .favorite: try await lines.send(mark(call))
    case .collections: try await lines.send(collections(call))
    case .collection: try await lines.send(changeCollection(call))
    case .history: try await lines.send(history())
    case .remember: try await lines.send(remember(call))
    case .forget: try await lines.send(forget(call))
    case .restore: try await lines.send(restore(call))
    case .import: try await lines.send(importFavorites(call))
    case .changes: try await tellChanges(to: lines)
    case .export: try await export(call, to: lines)
    case .download: try await download(call, to: lines)
    }
  }

  private func slots(for name: GalleryCall) -> AsyncSemaphore {
    switch name {
    case .search: searches
    case .download: downloads
    case .changes: listeners
    default: calls
    }
  }

  private static func line(_ error: any Error) -> String {
    let words = (error as? CommandFailure)?.message ?? ErrorText.pageLine(error)
    let parts = words.parts(at: "\n", keepsEmpty: false).joined(separator: ". ")
    let named = titles.reduce(parts) { $0.replacing($1.0, with: "“\($1.1)”") }
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
  private func tellChanges(to lines: GalleryCall.Lines) async throws {
    var database = WatchedDatabase(console.folders.database)
    var looks = 0
    var last: String?
    var lastMark = -1
    while true {
      // The mark is read before the database, so that the database has at least these changes
      let mark = revision.last
      if database.hasChanged() || mark != lastMark {
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
