import FixtureMaker
import Foundation
import PhotoSearch
import Testing

@testable import PhotoStorage

struct PhotoDatabaseTests {
  private let file = TemporaryDatabase()
  private let database: PhotoDatabase

  init() throws { database = try PhotoDatabase.writing(at: file.url) }

  private func favorites(_ database: PhotoDatabase) throws -> [Favorite] {
    var favorites: [Favorite] = []
    let unreadable = try database.eachFavorite { favorites.append($0) }
    #expect(unreadable == 0)
    return favorites
  }

  /// Whether the files have a text anywhere
  private func hasBytes(of text: String) -> Bool {
    ["", "-wal"].contains { ending in
      let bytes = FileManager.default.contents(atPath: file.url.path + ending) ?? Data()
      return bytes.range(of: Data(text.utf8)) != nil
    }
  }

  private func search(
    _ words: String?, filters: PhotoFilters = PhotoFilters(), replay: String? = nil
  ) -> SearchRecord {
    let query = PhotoQuery(words, filters: filters)
    return SearchRecord(plan: SearchPlan(query: query, providers: []), replay: replay)
  }

  private func last(_ search: SearchRecord, cursor: String?, shown: Int) -> LastSearch {
    let settings = SearchSettings(
      isOffline: false, patience: .seconds(1), timeout: .seconds(20), maxRequests: 20,
      isStrict: false,
      isInHistory: true)
    return LastSearch(search: search, settings: settings, cursor: cursor, shown: shown)
  }

  @Test func `what was added is there in the next program, in its order`() throws {
    var random = SeededGenerator(seed: 7)
    let photos = try (1...20).map { number in
      var photo = try RandomPhoto.make(using: &random)
      photo = try photo.named("flickr:\(number)")
      return Favorite(photo: photo, added: Date(timeIntervalSince1970: Double(number)))
    }
    let added = try PhotoDatabase.writing(at: file.url).add(photos)
    #expect(added.new == photos.map(\.photo.id))
    let database = try #require(try PhotoDatabase.reading(at: file.url))
    #expect(try (favorites(database), database.favoriteCount()) == (photos, 20))
  }

  @Test func `adding twice keeps one, with the first date, under any of its names`() throws {
    var photo = try RandomPhoto.named("openverse:1")
    photo.aliases = [PhotoID(service: "flickr", native: "9")]
    _ = try database.add([Favorite(photo: photo, added: Date(timeIntervalSince1970: 5))])
    let original = try RandomPhoto.named("flickr:9")
    let again = try database.add([
      Favorite(photo: original, added: Date()), Favorite(photo: photo, added: Date()),
    ])
    #expect(again.new.isEmpty && again.existing == 2)
    #expect(try favorites(database).map(\.added) == [Date(timeIntervalSince1970: 5)])
    #expect(try database.isFavorite(original))
    #expect(try database.removeFavorites([original.identities]) == [true])
    #expect(try !database.isFavorite(photo))
    #expect(try database.removeFavorites([photo.identities]) == [false])
  }

  @Test func `a photo that was there under another name is known by both`() throws {
    let original = try RandomPhoto.named("flickr:9")
    var copy = try RandomPhoto.named("openverse:1")
    copy.aliases = [original.id]
    _ = try database.add([Favorite(photo: original, added: Date())])
    #expect(try database.add([Favorite(photo: copy, added: Date())]).existing == 1)
    #expect(try favorites(database).map(\.photo) == [original])
    #expect(try database.favorites(under: [copy.id]).map(\.photo) == [original])
    #expect(try database.removeFavorites([[copy.id], [original.id]]) == [true, false])
    #expect(try !database.isFavorite(copy))
  }

  @Test func `what has a heart can be removed by any name, and has none afterwards`() throws {
    let names = ["flickr:9", "wikimedia:5"]
    let photos = try names.map { try RandomPhoto.named($0) }
    _ = try database.add(photos.map { Favorite(photo: $0, added: Date()) })
    var copy = try RandomPhoto.named("openverse:1")
    copy.aliases = photos.map(\.id)
    #expect(try database.isFavorite(copy) && database.removeFavorites([copy.identities]) == [true])
    #expect(try !database.isFavorite(copy) && favorites(database).isEmpty)
  }

