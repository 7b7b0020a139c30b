import Foundation
import PhotoSearch
import Platform

/// The picture, and its version on the server, that an unfinished file has bytes of
struct ResumeInfo: Codable, Equatable, Sendable {
  /// The photo and its size
  var source: String
  /// The server's ETag of this version; nil if it has none
  var entityTag: String?
  /// The reply's Last-Modified, as the server wrote it
  var modified: String?
  /// Bytes of the whole picture; nil if the server doesn't say
  var total: Int?

  /// Reads a reply's header fields about the version
  init(source: String, head: WebReply, total: Int?) {
    self.source = source
    entityTag = head.headers["ETag"].flatMap(Self.short)
    modified = head.headers["Last-Modified"].flatMap(Self.short)
    self.total = total
  }

  /// A value of a header field; nil if it is absurdly long
  private static func short(_ text: String) -> String? { text.utf8.count <= 1_000 ? text : nil }

  /// The value of If-Range, with which the server sends the rest of this version only; nil for none
  ///
  /// A weak ETag doesn't qualify: RFC 9110, 13.1.5 and 15.3.7.3.
  var condition: String? {
    if let entityTag, !entityTag.begins(with: "W/") { return entityTag }
    return modified
  }

  /// Whether the rest of this version can be requested
  var isResumable: Bool { total != nil && condition != nil }
}

extension ResumeInfo {
  /// Most bytes of a note that is read
  private static let maxBytes = 10_000

  /// Reads a note; nil if it is missing or can't be read
  ///
  /// - Throws: ``FileFault/cannotWrite`` if it isn't a file.
  init?(in name: String, of folder: OpenFolder) throws {
    guard folder.holds(name) else { return nil }
    let file = try folder.opened(name, O_RDONLY)
    let info = ifReadable {
      try OpenFile.bytes(of: file.descriptor, atMost: Self.maxBytes).map {
        try JSONDecoder().decode(ResumeInfo.self, from: Data($0))
      }
    }
    guard let info else { return nil }
    self = info
  }
}
