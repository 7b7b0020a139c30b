import FixtureMaker
import Foundation
import Testing

@testable import PhotoSearch

/// Lists by author, by tag and of similar photos, as each adapter asks for them
@Suite struct FeedListTests {
  /// A list and what is sent for it
  struct Case: CustomTestStringConvertible, Sendable {
    let provider: ProviderID
    let query: PhotoQuery
    let cursor: PageCursor?
    /// Parts of the decoded address
    let parts: [String]
    var testDescription: String {
      "\(provider) \(query.subject?.value ?? "") \(cursor?.text ?? "")"
    }

    init(_ provider: ProviderID, _ query: PhotoQuery, at cursor: String? = nil, _ parts: String...)
    {
      (self.provider, self.query, self.parts) = (provider, query, parts)
      self.cursor = cursor.map { PageCursor($0) }
    }
  }

  static func author(_ name: String) -> PhotoQuery {
    PhotoQuery(nil, filters: PhotoFilters(author: FilterValue.author(name)))
  }

  static func tag(_ tag: String) -> PhotoQuery {
    var query = PhotoQuery(nil)
    query.filters.tag = FilterValue.tag(tag)
    return query
  }

  static func similar(_ id: String) -> PhotoQuery {
    var query = PhotoQuery(nil)
    query.similar = PhotoID(id)
    return query
  }

  static let cases: [Case] = [
    Case(.unsplash, author("Jane Doe"), "/search/users?query=Jane Doe"),
    Case(.unsplash, author("@jane"), "/users/jane/photos?", "page=1", "per_page=30"),
    Case(.unsplash, author("https://unsplash.com/@jane?utm_source=x"), "/users/jane/photos?"),
    Case(.unsplash, author("unsplash.com/@jane"), "/users/jane/photos?"),
    Case(.unsplash, author("Jane Doe"), at: "@jane@2/5", "/users/jane/photos?", "page=2"),
    Case(.flickr, author("Jane Doe"), "method=flickr.people.findByUsername", "username=Jane Doe"),
    Case(.flickr, author("1@N00"), "method=flickr.photos.search", "user_id=1@N00", "page=1"),
    Case(.flickr, author("https://www.flickr.com/people/1@N00/"), "user_id=1@N00"),
    Case(
      .flickr, author("https://www.flickr.com/photos/jane/"), "method=flickr.urls.lookupUser",
      "url=https://www.flickr.com/photos/jane/"),
    Case(.flickr, author("Jane"), at: "@1%40N00@3/9", "user_id=1@N00", "page=3"),
    Case(.flickr, author("Jane"), at: "@1%40N00@", "user_id=1@N00", "page=1"),
    Case(.flickr, tag("Golden Gate"), "method=flickr.photos.search", "tags=goldengate"),
    Case(.openverse, author("Jane Q. Doe"), "/images/?creator=\"Jane Q Doe\"", "page_size=20"),
    Case(.openverse, tag("#harbor"), "/images/?tags=harbor&", "mature=false"),
    Case(.openverse, similar("openverse:a-1"), "/images/a-1/related/"),
    Case(.wikimedia, author("Ansel Adams"), "gsrsearch=filetype:bitmap \"Ansel Adams\"&"),
    Case(
      .wikimedia, author("https://commons.wikimedia.org/wiki/Creator:Ansel_Adams"),
      "gsrsearch=filetype:bitmap \"Ansel Adams\"&"),
    Case(.wikimedia, tag("harbor"), "gsrsearch=filetype:bitmap incategory:\"harbor\"&"),
    Case(
      .wikimedia, similar("wikimedia:File:A \"b\".jpg"),
      "gsrsearch=filetype:bitmap morelikethis:\"File:A b .jpg\"&"),
    Case(.wikimedia, similar("wikimedia:7"), "pageids=7"),
    Case(
      .wikimedia, similar("wikimedia:7"), at: "@File%3AA%20b.jpg@50",
      "morelikethis:\"File:A b.jpg\"", "gsroffset=50"),
    Case(.iNaturalist, author("jane"), "/observations?user_id=jane&", "photos=true"),
    Case(.iNaturalist, author("https://www.inaturalist.org/people/jane"), "user_id=jane"),
    Case(.iNaturalist, tag("pond"), "q=pond&search_on=tags"),
    Case(.iNaturalist, similar("inaturalist:5-7"), "/observations/5"),
    Case(.iNaturalist, similar("inaturalist:5-7"), at: "@42@", "/observations?taxon_id=42"),
    Case(.nasa, author("Bill Ingalls"), "/search?photographer=Bill Ingalls&media_type=image"),
    Case(.nasa, tag("moon"), "/search?keywords=moon&media_type=image"),
    Case(.wordpress, author("st810amaze"), "/photos/wp-json/wporg/v1/users/st810amaze"),
    Case(.wordpress, author("https://wordpress.org/photos/author/jane/"), "/wporg/v1/users/jane"),
    Case(
      .wordpress, author("jane"), at: "@7@2/9", "/photos?author=7", "page=2", "orderby=date",
      "_embed=author"),
    Case(.wordpress, tag("Golden Gate"), "/photo-tags?slug=golden-gate"),
    Case(.wordpress, tag("coffee"), at: "@42@", "/photos?photo-tags=42", "page=1", "orderby=date"),
    Case(
      .europeana, author("Villemin, Charles"), "query=*:*",
      "qf=proxy_dc_creator:\"Villemin Charles\"", "theme=photography", "qf=TYPE:IMAGE", "cursor=*"),
    Case(.europeana, tag("old harbor"), "query=*:*", "qf=what:\"old harbor\"", "rows=100"),
    Case(
      .finna, author("Nyblin, Daniel"), "lookfor=Nyblin Daniel&type=Author",
      "filter[]=format:\"1/Image/Photo/\"", "limit=100"),
    Case(.finna, tag("vanha satama"), "lookfor=\"vanha satama\"&type=Subject", "page=1"),
  ]

