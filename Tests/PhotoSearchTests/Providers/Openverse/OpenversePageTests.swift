import Foundation
@testable import PhotoSearch
import Testing

@Suite struct OpenversePageTests {
  private typealias Replies = OpenverseReplies
  private let provider = Openverse()

  private func page(_ response: WebReply) throws -> PhotoPage {
    try provider.page(from: response, for: provider.query(), at: nil)
  }

  private func photo(_ members: [String: String] = [:]) throws -> Photo {
    try #require(try page(Replies.page([Replies.row(members)])).photos.first)
  }

  @Test func `a row becomes a photo with all that it says`() throws {
    let photo = try photo([
      "title": #""<b>Cypress</b> &amp; Tunnel""#, "creator": #""Peter <i>T</i>""#,
      "creator_url": #""https://www.flickr.com/photos/98786299@N00""#, "license": #""by-nc-sa""#,
      "license_version": #""2.0""#, "width": "1024", "height": "684", "source": #""flickr""#,
      "tags": #"[{"name":"tree","accuracy":null},{"name":""},{"name":7},null,{"name":"road"}]"#,
      "thumbnail": #""https://api.openverse.org/v1/images/8d/thumb/""#,
    ])
    #expect(photo.id == PhotoID(service: "openverse", native: Replies.uuid))
    #expect((photo.provider, photo.site) == (.openverse, "Flickr via Openverse"))
    #expect((photo.title, photo.author?.name) == ("Cypress & Tunnel", "Peter T"))
    #expect(photo.author?.url?.absoluteString == "https://www.flickr.com/photos/98786299@N00")
    #expect(photo.license == .creativeCommons("by-nc-sa", version: "2.0"))
    #expect((photo.size, photo.tags) == (PixelSize(width: 1024, height: 684), ["tree", "road"]))
    #expect(photo.renditions.map(\.role) == [.small, .regular, .original])
    #expect(photo.rendition(.small)?.url.absoluteString.hasSuffix("/images/8d/thumb/") == true)
    #expect(photo.rendition(.full)?.url.lastPathComponent == "48500938586_9cf6d9c729_b.jpg")
    #expect(photo.details == nil)
  }

  @Test func `what is null is not known`() throws {
    let names = [
      "title", "creator", "creator_url", "license", "license_version", "license_url", "width",
      "height", "thumbnail", "tags", "source", "provider", "foreign_landing_url", "attribution",
    ]
    var members = Dictionary(uniqueKeysWithValues: names.map { ($0, "null") })
    members["url"] = #""https://pictures.example/1.jpg""#
    let photo = try photo(members)
    #expect(photo.title == nil && photo.author == nil && photo.license == nil && photo.size == nil)
    #expect(photo.tags.isEmpty && photo.aliases.isEmpty && photo.origin == photo.id)
    #expect(
      (photo.site, photo.pageURL.absoluteString, photo.renditions.map(\.role))
        == ("Openverse", "https://openverse.org/image/\(Replies.uuid)", [.full, .original]))
  }

  @Test(arguments: [
    ("flickr", "flickr", "Flickr via Openverse"),
    ("wikimedia", "wikimedia", "Wikimedia Commons via Openverse"),
    ("bio_diversity", "flickr", "Flickr via Openverse"),
    ("smk", "smk", "smk via Openverse"),
    ("museum_of_art", "museum", "museum of art via Openverse"),
  ])
  func `the credit names the site of the original`(
    source: String, provider: String, site: String
  ) throws {
    #expect(try photo(["source": "\"\(source)\"", "provider": "\"\(provider)\""]).site == site)
  }

  @Test(
    arguments: [
      ("by", "4.0", nil, "CC-BY-4.0"),
      ("by-nc-nd", "2.0", nil, "CC-BY-NC-ND-2.0"),
      ("by-sa", "3.0", "http://creativecommons.org/licenses/by-sa/3.0/de/", "CC-BY-SA-3.0-DE"),
      (
        "by-nc-nd", "2.0", "https://creativecommons.org/licenses/by-nd-nc/2.0/jp/",
        "CC-BY-NC-ND-2.0-JP"
      ),
      ("cc0", "1.0", "https://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0"),
      ("cc0", nil, nil, "CC0-1.0"),
      ("pdm", "1.0", nil, "CC-PDM-1.0"),
      (
        "sampling+", "1.0", "https://creativecommons.org/licenses/sampling+/1.0/",
        "LicenseRef-CC-Sampling-Plus-1.0"
      ),
      ("nc-sampling+", "1.0", nil, "LicenseRef-CC-NC-Sampling-Plus-1.0"),
      ("by", nil, nil, "LicenseRef-CC-by"),
    ] as [(String, String?, String?, String)])
  func `each licence has its id`(
    code: String, version: String?, url: String?, id: String
  ) throws {
    let photo = try photo([
      "license": "\"\(code)\"", "license_version": version.map { "\"\($0)\"" } ?? "null",
      "license_url": url.map { "\"\($0)\"" } ?? "null",
      "foreign_landing_url": #""https://a.example/1""#, "url": #""https://a.example/1.jpg""#,
    ])
    #expect(photo.license?.id == id)
  }

  @Test(arguments: [
    ("by-nc-nd", "https://creativecommons.org/licenses/by-nd-nc/2.0/jp/"),
    ("by-nc-nd", "http://creativecommons.org/licenses/by-nc-nd/2.0/de/deed.de"),
    ("by-sa", "https://creativecommons.org/licenses/by-sa/2.0/"),
  ])
  func `a photo of Flickr's is under the generic licence, whatever address comes with it`(
    code: String, address: String
  ) throws {
    let photo = try photo([
      "license": "\"\(code)\"", "license_version": #""2.0""#, "license_url": "\"\(address)\"",
    ])
    #expect(photo.license == .creativeCommons(code, version: "2.0"))
    #expect(
      photo.license?.url?.absoluteString == "https://creativecommons.org/licenses/\(code)/2.0/")
  }

  @Test func `a bad row costs that row and is counted`() throws {
    let rows = [
      "null", "7", "[]", "{}", Replies.row(["id": "12"]), Replies.row(["id": #""../x""#]),
      Replies.row(["url": "null"]), Replies.row(["url": #""javascript:alert(1)""#]),
      Replies.row(["width": "1e400", "height": "\"x\"", "tags": "{}", "title": "[[]]"]),
      Replies.row(),
    ]
    let page = try page(Replies.page(rows))
    #expect((page.photos.count, page.excluded) == (2, [.unreadable: 6, .withoutImage: 2]))
  }
}
