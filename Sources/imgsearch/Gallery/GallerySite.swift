import Foundation
import LocalServer
import PhotoDisplay
import PhotoSearch
import Pictures
import Platform

/// The random part of the gallery's address, which nobody can guess
struct PageSecret: Sendable {
  /// 24 characters of URL-safe base64
  let text: String

  init() {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<18).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    text = Data(bytes).base64EncodedString().replacing(each: "+", by: "-")
      .replacing(each: "/", by: "_")
  }

  /// Whether a text is the secret; the time it takes doesn't depend on where they differ
  func matches(_ other: some StringProtocol) -> Bool {
    let (mine, others) = (Array(text.utf8), Array(other.utf8))
    guard mine.count == others.count else { return false }
    return zip(mine, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The gallery's web server: the page and its files, the page's calls, and pictures of a recording
///
/// Every address contains the secret. Everything but the page itself also needs a header that pages
/// of other sites can't send.
struct GallerySite: Sendable {
  /// The header of every call of the page
  static let headerName = "Imgsearch-Page"
  /// Most bytes of a call: a cursor takes 8 per photo shown, an import some KB per photo
  static let maxCallBytes = 20_000_000

  /// Gives an element once the page was loaded
  let firstVisit: AsyncStream<Void>
  private let visited: AsyncStream<Void>.Continuation
  private let gallery: Gallery
  private let secret: PageSecret
  private let policy: String

  init(gallery: Gallery, secret: PageSecret) {
    (self.gallery, self.secret) = (gallery, secret)
    (firstVisit, visited) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Services on this machine may also have their pictures there.
    let apiOrigins = (gallery.session.apiOrigins ?? [:]).values.flatMap(\.self)
      .filter { $0.isLoopback }.map(\.description)
    let pictures = ["'self'", "data:", "https:"] + Set(apiOrigins).sorted()
    policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
      + "img-src \(pictures.joined(separator: " ")); "
      + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
  }

  /// The page's address
  func address(at port: UInt16) -> String { "http://127.0.0.1:\(port)/\(secret.text)/" }

  @Sendable func reply(to request: LocalRequest) async -> LocalReply {
    switch route(of: request) {
    case .file(let path): return file(path, request)
    case .refused(let reply): return reply
    case .call(let name):
      var reply = GalleryCall(gallery: gallery).reply(to: name, body: request.body)
      reply.headers.fields += headers.fields
      return reply
    }
  }

  /// Most bytes of a request's body: only calls of the page have one
  @Sendable func bodyLimit(of request: LocalRequest) -> Int {
    if case .call = route(of: request) { Self.maxCallBytes } else { 0 }
  }

  private enum Route {
    case file(String), call(GalleryCall.Name), refused(LocalReply)
  }

  /// The purpose of a request, by its head alone
  private func route(of request: LocalRequest) -> Route {
    guard let names = request.segments, names.count > 1, secret.matches(names[0]) else {
      return .refused(request.segments?.count == 2 ? noGallery : nothing)
    }
    guard names[1] == "api" else {
      return names.count == 2 ? .file(names[1]) : .refused(nothing)
    }
    guard request.method == "POST" else {
      return .refused(refusal(405, "Calls are posted.", allow: "POST"))
    }
    guard isOfPage(request) else {
      return .refused(refusal(403, "This isn't a call of the page."))
    }
    guard names.count == 3, let name = GalleryCall.Name(rawValue: names[2]) else {
      return .refused(nothing)
    }
    return .call(name)
  }

  /// Whether a call comes from the page itself
  private func isOfPage(_ request: LocalRequest) -> Bool {
    let isJSON = request.headers["content-type"]?.lowercased().begins(with: "application/json")
    let origin = request.headers["origin"].map { $0 == "http://\(request.headers["host"] ?? "")" }
    let site = request.headers["sec-fetch-site"].map { $0 == "same-origin" }
    return request.headers[Self.headerName] == "1" && isJSON ?? false && origin ?? true
      && site ?? true
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
      gallery.note(picture, at: address, of: request.query("of") ?? "")
      return reply(200, "image/\(type.rawValue)", picture)
    default: break
    }
    return nothing
  }

  /// Headers of every reply
  private var headers: LocalHeaders {
    [
      "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY", "Cache-Control": "no-store",
    ]
  }

  private func reply(_ status: Int, _ type: String, _ body: Data) -> LocalReply {
    var reply = LocalReply(status, headers: headers, body: .data(body))
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