  @Test(arguments: cases)
  func `each adapter asks for its list as its service wants it`(one: Case) throws {
    let provider = try one.provider.adapter
    #expect(provider.objection(to: one.query) == nil)
    let url = try provider.request(for: one.query, at: one.cursor).url.absoluteString
    let text = try #require(url.removingPercentEncoding)
    for part in one.parts { #expect(text.contains(part)) }
    #expect(one.provider != .openverse || !text.contains("related/?"))
  }

  @Test(arguments: [
    (ProviderID.pexels, author("Jane"), "can't list one author's photos"),
    (.pixabay, tag("harbor"), "can't list photos by tag"),
    (.flickr, similar("flickr:1"), "can't list similar photos"),
    (.openverse, similar("flickr:1"), "it isn't a photo of this service"),
    (.iNaturalist, author("Jane Doe"), "its authors can't have that name"),
    (
      .unsplash, author("https://www.flickr.com/photos/jane/"),
      "it isn't the address of an author's page there"
    ),
    (.flickr, tag("?!"), "its tags can't be like that"),
    (.wordpress, tag("?!"), "its tags can't be like that"),
    (.wordpress, author("Jane Doe"), "its authors can't have that name"),
    (.europeana, tag("?!"), "its tags can't be like that"),
    (.finna, author("?!"), "its authors can't have that name"),
  ])
  func `a service that can't is left out, and says why`(
    id: ProviderID, query: PhotoQuery, reason: String
  ) throws {
    #expect(try id.adapter.objection(to: query) == reason)
  }

  @Test func `a list of today still takes the author as a filter`() throws {
    let list = UnsplashList(access: APIAccess(key: "key"))
    #expect(list.objection(to: Self.author("Jane")) == nil)
    #expect(list.objection(to: Self.similar("unsplash:1")) == "can't list similar photos")
  }

  @Test(
    arguments: [
      (
        "flickr", #"{"user":{"id":"1@N00","username":{"_content":"Jane"}},"stat":"ok"}"#,
        "@1%40N00@"
      ),
      (
        "unsplash",
        #"{"results":[{"username":"x","name":"Janet"},{"username":"jd","name":"Jane"}]}"#, "@jd@"
      ),
      ("unsplash", #"{"results":[{"username":"x","name":"Janet"}]}"#, nil),
      ("wordpress", #"{"id":14875848,"name":"Jane","slug":"jane"}"#, "@14875848@"),
      ("wordpress", #"{"code":"rest_user_invalid_id"}"#, nil),
    ] as [(String, String, String?)])
  func `a name is looked up on a first page without photos`(
    id: String, reply: String, next: String?
  ) throws {
    let provider = try ProviderID(rawValue: id).adapter
    let page = try provider.page(
      from: WebReply(status: 200, body: Data(reply.utf8)), for: Self.author("Jane"), at: nil)
    #expect(page.photos.isEmpty && page.next?.text == next)
    #expect(page.notices == (next == nil ? ["knows no author “Jane”"] : []))
  }

  @Test func `pages of a looked-up list are numbered as others`() throws {
    let page = try #require(PageNumber(PageCursor("@1%40N00@2/17")))
    #expect(
      page.number == 2 && page.count == 17 && page.advanced(by: 1).cursor.text == "@1%40N00@3/17")
    for text in ["@1@x", "@1@", "@%@2", "1@2"] {
      let known = PageNumber(PageCursor(text))?.number
      #expect(known == (text == "@1@" ? 1 : nil))
    }
  }

  @Test(arguments: [
    (tag("Harbor"), true), (tag("golden gate"), true), (tag("goldengate bridge"), false),
    (tag("gate"), true), (tag("har"), false),
  ])
  func `a tag is compared by words, and without blanks`(query: PhotoQuery, fits: Bool) {
    let wanted = query.filters.tag ?? ""
    #expect(ComparedText.hasTag(wanted, among: ["harbors", "Golden Gate"]) == fits)
    #expect(ComparedText.hasTag("golden gate", among: ["goldengate"]))
  }

  @Test func `a cursor has what a list is about`() throws {
    var similar = Self.similar("openverse:a-1")
    similar.filters.orientation = .square
    for query in [similar, Self.tag("golden gate"), Self.author("Jane")] {
      let plan = SearchPlan(query: query, providers: [.openverse])
      let cursor = SearchCursor(position: SearchPosition(startOf: plan))
      #expect(try SearchCursor(cursor.description) == cursor)
      #expect(Data(base64Encoded: String(cursor.description.prefix(4)))?.first == 4)
    }
    let plan = SearchPlan(query: PhotoQuery("red panda"), providers: [.openverse])
    let plain = SearchCursor(position: SearchPosition(startOf: plan)).description
    #expect(Data(base64Encoded: String(plain.prefix(4)))?.first == 3)
  }

  /// Written by the version before, which filtered the photos of today by their author
  private static let older =
    "AwAAC2ludGVybGVhdmVkAQZhdXRob3ITQ2FzaW1pciBXb2xrZW5zdGVpbgMNdW5zcGxhc2gtbGlzdA5wZXhlbHMtY3VyYXRl"
    + "ZBJ3aWtpbWVkaWEtZmVhdHVyZWQBAAAAAQAAAAAAAAAAAVS06ltCACMVM64"

  @Test func `a list of version 3 goes on with the providers that it had`() throws {
    let cursor = try SearchCursor(Self.older)
    #expect(cursor.providers == [.unsplashList, .pexelsCurated, .wikimediaFeatured])
    #expect(cursor.query.subject == ListSubject(kind: .author, value: "Casimir Wolkenstein"))
    for id in cursor.providers { #expect(try id.adapter.objection(to: cursor.query) == nil) }
    #expect(try SearchCursor(cursor.description) == cursor)
  }

  @Test func `a client lists by author and by tag, and finds photos like one`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lists-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    try Fixtures.lists.write(to: folder.appending(path: "lists.har"))
    try Fixtures.first.files["kittens.har"]?.write(to: folder.appending(path: "kittens.har"))
    let client = PhotoClient(
      application: "Test", transport: try ReplayTransport(contentsOf: folder))
    let flickr = try #require(try await client.search("kittens", from: [.flickr]).next(1).first)
    let name = try #require(flickr.author?.name)
    let theirs = try await client.list(author: name).next(9)
    #expect(theirs.contains { $0.id == flickr.id })
    #expect(theirs.allSatisfy { $0.author?.isNamed(name) == true })
    let openverse = try #require(
      try await client.search("kittens", from: [.openverse]).next(1).first)
    let tag = try #require(openverse.tags.first)
    #expect(try await !client.list(tag: tag).next(9).isEmpty)
    // Not a tag, so it isn't the list of all photos either
    await #expect(throws: (any Error).self) { try await client.list(tag: "\(tag),x").next(9) }
    let similar = try await client.similar(to: openverse)
    let found = try await similar.next(9)
    #expect(
      !found.isEmpty && found.allSatisfy { $0.provider == .openverse && $0.id != openverse.id })
    let unknown = Photo(
      id: PhotoID(service: "searxng", native: "1"), provider: .searxng, site: "SearXNG",
      page: openverse.page)
    await #expect(throws: PhotoClientError.nothingLike(unknown.id)) {
      _ = try await client.similar(to: unknown)
    }
  }

  @Test func `a photo is searched for by three tags, else by the words of its title`() throws {
    let page = try #require(WebAddress("https://a.example/"))
    var photo = Photo(
      id: PhotoID(service: "flickr", native: "1"), provider: .flickr, site: "Flickr", page: page)
    #expect(SimilarPhotos.words(of: photo) == nil)
    photo.title = "The Harbor at -dawn, with boats"
    let title = try #require(SimilarPhotos.words(of: photo))
    #expect(title == ("harbor dawn boats", areTags: false))
    photo.tags = ["golden gate", "-fog", "?", "bridge", "bay"]
    let tags = try #require(SimilarPhotos.words(of: photo))
    #expect(tags == ("golden gate fog bridge", areTags: true))
  }
}
