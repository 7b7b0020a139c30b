import Foundation
import PhotoSearch
import Testing

extension WebReply {
  /// A reply with this text for its body
  init(_ body: String, status: Int = 200, headers: HTTPHeaders = [:]) {
    self.init(status: status, headers: headers, body: Data(body.utf8))
  }
}

/// What the suite of each provider asks of it, in as few words as a table has room for
extension PhotoProvider {
  /// A query of its kind: a list has no words
  func query(_ words: String = "cats", _ filters: PhotoFilters = PhotoFilters()) -> PhotoQuery {
    PhotoQuery(profile.kind == .search ? words : nil, filters: filters)
  }

  /// The address that a page is asked for at
  func address(
    _ words: String = "cats", _ filters: PhotoFilters = PhotoFilters(), at cursor: String? = nil
  ) throws -> String {
    try request(for: query(words, filters), at: cursor.map { PageCursor($0) }).url.absoluteString
  }

  /// The parameters that a page is asked for with; the values of a repeated one with commas
  func items(
    _ words: String = "cats", _ filters: PhotoFilters = PhotoFilters(), at cursor: String? = nil
  ) throws -> [String: String] {
    let request = try request(for: query(words, filters), at: cursor.map { PageCursor($0) })
    return Dictionary(
      request.queryItems.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { "\($0),\($1)" })
  }

  /// The page that a reply with this body is
  func page(
    _ body: String, _ headers: HTTPHeaders = [:], _ filters: PhotoFilters = PhotoFilters(),
    at cursor: String? = nil
  ) throws -> PhotoPage {
    try page(
      from: WebReply(body, headers: headers), for: query("cats", filters),
      at: cursor.map { PageCursor($0) })
  }

  /// The photo that replies with these bodies tell of
  func photo(_ native: String, _ bodies: String...) throws -> Photo {
    try photo(native, from: bodies.map { .success(WebReply($0)) })
  }

  func verdict(_ status: Int, _ body: String, _ headers: HTTPHeaders = [:]) -> ReplyVerdict {
    verdict(on: WebReply(body, status: status, headers: headers))
  }

  func objection(_ filters: PhotoFilters) -> String? { objection(to: query("cats", filters)) }

  func native(_ address: String) throws -> String? {
    native(at: try #require(URL(string: address)))
  }
}

extension FilterRow {
  /// Filters with a value of this one alone
  func filters(_ value: String) throws -> PhotoFilters {
    var filters = PhotoFilters()
    try #require(set(&filters, to: value))
    return filters
  }
}

extension ProviderID {
  /// The adapter of a service of the catalog, with a key or an address if it needs one
  var adapter: any JSONPhotoProvider {
    get throws {
      let adapter = try #require(ProviderCatalog.adapters.first { $0.profile.id == self })
      let isAddress = adapter.profile.key?.isAddress == true
      return adapter.init(
        access: APIAccess(
          key: adapter.profile.key.map { _ in "key" },
          base: isAddress ? URL(string: "http://searx.home:8080") : nil))
    }
  }
}