  @Test func `a query is one row, last searched first`() throws {
    let cats = search("cats", filters: PhotoFilters(licenses: [.by]))
    let list = search(nil)
    for (index, search) in [cats, list, cats].enumerated() {
      try database.remember(search, photos: index, at: Date(timeIntervalSince1970: Double(index)))
    }
    #expect(try database.history().map(\.search) == [cats, list])
    #expect(try database.history().map(\.photos) == [2, 1])
    #expect(try (database.forget(words: "cats"), database.history().map(\.search)) == (1, [list]))
    // A clock that went back does not change what came last.
    try database.remember(cats, photos: 1, at: Date(timeIntervalSince1970: 0))
    #expect(try database.history().map(\.search) == [cats, list])
    #expect(try database.forgetAll() == 2 && database.history().isEmpty)
  }

  @Test func `the last search comes back as it was, with how it was carried out`() throws {
    #expect(try database.lastSearch() == nil)
    var filters = PhotoFilters(
      safety: .off, orientation: .square, licenses: [.bySA, .cc0], color: .teal, sort: .latest)
    var kept = last(
      search("red  panda", filters: filters, replay: "/a b.har"), cursor: "x", shown: 7)
    kept.search.plan.providers = [
      ProviderID(rawValue: "flickr"), ProviderID(rawValue: "openverse"),
    ]
    kept.search.plan.order = .newest
    kept.settings = SearchSettings(
      isOffline: true, patience: nil, timeout: .milliseconds(1_500), maxRequests: 20,
      isStrict: true,
      isInHistory: false)
    try database.save(kept, token: "t")
    #expect(try database.lastSearch()?.search == kept)
    filters.sort = .relevant
    kept = last(search(nil, filters: filters), cursor: nil, shown: 0)
    try database.save(kept, token: "u")
    #expect(try (database.lastSearch()?.search, database.lastSearch()?.token) == (kept, "u"))
  }

