package import PhotoSearch

/// Which version of which picture the bytes of a part are of
package struct PartNote: Codable, Equatable, Sendable {
  /// What was being fetched: the photo and its size
  package var source: String
  /// What the server calls this version; nil when it does not say
  package var entityTag: String?
  /// As the server wrote it
  package var modified: String?
  /// Bytes of the whole; nil when the server does not say
  package var total: Int?

  /// What a reply says of the version that it is of
  package init(source: String, head: HTTPResponse, total: Int?) {
    self.source = source
    entityTag = head.headers["ETag"]
    modified = head.headers["Last-Modified"]
    self.total = total
  }

  /// What makes a server send the rest only of this version; nil when nothing does
  ///
  /// A weak tag does not, and parts may not be put together by it: RFC 9110, 13.1.5 and 15.3.7.3.
  package var condition: String? {
    if let entityTag, !entityTag.hasPrefix("W/") { return entityTag }
    return modified
  }

  /// Whether the rest of a picture can be told from that of another version
  package var isResumable: Bool { total != nil && condition != nil }
}
