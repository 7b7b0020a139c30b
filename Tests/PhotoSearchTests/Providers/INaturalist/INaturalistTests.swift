import Foundation
@testable import PhotoSearch
import Testing

/// What is peculiar to iNaturalist; what it shares with all providers is in the contract
@Suite struct INaturalistTests {
  private let adapter = INaturalist()

  private func page(
    _ observation: String, filters: PhotoFilters = PhotoFilters()
  ) throws -> PhotoPage {
    try adapter.page(
      #"{"total_results":1,"per_page":200,"results":[\#(observation)]}"#, [:], filters)
  }

  /// An observation with some members and photos
  private func observation(_ members: String = "", _ photos: String...) -> String {
    let more = members.isEmpty ? "" : ",\(members)"
    return #"{"id":5,"photos":[\#(photos.joined(separator: ","))]\#(more)}"#
  }

  private func picture(_ id: Int = 9, _ members: String = "") -> String {
    let more = members.isEmpty ? "" : ",\(members)"
    return
      #"{"id":\#(id),"url":"http://static.inaturalist.org/photos/\#(id)/square.jpg?15"\#(more)}"#
  }

  @Test func `each picture of an observation is a photo, with a licence of its own`() throws {
    let row = observation(
      #""license_code":"cc0","taxon":{"name":"Vulpes vulpes","preferred_common_name":"Red Fox"}"#,
      picture(7, #""license_code":"cc-by-nc""#), picture(8, #""license_code":null"#), picture(9),
      picture(10, #""license_code":"gfdl""#), picture(11, #""license_code":"CC0""#))
    let photos = try page(row).photos
    #expect(photos.map(\.id.native) == ["5-7", "5-8", "5-9", "5-10", "5-11"])
    #expect(photos.allSatisfy { $0.title == "Red Fox (Vulpes vulpes)" })
    #expect(
      photos.map(\.license?.id) == [
        "CC-BY-NC-4.0", "LicenseRef-All-Rights-Reserved", nil, nil, "CC0-1.0",
      ])
    let free = try page(row, filters: PhotoFilters(licenses: [.commercial]))
    #expect(free.photos.map(\.id.native) == ["5-11"])
    #expect(free.excluded == [.misfit(.license): 2, .unknown(.license): 2])
  }

  @Test(arguments: [
    (#""taxon":{"name":"Vulpes"}"#, "Vulpes"), (#""species_guess":"a fox""#, "a fox"),
    (#""taxon":{"name":"Fox","preferred_common_name":"Fox"}"#, "Fox"), (#""taxon":null"#, nil),
  ])
  func `the species is the title, else what it was taken for`(members: String, title: String?)
    throws
  {
    #expect(try page(observation(members, picture())).photos.first?.title == title)
  }

  /// The observer is the author unless the photo says somebody else
  @Test(
    arguments: [
      ("(c) ada, some rights reserved (CC BY)", "Ada L.", "https://www.inaturalist.org/people/ada"),
      ("(c) Ada L., all rights reserved", "Ada L.", "https://www.inaturalist.org/people/ada"),
      ("(c) Zita, Trust, some rights reserved (CC BY)", "Zita, Trust", nil),
      ("no rights reserved", "Ada L.", "https://www.inaturalist.org/people/ada"),
      ("(c) , all rights reserved", "Ada L.", "https://www.inaturalist.org/people/ada"),
    ] as [(String, String, String?)])
  func `the author is who the photo names`(words: String, name: String, page: String?) throws {
    let row = observation(
      #""user":{"login":"ada","name":"Ada L."}"#, picture(9, #""attribution":"\#(words)""#))
    let author = try #require(self.page(row).photos.first?.author)
    #expect(author.name == name && author.url?.absoluteString == page)
  }

  @Test func `its sizes are made of the square's address, with https, and none is cut`() throws {
    let row = observation(
      "", picture(9, #""original_dimensions":{"width":1188,"height":900}"#),
      #"{"id":8,"url":"https://static.inaturalist.org/copyright-infringement.png"}"#)
    let page = try page(row)
    let photo = try #require(page.photos.first)
    #expect(photo.renditions.map(\.role) == [.thumb, .small, .regular, .original])
    #expect(
      photo.renditions.map(\.url.absoluteString)
        == ["small", "medium", "large", "original"].map {
          "https://static.inaturalist.org/photos/9/\($0).jpg?15"
        })
    #expect(photo.renditions.last?.size == PixelSize(width: 1_188, height: 900))
    #expect(page.excluded == [.withoutImage: 1])
  }

  @Test func `place and coordinates are told of a single photo, which is the one asked for`() throws
  {
    let row = observation(
      #""place_guess":"Wilcox, SK","geojson":{"coordinates":[-104.5,50.25]}"#, picture(7),
      picture(9))
    let body = #"{"results":[\#(row)]}"#
    let photo = try adapter.photo("5-9", body)
    #expect(photo.id.native == "5-9")
    let place = try #require(photo.details?.place)
    #expect(place.name == "Wilcox, SK" && place.latitude == 50.25 && place.longitude == -104.5)
    // The address of an observation stands for the first.
    let native = try #require(try adapter.native("https://www.inaturalist.org/observations/5"))
    #expect(adapter.calls(forPhoto: native).map(\.path) == ["/observations/5"])
    #expect(try adapter.photo(native, body).id.native == "5-7")
    #expect(try adapter.photo("5-7", body).identities.map(\.native) == ["5-7", "5"])
    #expect(photo.identities.map(\.native) == ["5-9"])
    #expect(throws: ProviderError.self) { try adapter.photo("5-8", body) }
  }

  /// What a row has besides of a place that it hides isn't for everybody
  private static let secret =
    #""private_location":"50.25,-104.5","private_place_guess":"12 Elm St","#
    + #""private_geojson":{"coordinates":[-104.5,50.25]},"location":"50.2,-104.4""#

  @Test(
    arguments: [
      (#""observed_on":"2020-08-26","time_observed_at":"2020-08-26T22:46:10+02:00""#, 19),
      (#""observed_on":"2020-08-26","time_observed_at":"2020-08-27T04:46:10Z""#, 10),
      (#""observed_on":"2020-08-26","time_observed_at":null"#, 10),
      (#""observed_on":"2020-08-26","time_observed_at":"2020-08-26T22:46:10Z","obscured":true"#, 7),
      (#""observed_on":"2020-08-26","geoprivacy":"private""#, 7),
      (#""observed_on":"2020-08","taxon_geoprivacy":"obscured""#, 7),
      (#""observed_on":"yesterday""#, nil), (#""time_observed_at":"2020-08-26T22:46:10Z""#, nil),
    ] as [(String, Int?)])
  func `it was taken on the day of the observation, told by its month if its place is hidden`(
    members: String, length: Int?
  ) throws {
    let taken = try page(observation(members, picture())).photos.first?.taken
    #expect(taken == length.map { String("2020-08-26T22:46:10".prefix($0)) })
  }

  @Test(arguments: [
    (#""obscured":true"#, false), (#""obscured":"yes""#, false),
    (#""geoprivacy":"obscured""#, false),
    (#""geoprivacy":"private""#, false), (#""taxon_geoprivacy":"obscured""#, false),
    (#""obscured":false,"geoprivacy":7"#, false),
    (#""obscured":false,"geoprivacy":"open","taxon_geoprivacy":"private""#, false),
    (#""obscured":false,"geoprivacy":null,"taxon_geoprivacy":"open""#, true),
    (#""geoprivacy":null"#, true),
  ])
  func `a place that is hidden has no coordinates, and no name but the public one`(
    members: String, isOpen: Bool
  ) throws {
    let row = observation(
      #"\#(members),\#(Self.secret),"place_guess":"Saskatchewan","geojson":{"coordinates":[-104,50]}"#,
      picture())
    let photo = try adapter.photo("5-9", #"{"results":[\#(row)]}"#)
    let place = PhotoPlace(
      name: "Saskatchewan", latitude: isOpen ? 50 : nil, longitude: isOpen ? -104 : nil)
    #expect(photo.details == PhotoDetails(place: place))
    let nowhere = observation(
      #"\#(members),\#(Self.secret),"place_guess":null,"geojson":null"#, picture())
    #expect(try adapter.photo("5-9", #"{"results":[\#(nowhere)]}"#).details?.place == nil)
  }

  /// Each photo with words of its own would take gigabytes
  @Test func `an observation of thousands of pictures and a book is bounded, its words read once`()
    throws
  {
    let book = String(repeating: "<b>a fox</b> ", count: 20_000)
    let row =
      #"{"id":5,"description":"\#(book)","photos":["#
      + (1...6_000).map { picture($0) }.joined(separator: ",") + "]}"
    let page = try page([row, row].joined(separator: ","))
    #expect((page.photos.count, page.excluded[.excess]) == (4_000, 1))
    #expect(page.photos.last?.description?.hasSuffix("a fox") == true)
  }
}

/// What the adapter makes of replies that iNaturalist gave
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct INaturalistRecordingTests {
  @Test(arguments: [
    ("first", "57754375-92152429", "samroom", License.creativeCommons("by-nc", version: "4.0")),
    ("last", "57707611-92075215", "ingridt3", .allRightsReserved),
  ])
  func `a recorded session replays, each photo whole`(
    words: String, native: String, author: String, license: License
  ) async throws {
    let page = try await Recordings.answer(to: words, of: INaturalist()).get()
    #expect(page.photos.count == 1 && page.excluded.isEmpty && page.total == 2)
    let photo = try #require(page.photos.first)
    expectSound(photo)
    #expect(photo.id.native == native && photo.title == "Monarch (Danaus plexippus)")
    #expect(photo.author?.name == author && photo.license == license)
    #expect(photo.author?.url?.absoluteString == "https://www.inaturalist.org/people/\(author)")
    #expect(photo.size != nil && photo.published != nil && photo.likes == 0)
    #expect(photo.taken == (words == "first" ? "2020-08-27T08:57:22" : "2020-08-26T22:46:10"))
    #expect(photo.renditions.map(\.role) == [.thumb, .small, .regular, .original])
    #expect((photo.description == nil) == (words == "first"))
  }
}
