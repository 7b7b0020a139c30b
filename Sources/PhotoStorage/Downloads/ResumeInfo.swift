import Foundation
import PhotoSearch
import Platform

/// Which version of which picture the bytes of a part are of
struct ResumeInfo: Codable, Equatable, Sendable {
  /// What was being fetched: the photo and its size
  var source: String
  /// What the server calls this version; nil when it does not say
  var entityTag: String?
  /// As the server wrote it
  var modified: String?
  /// Bytes of the whole; nil when the server does not say
  package var total: Int?

  /// What a reply says of the version that it is of
  init(source: String, head: WebReply, total: Int?) {
    self.source = source
    entityTag = head.headers["ETag"].flatMap(Self.short)
    modified = head.headers["Last-Modified"].flatMap(Self.short)
    self.total = total
  }

  /// Values of unreasonable length are ignored
  private static func short(_ text: String) -> String? { text.utf8.count <= 1_000 ? text : nil }

  /// The value of If-Range, which gets the rest of this version only; nil when there is none
  ///
  /// A weak tag can't be one: RFC 9110, 13.1.5 and 15.3.7.3.
  var condition: String? {
    if let entityTag, !entityTag.begins(with: "W/") { return entityTag }
    return modified
  }

  /// Whether the rest of this version can be asked for
  var isResumable: Bool { total != nil && condition != nil }
}

extension ResumeInfo {
  /// Bytes of a note that is read
  private static let maxBytes = 10_000

  /// nil when it is missing or cannot be read
  ///
  /// - Throws: ``FileFault/cannotWrite(path:reason:)`` for what isn't a file.
  init?(in name: String, of folder: OpenFolder) throws {
    guard folder.holds(name) else { return nil }
    let file = try folder.opened(name, O_RDONLY)
    do {
      let bytes = try OpenFile.bytes(of: file.descriptor, atMost: Self.maxBytes)
      guard let bytes else { return nil }
      self = try JSONDecoder().decode(ResumeInfo.self, from: Data(bytes))
    } catch {
      return nil
    }
  }
}