  @Test(arguments: ["", "--provider\nflickr", "{", #"{"plan":{}}"#, "[1]", "\u{0}"])
  func `a search that another version kept is told from none, and harms nothing`(text: String)
    throws
  {
    try database.save(last(search("cats"), cursor: "x", shown: 1), token: "t")
    try database.remember(search("cats"), photos: 1, at: Date())
    try database.connection.run("UPDATE searches SET plan = ?", text)
    try database.connection.run("UPDATE history SET plan = ?", text)
    let last = try #require(try database.lastSearch())
    #expect(last.search == nil && last.token == "t")
    #expect(
      try (database.history().map(\.words), database.history().map(\.search)) == (["cats"], [nil]))
    try database.remember(search("dogs"), photos: 1, at: Date())
    #expect(try database.history().map(\.words) == ["dogs", "cats"])
    #expect(try database.forget(words: "cats") == 1)
  }

  @Test func `nothing of a cleared history is left in the files`() throws {
    let secret = "a-search-for-a-present"
    let record = search(secret)
    try database.remember(record, photos: 3, at: Date())
    try database.save(last(record, cursor: "x", shown: 3), token: "t")
    #expect(hasBytes(of: secret))
    #expect(try database.forgetAll() == 1)
    #expect(!hasBytes(of: secret))
  }

  @Test func `nothing of a query that was removed is left, however often it moved`() throws {
    let secret = "a-search-for-a-present"
    for round in 1...20 {
      for words in [secret, "cats \(round)", secret] {
        let record = search(words, replay: "/\(round).har")
        try database.remember(record, photos: 1 << round, at: Date())
        try database.save(last(record, cursor: "x", shown: round), token: "t")
      }
    }
    try database.save(last(search("cats"), cursor: nil, shown: 1), token: "t")
    #expect(try database.forget(words: secret) == 20)
    #expect(!hasBytes(of: secret))
  }

  @Test func `a listing that goes on adds to its numbers, another one replaces them`() throws {
    let photos = try (1...6).map { try RandomPhoto.named("flickr:\($0)") }
    try database.keepListing(Array(photos[..<2]), from: 1, token: "a")
    try database.keepListing(Array(photos[2..<4]), from: 3, token: "a")
    try database.keepListing([photos[4]], from: 5, token: "a")
    #expect(try database.listedNumbers() == 1...5)
    for number in 1...5 {
      #expect(try database.listedPhotos(number...number)[number] == photos[number - 1])
    }
    #expect(try database.listedPhoto(photos[4].id) == photos[4])
    // Two programs that go on with one search at once find the same.
    try database.keepListing([photos[4]], from: 5, token: "a")
    #expect(try database.listedNumbers() == 1...5)
    try database.keepListing([photos[5]], from: 6, token: "d")
    #expect(try database.listedNumbers() == 6...6)
    try database.keepListing([photos[0]], from: 1, token: "c")
    #expect(try database.listedNumbers() == 1...1)
  }

  @Test func `a photo is found by its page, in the last listing before the favorites`() throws {
    var favorite = try RandomPhoto.named("flickr:1")
    favorite.pageURL = try #require(URL(string: "https://example.org/p?a=%22&b=1"))
    var listed = try RandomPhoto.named("flickr:2")
    listed.pageURL = favorite.pageURL
    _ = try database.add([Favorite(photo: favorite, added: Date())])
    #expect(try database.photo(ofPage: favorite.pageURL) == favorite)
    try database.keepListing([listed], from: 1, token: "a")
    #expect(try database.photo(ofPage: favorite.pageURL) == listed)
    let other = try #require(URL(string: "https://example.org/p"))
    #expect(try database.photo(ofPage: other) == nil)
  }

  @Test(arguments: [
    "https://example.org/1.jpg?w=100&q=%20", "https://example.org/o'malley.jpg",
    "https://example.org/%C3%A9(1)[2]%27.jpg",
  ])
  func `a photo is found by each of its pictures`(address: String) throws {
    let picture = try #require(URL(string: address))
    var photo = try RandomPhoto.named("flickr:1")
    photo.renditions = [
      Rendition(role: .thumb, url: photo.pageURL, size: nil),
      Rendition(role: .full, url: picture, size: nil),
    ]
    for isListed in [false, true] {
      if isListed {
        try database.keepListing([photo], from: 1, token: "a")
      } else {
        _ = try database.add([Favorite(photo: photo, added: Date())])
      }
      for text in [address, address.replacing("'", with: "%27")] {
        let url = try #require(URL(string: text))
        #expect(try database.photo(ofPicture: url)?.id == photo.id)
      }
      let other = address.replacing(/\?.*/, with: "")
      for text in ["\(other)2", "https://example.org/", String(other.dropLast())] {
        let url = try #require(URL(string: text))
        #expect(try database.photo(ofPicture: url) == nil)
      }
    }
  }

  @Test func `a picture's address may differ in its query part where only one photo has the rest`()
    throws
  {
    let photos = try ["a.jpg?w=1", "b?id=1", "b?id=2"].enumerated().map { number, name in
      var photo = try RandomPhoto.named("flickr:\(number)")
      let picture = try #require(URL(string: "https://example.org:8080/\(name)"))
      photo.renditions = [Rendition(role: .full, url: picture, size: nil)]
      return photo
    }
    try database.keepListing(photos, from: 1, token: "a")
    func found(_ name: String) throws -> String? {
      let url = try #require(URL(string: "https://example.org:8080/\(name)"))
      return try database.photo(ofPicture: url)?.id.native
    }
    #expect(try found("a.jpg?w=2000") == "0" && found("a.jpg") == "0")
    #expect(try found("b?id=2") == "2" && found("b") == nil && found("b?id=3") == nil)
  }
}
