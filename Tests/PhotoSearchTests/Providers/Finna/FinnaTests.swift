import Foundation
import Testing

@testable import PhotoSearch

/// What is peculiar to Finna; the contract has what all providers promise
@Suite struct FinnaTests {
  private let finna = Finna()

  private func row(_ members: String, id: String = "museo.1A", images: Int = 1) -> String {
    let pictures = (0..<images).map { #""/Cover/Show?id=\#(id)&index=\#($0)&size=large""# }
    return
      #"{"id":"\#(id)","images":[\#(pictures.joined(separator: ","))],"title":"Pöllö"\#(members)}"#
  }

  private func photos(_ members: String, images: Int = 1) throws -> [Photo] {
    try finna.page(#"{"resultCount":1,"records":[\#(row(members, images: images))]}"#).photos
  }

  private func photo(_ members: String) throws -> Photo { try #require(try photos(members).first) }

  @Test func `a search asks for what is read, one page at a time, and only if it is named`() throws
  {
    #expect(try finna.items()["field[]"]?.contains("imagesExtended") == true)
    #expect(finna.api.requestsAtOnce == ["api.finna.fi": 1] && !Finna.profile.isInAll)
  }

  @Test(arguments: [
    ([PhotoFilters.LicenseCode.cc0], ["1/A Free/A CC0/"]),
    (
      [.modification, .commercial],
      ["1/A Free/A CC0/", "1/A Free/B PD/", "1/B BY/A CC BY/", "1/B BY/B CC BY-SA/"]
    ),
    ([.byND], ["0/D ND/"]),
  ])
  func `licences are asked for by Finna's names, any of them`(
    codes: [PhotoFilters.LicenseCode], names: [String]
  ) throws {
    let filters = PhotoFilters(licenses: codes)
    #expect(finna.objection(filters) == nil)
    let sent = try finna.items("cat", filters)["filter[]"] ?? ""
    #expect(
      sent == #"format:"1/Image/Photo/",free_online_boolean:"1","#
        + names.map { "~usage_rights_ext_str_mv:\"\($0)\"" }.joined(separator: ","))
  }

  @Test(
    arguments: [
      (
        #"[{"name":"Piirto, Eino","role":"piirtäjä"},{"name":"Nyblin, Daniel","role":"kuvaaja"}]"#,
        "Daniel Nyblin"
      ),
      (#"[{"name":"Piirto, Eino","role":"piirtäjä"}]"#, "Eino Piirto"),
      (#"[{"name":"Rahola, A.","role":"Valokuvaaja"}]"#, "A. Rahola"),
      (#"[{"name":"Valokuvaamo Welin","role":"pht"}]"#, "Valokuvaamo Welin"),
      (#"[{"name":"King, Martin, Jr.","role":"kuvaaja"}]"#, "King, Martin, Jr."),
      (#"[{"name":"-","role":"kuvaaja"}]"#, nil), ("[]", nil), ("7", nil),
    ] as [(String, String?)])
  func `the photographer goes before the draughtsman, by the given name first`(
    people: String, name: String?
  ) throws {
    #expect(try photo(#","nonPresenterAuthors":\#(people)"#).author?.name == name)
  }

  @Test func `each picture of a record is a photo, the first by the record's own id`() throws {
    let photos = try photos(#","buildings":[{"translated":"Museovirasto"}]"#, images: 3)
    #expect(
      photos.map(\.id.description) == ["finna:museo.1A", "finna:museo.1A-1", "finna:museo.1A-2"])
    #expect(
      photos.allSatisfy { $0.pageURL.absoluteString == "https://www.finna.fi/Record/museo.1A" })
    #expect(
      photos[2].renditions.map(\.url.absoluteString)
        == ["small", "medium", "large"].map {
          "https://www.finna.fi/Cover/Show?id=museo.1A&index=2&size=\($0)"
        })
    #expect(photos[0].credit.text == "“Pöllö” (licence unknown) · Museovirasto via Finna")
    #expect(photos[0].size == nil)
  }

  @Test func `pixels and rights are a picture's own, where the row tells them`() throws {
    let photo = try photo(
      #","imageRights":{"copyright":"InC"},"imagesExtended":[{"rights":{"copyright":"CC BY 4.0"},"#
        + #""highResolution":{"original":[{"url":"/x","format":"tif","data":{"width":{"value":"4000"},"#
        + #""height":{"value":"3000"}}}]}}],"year":"1903""#)
    #expect(photo.size == PixelSize(width: 4_000, height: 3_000) && photo.taken == "1903")
    #expect(photo.license == .creativeCommons("by", version: "4.0"))
    #expect(photo.renditions.last?.url.absoluteString.hasSuffix("&size=master") == true)
    let unsized = try self.photo(#","imagesExtended":[{"urls":{"master":"/x"}}]"#)
    #expect(unsized.size == nil && unsized.rendition(.original)?.role == .original)
  }

  @Test(
    arguments: [
      (#"{"copyright":"PDM"}"#, "CC-PDM-1.0"), (#"{"copyright":"CC0"}"#, "CC0-1.0"),
      (#"{"copyright":"InC"}"#, "LicenseRef-All-Rights-Reserved"),
      (#"{"link":"http://rightsstatements.org/vocab/NoC-NC/1.0/"}"#, "LicenseRef-NoC-NC"),
      (#"{"link":"http://creativecommons.org/licenses/by-sa/4.0/deed.sv"}"#, "CC-BY-SA-4.0"),
      (#"{"copyright":"Ask us"}"#, nil), ("7", nil),
    ] as [(String, String?)])
  func `rights are told by address or name`(rights: String, id: String?) throws {
    #expect(try photo(#","imageRights":\#(rights)"#).license?.id == id)
  }

  @Test(arguments: [
    ("museo.1A", ["museo.1A"]), ("museo.1A-2", ["museo.1A-2", "museo.1A"]),
    ("sa-kuva.sa-kuva-4711", ["sa-kuva.sa-kuva-4711", "sa-kuva.sa-kuva"]),
    (
      "musketti.M012:HK19670603:7117-12",
      ["musketti.M012:HK19670603:7117-12", "musketti.M012:HK19670603:7117"]
    ),
  ])
  func `an id that ends like a picture's place may be a record's`(id: String, asked: [String])
    throws
  {
    let calls = finna.calls(forPhoto: id)
    #expect(calls.flatMap(\.items).filter { $0.0 == "id[]" }.map(\.1) == asked)
  }

  @Test func `a reply without a record is no photo`() throws {
    #expect(throws: ProviderError.self) {
      try finna.photo("museo.1A", #"{"resultCount":0,"status":"OK"}"#)
    }
  }

  @Test(.enabled(if: Recordings.areThere, Recordings.skipped))
  func `the real reply gives its photos field by field`() throws {
    let page = try Recordings.page("finna-search-1", of: finna)
    #expect(page.photos.count == 13 && page.excluded.isEmpty)
    #expect(page.total == 196_334 && page.next == PageCursor("2/1964"))
    for photo in page.photos {
      #expect(photo.title != nil && photo.license == .creativeCommons("by", version: "4.0"))
      #expect(photo.site == "Museovirasto via Finna" && photo.size == nil)
      #expect(photo.renditions.map(\.role) == [.thumb, .small, .regular])
    }
    #expect(page.photos.count { $0.author == nil } == 2)
    let photo = try #require(page.photos.first { $0.author?.name == "Daniel Nyblin" })
    #expect(photo.id.description == "finna:museovirasto.CD51697FAA7E068D9E68567DDD15AB81")
    #expect(
      photo.pageURL.absoluteString
        == "https://www.finna.fi/Record/museovirasto.CD51697FAA7E068D9E68567DDD15AB81")
    #expect(photo.title?.hasPrefix("Helsingin Polyteknillisestä instituutista vuonna 1903") == true)
    #expect(photo.tags == ["miesten puvut", "solmiot", "solmukkeet", "viikset"])
    #expect(
      photo.rendition(.regular)?.url.absoluteString
        == "https://www.finna.fi/Cover/Show?id=museovirasto.CD51697FAA7E068D9E68567DDD15AB81&index=0&size=large"
    )
    #expect(page.photos[0].author?.name == "Topi Vikstedt")
  }
}
