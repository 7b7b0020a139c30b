import FixtureMaker
import Foundation
import PhotoSearch
import Testing

@testable import PhotoStorage

/// Each terminal has its own listing and its own last search
struct ListingTests {
  private let file = TemporaryDatabase()

  private func database(_ terminal: String?) throws -> PhotoDatabase {
    try PhotoDatabase.writing(at: file.url, for: terminal)
  }

  private func photos(_ numbers: ClosedRange<Int>) throws -> [Photo] {
    try numbers.map { try RandomPhoto.named("flickr:\($0)") }
  }

  private func last(_ words: String, shown: Int) -> LastSearch {
    let plan = SearchPlan(query: PhotoQuery(words), providers: [])
    let settings = SearchSettings(
      isOffline: false, patience: nil, timeout: .seconds(20), maxRequests: 20, isStrict: false,
      isInHistory: true)
    return LastSearch(
      search: SearchRecord(plan: plan), settings: settings, cursor: "x", shown: shown)
  }

  @Test func `a listing leaves those of other terminals, and is the newest for all without one`()
    throws
  {
    try database("a").keepListing(photos(1...3), from: 1, token: "x")
    try database("b").keepListing(photos(11...12), from: 1, token: "y")
    #expect(try database("a").listedPhotos(1...1)[1]?.id.native == "1")
    #expect(try database("a").listedNumbers() == 1...3)
    #expect(try database("b").listedPhotos(1...1)[1]?.id.native == "11")
    for other in ["c", nil] {
      #expect(try (database(other).listedNumbers(), database(other).listingToken()) == (1...2, "y"))
    }
    try database("a").keepListing(photos(4...4), from: 4, token: "x")
    #expect(try (database("a").listedNumbers(), database(nil).listingToken()) == (1...4, "x"))
    try database(nil).keepListing(photos(21...21), from: 1, token: "z")
    #expect(try database("c").listedPhotos(1...1)[1]?.id.native == "21")
    #expect(try database("b").listedPhotos(2...2)[2]?.id.native == "12")
  }

  @Test func `ids and addresses are known from any listing, this terminal's first`() throws {
    var photo = try RandomPhoto.named("flickr:1")
    let picture = try #require(URL(string: "https://example.org/1.jpg"))
    photo.renditions = [Rendition(role: .full, url: picture, size: nil)]
    for terminal in ["a", "b", "c"] {
      photo.title = terminal
      try database(terminal).keepListing([photo], from: 1, token: terminal)
    }
    for (terminal, title) in [("a", "a"), ("b", "b"), ("d", "c")] {
      let database = try database(terminal)
      #expect(try database.listedPhoto(photo.id)?.title == title)
      #expect(try database.photo(ofPage: photo.pageURL)?.title == title)
      #expect(try database.photo(ofPicture: picture)?.title == title)
    }
    try database("d").keepListing(photos(2...2), from: 1, token: "d")
    #expect(try database("d").listedPhoto(photo.id)?.title == "c")
  }

  @Test func `a search that goes on in another terminal has the photos before it there`() throws {
    try database("a").keepListing(photos(1...3), from: 1, token: "x")
    try database("b").keepListing(photos(4...5), from: 4, token: "x")
    #expect(try database("b").listedNumbers() == 1...5)
    #expect(try database("b").listedPhotos(2...2)[2]?.id.native == "2")
    #expect(try database("a").listedNumbers() == 1...3)
    // Both go on, each for itself.
    try database("a").keepListing(photos(14...14), from: 4, token: "x")
    #expect(try database("a").listedPhotos(4...4)[4]?.id.native == "14")
    #expect(try database("b").listedPhotos(4...4)[4]?.id.native == "4")
  }

  @Test func `the last search is that of the terminal, else the newest of all`() throws {
    try database("a").save(last("cats", shown: 3), token: "x")
    try database("b").save(last("dogs", shown: 5), token: "y")
    func words(_ terminal: String?) throws -> String? {
      try database(terminal).lastSearch()?.search?.search.plan.query.words
    }
    #expect(try words("a") == "cats" && words("b") == "dogs")
    #expect(try words("c") == "dogs" && words(nil) == "dogs")
    try database("a").save(last("cats", shown: 6), token: "x")
    #expect(try words(nil) == "cats" && database("a").lastSearch()?.search?.shown == 6)
    _ = try database("c").forget(words: "cats")
    #expect(try words("a") == "dogs")
    _ = try database("c").forgetAll()
    #expect(try words("b") == nil)
  }

  @Test func `photos of old listings are forgotten, and nobody else's take their place`() throws {
    let most = PhotoDatabase.maxListings
    for number in 1...(most + 5) {
      try database("\(number)").keepListing(photos(number...number), from: 1, token: "\(number)")
    }
    for number in 1...(most + 5) {
      let isKept = number > 5
      let native = try database("\(number)").listedPhotos(1...1)[1]?.id.native
      #expect(native == (isKept ? "\(number)" : nil))
      #expect(try (database("\(number)").listedNumbers() != nil) == isKept)
    }
    #expect(try database("new").listedPhotos(1...1)[1]?.id.native == "\(most + 5)")
  }

  @Test func `large listings are forgotten before small ones would be`() throws {
    let first = try database("a")
    try first.keepListing(photos(1...1), from: 1, token: "a")
    try first.connection.run(
      """
      INSERT INTO listed_photos
      WITH RECURSIVE places(place) AS (
        SELECT 2 UNION ALL SELECT place + 1 FROM places
        WHERE place < ?)
      SELECT listing, place, id, page, json FROM places, listed_photos WHERE number = 1
      """, PhotoDatabase.maxListedPhotos)
    for terminal in ["b", "c"] {
      let database = try database(terminal)
      try database.keepListing(photos(1...1), from: 1, token: terminal)
      try database.connection.run(
        """
        INSERT OR REPLACE INTO listed_photos
        SELECT (SELECT max(number) FROM listings), number, id, page, json FROM listed_photos
        WHERE listing = (SELECT min(number) FROM listings)
        """)
    }
    try database("d").keepListing(
      photos(1...PhotoDatabase.maxListedPhotos), from: 1, token: "d")
    #expect(try database("a").listedNumbers() == nil)
    for terminal in ["b", "c", "d"] {
      #expect(try database(terminal).listedNumbers() == 1...PhotoDatabase.maxListedPhotos)
    }
  }

  @Test func `terminals are not remembered without end`() throws {
    let database = try database(nil)
    try database.connection.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO listings SELECT i, 't' || i, 'x', i FROM n
      """)
    try database.connection.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO searches SELECT i, 't' || i, 'x', NULL, '', '', 0 FROM n
      """)
    try database.keepListing(photos(1...1), from: 1, token: "y")
    try database.save(last("cats", shown: 1), token: "y")
    for query in ["SELECT count(*) FROM listings", "SELECT count(*) FROM searches"]
      as [StaticString]
    {
      let count = try database.connection.query(query)
      #expect(try count.step() && count.integer(0) == PhotoDatabase.maxTerminals)
      count.reset()
    }
    #expect(try database.listedPhotos(1...1)[1]?.id.native == "1")
  }
}
