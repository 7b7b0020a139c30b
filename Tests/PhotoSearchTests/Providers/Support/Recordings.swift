import Foundation
import Testing

@testable import PhotoSearch

/// Replies of the real services, which are not ours to keep: read from the folder that
/// IMGSEARCH_RECORDINGS names
enum Recordings {
  static let skipped: Comment = "IMGSEARCH_RECORDINGS names no folder of recorded replies"

  private static let folder = ProcessInfo.processInfo.environment["IMGSEARCH_RECORDINGS"]
    .map { URL(fileURLWithPath: $0) }

  static var areThere: Bool { folder != nil }

  static func file(_ path: String) throws -> URL { try #require(folder).appending(path: path) }

  static func data(_ path: String) throws -> Data { try Data(contentsOf: file(path)) }

  /// The second recording of them all, read once
  static let archive = Result {
    try HARArchive(contentsOf: file("har/real-2.har"))
  }

  /// A recorded body with the header fields that were recorded with it, if they were
  static func reply(_ name: String) throws -> WebReply {
    let body = try data("recorded/\(name).json")
    let headers = try file("recorded/headers/\(name).headers.json")
    guard FileManager.default.fileExists(atPath: headers.path) else {
      return WebReply(status: 200, body: body)
    }
    let fields = try JSONDocument(Data(contentsOf: headers)).root
    return WebReply(
      status: fields["_status"]?.integer ?? 200, headers: Self.headers(fields), body: body)
  }

  /// Texts, and lists of one text
  private static func headers(_ fields: JSONValue?) -> HTTPHeaders {
    HTTPHeaders(
      (fields?.members ?? []).compactMap { name, value in
        (value.string ?? value.elements?.first?.string).map { .init(name: name, value: $0) }
      })
  }

  /// A recorded body as a page of sound photos
  static func page(
    _ name: String, of provider: any PhotoProvider, at cursor: PageCursor? = nil
  ) throws -> PhotoPage {
    let reply = try reply(name)
    #expect(provider.verdict(on: reply) == .page)
    let page = try provider.page(from: reply, for: provider.query(), at: cursor)
    for photo in page.photos { expectSound(photo) }
    return page
  }

  /// The first page that the second recording has of these words
  static func answer(
    to words: String, of provider: any PhotoProvider
  ) async throws -> Result<PhotoPage, ProviderError> {
    let replay = ReplayTransport(archive: try archive.get(), apis: [provider.api])
    return await provider.page(of: PhotoQuery(words), at: nil, over: replay)
  }

  /// A recorded exchange whose body is no JSON: status, header fields and body in one object
  static func exchange(_ name: String) throws -> WebReply {
    let exchange = try JSONDocument(data("recorded/\(name).json")).root
    let status = exchange["status"]
    return WebReply(
      status: try #require(status?.integer ?? status?["code"]?.integer),
      headers: headers(exchange["headers"]), body: Data((exchange["body"]?.string ?? "").utf8))
  }
}
