import Foundation
import Platform
import Testing

@testable import PhotoSearch

/// What is peculiar to Europeana; the contract has what all providers promise
@Suite struct EuropeanaTests {
  private let europeana = Europeana(key: "a-key-of-mine")

  private func reply(_ members: String) -> String {
    let id =
      #""id":"/2021650/memorix_1","edmPreview":["https://api.europeana.eu/t?uri=x&type=IMAGE"]"#
    return #"{"success":true,"totalResults":1,"items":[{\#(id)\#(members)}]}"#
  }

  private func photo(_ members: String, language: String? = nil) throws -> Photo {
    let filters = PhotoFilters(language: language.flatMap(QueryLanguage.init))
    return try #require(try europeana.page(reply(members), [:], filters).photos.first)
  }

  @Test(
    arguments: [
      ("de", "Eule"), ("en", "Owl"), (nil, "Owl"), ("fr", "Owl"),
    ] as [(String?, String)])
  func `a title is in the language asked for, else in English`(language: String?, title: String)
    throws
  {
    let titles =
      #","title":["Uggla"],"dcTitleLangAware":{"def":["Uggla"],"de":["Eule"],"en":["Owl"]}"#
    #expect(try photo(titles, language: language).title == title)
    let others = #","title":["Uggla&nbsp;1\n  x"],"dcTitleLangAware":{"def":["Uggla"]}"#
    #expect(try photo(others.replacing("\n", with: "\\n"), language: language).title == "Uggla 1 x")
  }

  @Test(
    arguments: [
      (#""dcCreator":["http://museum.example/1","Jane Example"]"#, "Jane Example"),
      (
        #""dcCreator":["http://a.example/1"],"dcCreatorLangAware":{"def":["http://a.example/1"],"en":["Jane"]}"#,
        "Jane"
      ),
      (
        #""dcCreator":["http://a.example/1"],"edmAgentLabel":[{"def":"Villemin, Charles"}]"#,
        "Villemin, Charles"
      ),
      (#""dcCreator":["Anonymous"],"edmAgentLabel":[{"def":"A castle"}]"#, nil),
      (#""dcCreator":["unknown"]"#, nil), (#""dcCreator":[]"#, nil),
    ] as [(String, String?)])
  func `a creator is a name, and neither an address nor a word for nobody`(
    members: String, name: String?
  ) throws {
    #expect(try photo("," + members).author?.name == name)
  }

  @Test(
    arguments: [
      ("https://images.example/a.jpg", "https://images.example/a.jpg"),
      ("http://images.example/a.jpg", nil),
      ("http://iiif.europeana.eu/a.jpg", "https://iiif.europeana.eu/a.jpg"),
    ] as [(String, String?)])
  func `a picture over http is none, and the preview stays`(address: String, shown: String?) throws
  {
    let photo = try photo(#","edmIsShownBy":["\#(address)"]"#)
    #expect(photo.renditions.first { $0.role == .original }?.url.absoluteString == shown)
    #expect(
      photo.renditions.prefix(2).map(\.url.absoluteString) == [
        "https://api.europeana.eu/t?uri=x&type=IMAGE&size=w200",
        "https://api.europeana.eu/t?uri=x&type=IMAGE&size=w400",
      ])
    #expect(photo.size == nil)
  }

  @Test func `the institution is in the credit, and no-one's key in an address`() throws {
    let photo = try photo(
      #","title":["Owl"],"dataProvider":["Museum of Examples"],"rights":["http://rightsstatements.org/vocab/NoC-NC/1.0/"],"#
        + #""guid":"https://www.europeana.eu/item/2021650/memorix_1?utm_campaign=s3cret","#
        + #""link":"https://api.europeana.eu/record/2021650/memorix_1.json?wskey=s3cret""#)
    #expect(
      photo.credit.text
        == "“Owl” (No copyright, non-commercial use only) · Museum of Examples via Europeana")
    #expect(photo.pageURL.absoluteString == "https://www.europeana.eu/item/2021650/memorix_1")
    #expect(!"\(photo)".contains("s3cret"))
    #expect(!PhotoFilters(licenses: [.commercial]).licenses.admit(photo.license))
    #expect(!Redaction().text("https://api.europeana.eu/a.json?wskey=s3cret").contains("s3cret"))
  }

  @Test func `the record tells a single photo's pixels`() throws {
    let row = reply(#","edmIsShownBy":["http://iiif.europeana.eu/a.jpg"]"#)
    let record =
      #"{"success":true,"object":{"aggregations":[{"webResources":[{"about":"https://x.example/b.jpg","ebucoreWidth":1,"ebucoreHeight":1},"#
      + #"{"about":"http://iiif.europeana.eu/a.jpg","ebucoreWidth":4000,"ebucoreHeight":3000}]}]}}"#
    let native = "2021650/memorix_1"
    let photo = try europeana.photo(native, row, record)
    #expect(
      try (photo.size, photo.rendition(.original)?.size, europeana.photo(native, row, "{}").size)
        == (PixelSize(width: 4_000, height: 3_000), photo.size, nil))
    let asked = try europeana.requests(forPhoto: native).map(\.url.path)
    #expect(asked == ["/record/v2/search.json", "/record/v2/2021650/memorix_1.json"])
  }

  @Test(.enabled(if: Recordings.areThere, Recordings.skipped))
  func `the real replies give their photos field by field`() throws {
    let first = try Recordings.page("europeana-search-1", of: europeana)
    #expect(first.photos.count == 6 && first.total == 27 && first.excluded.isEmpty)
    #expect(first.next == PageCursor("at:test_next_cursor"))
    for photo in first.photos {
      #expect(
        photo.license == .cc0 && photo.site == "Biblioteca Digital de Castilla y León via Europeana"
      )
      // Their pictures are on a host without https.
      #expect(photo.renditions.map(\.role) == [.thumb, .small] && photo.title != nil)
    }
    #expect(first.photos.map { $0.author?.name }.last == .some(nil))
    let one = first.photos[0]
    #expect(one.id.description == "europeana:2022704/lod_oai_bibliotecadigital_jcyl_es_26229_ent1")
    #expect(
      one.pageURL.absoluteString
        == "https://www.europeana.eu/item/2022704/lod_oai_bibliotecadigital_jcyl_es_26229_ent1")
    #expect(one.title?.hasPrefix("Claustro del Monasterio de S. Salvador en Oña") == true)
    #expect(
      (one.author?.name, one.published, first.photos[5].taken)
        == ("Villemin, Charles, fl. 1835-1849", Date(iso8601: "2018-01-16T10:52:45Z"), "1829"))
    let second = try Recordings.page("europeana-search-2", of: europeana)
    let newer = try #require(second.photos.first)
    #expect(second.total == 36_574_809 && second.next == nil && newer.license == .cc0)
    #expect(newer.author?.name == "Fotovlucht Vliegbasis Soesterberg")
    #expect(newer.title?.hasSuffix("tijdens de reddingsoefening 'Get Wet'.") == true)
    #expect(
      newer.description == nil && newer.renditions.map(\.role) == [.thumb, .small, .original])
    #expect(
      newer.rendition(.original)?.url.absoluteString
        == "https://images.memorix.nl/nda/thumb/fullsize/010a31d7-9316-54d7-6ad0-83b9914688d9.jpg")
  }
}
