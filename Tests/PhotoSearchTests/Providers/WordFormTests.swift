import Foundation
import Testing

@testable import PhotoSearch

/// What each service is sent for what somebody typed, and what it is asked for the second time
@Suite struct WordFormTests {
  /// What is typed, and what a service is sent; of a second try nil where there is none
  struct Case: CustomTestStringConvertible, Sendable {
    let typed: String
    let sent: String
    let again: String?
    var language: String?

    init(_ typed: String, _ sent: String, again: String? = nil, language: String? = nil) {
      (self.typed, self.sent, self.again) = (typed, sent, again)
      self.language = language
    }

    var testDescription: String { typed }

    var query: PhotoQuery {
      PhotoQuery(typed, filters: PhotoFilters(language: language.flatMap(QueryLanguage.init)))
    }
  }

  private func check(_ one: Case, _ form: WordForm) {
    var query = one.query
    #expect((form.text(for: query), form.hasSecondTry(of: query)) == (one.sent, (one.again != nil)))
    query.isSecondTry = true
    if let again = one.again { #expect(form.text(for: query) == again) }
  }

  @Test(arguments: [
    Case("brown dog", "brown dog"),
    Case(
      "rock-climbing at f/2.8, 50mm!", "rock-climbing at f 2.8 50mm",
      again: "rock-climbing | f | 2.8 | 50mm"),
    Case(
      "a dog's ball (on the beach) | sea*", "a dog's ball on the beach sea",
      again: "dog | ball | beach | sea"),
    Case("“red fox” in the snow", "\"red fox\" in the snow"),
    Case("5\" pipe + red hose", "5 pipe red hose", again: "5 | pipe | red | hose"),
    Case("dog cat bird -fish", "dog cat bird -fish", again: "dog | cat | bird -fish"),
    Case(
      "dog cat -\"hot dog\" bird", "dog cat bird -\"hot dog\"",
      again: "dog | cat | bird -\"hot dog\""),
    Case("A man and the sea", "A man and the sea"), Case("犬と猫、海で遊ぶ、夕日", "犬と猫 海で遊ぶ 夕日"),
    Case(
      "ein Hund am Strand", "ein Hund am Strand", again: "ein | hund | am | strand", language: "de"),
    Case("the an of", "the an of", again: nil), Case("?!", "?!"), Case("- dog", "dog"),
    Case("Dog dog DOGS beach", "Dog dog DOGS beach"),
    Case("horse horses volcano", "horse horses volcano"), Case("dog ❤️ bridge", "dog ❤️ bridge"),
    Case("café cafe sea Dogs dog", "café cafe sea Dogs dog", again: "café | sea | dogs"),
  ]) func `Openverse gets words without marks, and any of them`(one: Case) {
    check(one, Openverse.feed.form)
  }

  @Test func `a word is cut where Openverse reads no further, by its letters`() {
    let words = Openverse.feed.form.text(for: PhotoQuery(String(repeating: "kätzchen ", count: 40)))
    // Of a word of 8 letters as many as there is room for, with a blank between them
    #expect(words == Array(repeating: "kätzchen", count: 22).joined(separator: " "))
    let long = Openverse.feed.form.text(for: PhotoQuery(String(repeating: "ä", count: 300)))
    #expect(long == String(repeating: "ä", count: 200))
  }

  @Test func `Europeana and Finna get any of the words as they read them`() {
    check(
      Case(
        "a dog on the beach at sunset -cat", "dog beach sunset -cat",
        again: "(dog OR beach OR sunset) -cat"), Europeana.feed.form)
    check(
      Case("owl in the tree at night", "owl in the tree at night", again: "owl OR tree OR night"),
      Finna.feed.form)
  }

  @Test(arguments: [
    Case("brown dog", "brown dog"), Case("category: cats?", "category cats"),
    Case(
      "a dog, a cat and a bird -fish", "-fish a dog a cat and a bird",
      again: "-fish dog OR cat OR bird"),
    Case("intitle:barn owl at night", "intitle:barn owl at night"),
    Case("owls InCategory:\"Red foxes\" tree field", "owls InCategory:\"Red foxes\" tree field"),
    Case("owls OR foxes at night", "owls OR foxes at night"),
    Case("NASA: rockets, moons", "NASA rockets moons", again: "nasa OR rockets OR moons"),
  ]) func `Commons gets words without marks but for its keywords, and any of them`(one: Case) {
    check(one, WikimediaCommons.feed.form)
  }

  @Test(arguments: [
    Case("brown dog", "brown dog"), Case("a dog on the beach", "dog beach"),
    Case("the who", "the who"),
    Case("The Dog Runs With a Stick", "Dog Runs Stick", again: "dog runs"),
    Case("ein Hund am Strand", "ein Hund am Strand", again: "ein hund", language: "de"),
    Case("dog cat bird -fish -\"hot dog\"", "dog cat bird -fish", again: "dog cat -fish"),
  ]) func `Flickr gets words without stop words, and the first two`(one: Case) {
    check(one, Flickr.feed.form)
  }

  @Test(arguments: [INaturalist.feed, NASA.feed, PixabaySearch.feed])
  func `others get words as they were typed, and the first two`(feed: ProviderFeed) {
    check(Case("a fox, red, in the snow?", "a fox, red, in the snow?", again: "fox red"), feed.form)
    check(Case("fox -cub snow", "fox snow"), feed.form)
  }

  @Test(arguments: [UnsplashSearch.feed, PexelsSearch.feed])
  func `services that rank by meaning get a sentence as it was typed, once`(feed: ProviderFeed) {
    check(Case("a “fox”, red, in the snow?", "a “fox”, red, in the snow?"), feed.form)
  }

  @Test func `any of the words stand in parentheses, if other parts must not be joined to them`() {
    let form = WordForm(minus: .behindWords, secondTry: .any(joinedBy: " OR ", inParentheses: true))
    check(Case("fox -cub snow sea", "fox snow sea -cub", again: "(fox OR snow OR sea) -cub"), form)
  }

  @Test(arguments: [
    ("man", ["The woman", "A man", "Manhattan", "Two men"], ["A man", "Manhattan"]),
    ("a man and the sea", ["Man at sea", "Seaman", "Woman, sea"], ["Man at sea"]),
    ("\"sea man\"", ["A sea man", "Sea, a man"], ["A sea man", "Sea, a man"]),
    ("the", ["Other", "Nothing"], ["Other", "Nothing"]),
  ])
  func `where a service finds parts of words, a photo has words that begin with those`(
    words: String, titles: [String], kept: [String]
  ) throws {
    let form = WordForm(hasQuotes: true, findsPartsOfWords: true)
    let judged = form.judgedWords(of: PhotoQuery(words))
    #expect(
      titles.filter { title in judged.allSatisfy { ComparedText(title).holdsStart(of: $0) } }
        == kept)
    #expect(WordForm().judgedWords(of: PhotoQuery(words)).isEmpty)
  }

  @Test func `what SearXNG itself would obey is gone, the rest is for its engines`() {
    check(Case("!images a !!fox :de f:2 (red)", "images a fox de f:2 (red)"), SearXNG.feed.form)
    check(Case("fox ! -cub -\"red fox\"", "fox -cub"), SearXNG.feed.form)
    check(Case("\"fox !images :de\" ?cub? 3?", "\"fox images de\" cub? 3?"), SearXNG.feed.form)
    for marks in ["!!", "! :", "\"!! ?\"", "? -cub"] {
      #expect(SearXNG.feed.form.words(of: PhotoQuery(marks)) == "")
      #expect(SearXNG(key: "http://127.0.0.1").objection(to: PhotoQuery(marks)) != nil)
    }
    #expect(SearXNG(key: "http://127.0.0.1").objection(to: PhotoQuery("fox")) == nil)
  }

  @Test func `strict words are sent exactly as they were typed, and never again`() {
    let typed = "a fox, red -cub | in the \u{201C}snow\u{201D}?"
    for adapter in ProviderCatalog.adapters where adapter.profile.kind == .search {
      var query = PhotoQuery(typed, strictWords: true)
      #expect(query.words == typed && query.filters.without.isEmpty)
      #expect(adapter.feed.form.text(for: query) == typed)
      #expect(!adapter.feed.form.hasSecondTry(of: query))
      query.isSecondTry = true
      #expect(adapter.feed.form.text(for: query) == typed)
    }
  }

  @Test(arguments: ["brown dog", "Lärche", "red-necked grebe", "panda 2023", "Dog beach"])
  func `one or two words without marks go as they were typed to every service`(typed: String) {
    for adapter in ProviderCatalog.adapters where adapter.profile.kind == .search {
      let query = PhotoQuery(typed)
      #expect(adapter.feed.form.text(for: query) == typed, "\(adapter.profile.id)")
      #expect(!adapter.feed.form.hasSecondTry(of: query), "\(adapter.profile.id)")
    }
  }

  @Test func `what is sent has no more than is read, in whole words, the minus if it has room`() {
    let typed = (1...80).map { "word\($0)" }
    var query = PhotoQuery(typed.joined(separator: " ") + " -fish -\(typed.joined())")
    for isSecondTry in [false, true] {
      query.isSecondTry = isSecondTry
      let sent = Openverse.feed.form.text(for: query) ?? ""
      #expect((190...200).contains(sent.count) && sent == Openverse.feed.form.words(of: query))
      #expect(sent.split(separator: " ").allSatisfy { typed.contains(String($0)) || $0 == "|" })
      #expect(Openverse.feed.form.unasked(of: query) == query.filters.without)
    }
    let left = (1...15).map { "left out \($0)" }
    query = PhotoQuery("red panda", filters: PhotoFilters(without: left))
    let sent = Openverse.feed.form.text(for: query) ?? ""
    #expect(sent.hasPrefix("red panda -\"left out 1\" ") && (180...200).contains(sent.count))
    let (filters, judged) = Openverse.feed.judging(query)
    #expect(judged == [.without] && filters.without == left.filter { !sent.contains("\"\($0)\"") })
    #expect(Openverse.feed.judging(PhotoQuery("red panda -fish")).judged.isEmpty)
  }

  @Test func `strict words and those without marks are whole, and long text is no burden`() {
    let typed = (1...20_000).map { "word\($0)" }.joined(separator: " ")
    #expect(Openverse.feed.form.text(for: PhotoQuery(typed, strictWords: true)) == typed)
    let time = ContinuousClock().measure {
      #expect(Flickr.feed.form.text(for: PhotoQuery(typed)) == typed)
    }
    #expect(time < .seconds(6), "\(time)")
    #expect(WordForm(longest: 9).text(for: PhotoQuery("red panda cub")) == "red panda")
    #expect(WordForm(longest: 8).text(for: PhotoQuery("red panda cub")) == "red")
  }

  @Test func `a text that was taken apart is the same when it is read again`() {
    for typed in ["a -b", "-\"a b\" c", "\"a -b\" c", "a - b", "a --b", "a -\"b", "x-y -z", "-b"] {
      let query = PhotoQuery(typed)
      #expect(PhotoQuery(query.storedWords, filters: query.filters) == query)
    }
    #expect(PhotoQuery("\"a -b\" c").filters.without.isEmpty)
    #expect(PhotoQuery("a - b x-y").words == "a - b x-y")
    #expect(PhotoQuery("cat -dog -\"hot dog\" -dog").filters.without == ["dog", "hot dog"])
    #expect(PhotoQuery("-dog").words == nil)
  }
}

/// Words that no photo is to have
@Suite struct WithoutTests {
  private func photo(_ title: String?, tags: [String] = []) -> Photo {
    var photo = Photo.scripted("a", "1")
    (photo.title, photo.tags) = (title, tags)
    return photo
  }

  @Test(arguments: [
    ("dog", "A dog", true), ("dog", "Dogs!", true), ("dogs", "A dog", true), ("dog", "DOGMA", true),
    ("dog", "a bulldog", false), ("puppy", "Puppies", true), ("hot dog", "two hot dogs", true),
    ("hot dog", "a dog, hot", false), ("cafe", "Cafés", true), ("box", "boxes", true),
    ("cat", "education", false), ("dog", nil, false),
  ])
  func `a photo is judged by the beginnings of its words`(
    word: String, title: String?, isLeftOut: Bool
  ) {
    let filters = PhotoFilters(without: [word])
    let reason = filters.exclusionReason(for: photo(title), judging: [.without])
    #expect(reason == (isLeftOut ? .misfit(.without) : nil))
    let tagged = filters.exclusionReason(
      for: photo(nil, tags: title.map { [$0] } ?? []), judging: [.without])
    #expect(tagged == reason)
  }

  @Test func `services that can leave words out are asked, the others' photos looked at`() {
    let asked = ProviderCatalog.ids(with: .asked, of: .without)
    #expect(asked == [.openverse, .wikimedia, .europeana, .finna])
    #expect(ProviderCatalog.ids(with: .askedAndJudged, of: .without) == [.flickr, .searxng])
    let judged = ProviderCatalog.ids(with: .judged, of: .without)
    #expect(Set(judged + asked + [.flickr, .searxng]) == Set(ProviderCatalog.profiles.map(\.id)))
  }

  @Test func `its value is a list with commas, each once`() throws {
    var filters = PhotoFilters()
    #expect(FilterRow.without.set(&filters, to: "dog, hot  dog,dog,\"cat\""))
    #expect(filters.without == ["dog", "hot dog", "cat"])
    #expect(FilterRow.without.text(in: filters) == "dog,hot dog,cat")
    #expect(!FilterRow.without.set(&filters, to: ","))
    filters.without = ["", "hot, dog", "dog ", "a \"b\""]
    #expect(filters.without == ["hot", "dog", "a b"])
  }

  @Test func `a query with any number of them is read again from its cursor and its JSON`() throws {
    for count in [0, 1, 20, 21, 500] {
      var query = PhotoQuery("kittens" + (0..<count).map { " -w\($0)" }.joined() + " cute -\"a b\"")
      for without in [query.filters.without, ["hot, dog"], [""]] {
        query.filters.without = without
        let plan = SearchPlan(query: query, providers: [.flickr])
        let cursor = SearchCursor(position: SearchPosition(startOf: plan))
        #expect(try SearchCursor(cursor.description).query == query)
        let stored = try JSONEncoder().encode(query)
        #expect(try JSONDecoder().decode(PhotoQuery.self, from: stored) == query)
      }
    }
  }
}

/// Rows of a second try
@Suite struct SomeOfTheWordsTests {
  private func photo(_ number: Int, _ title: String?, _ description: String? = nil) -> Photo {
    var photo = Photo.scripted("a", "\(number)")
    (photo.title, photo.description) = (title, description)
    return photo
  }

  @Test func `two words are enough, most come first, the service's order holds else`() {
    var page = PhotoPage(
      photos: [
        photo(1, "A dog"), photo(2, "Dogs on the beach"), photo(3, nil),
        photo(4, "Café", "dog’s beach, at sunset"), photo(5, "beach", "a DOG"),
        photo(6, "dogma beach"),
      ], excluded: [.video: 1])
    page.keepPhotos(with: ["dog", "beach", "sunset", "cafe"])
    #expect(
      (page.photos.map(\.id.native), page.excluded) == (["4", "2", "5"], [.video: 1, .words: 3]))
  }

  @Test func `where another order was asked for it stays`() async throws {
    let rows = ["A dog", "Dog at a beach", "Sunset", "Sunset, dog, beach"].enumerated().map {
      """
      {"id":"\($0)","title":"\($1)","license":"by","license_version":"4.0",\
      "url":"https://photos.example/\($0).jpg","foreign_landing_url":"https://photos.example/\($0)"}
      """
    }
    let reply = WebReply(
      "{\"results\":[\(rows.joined(separator: ","))]}",
      headers: ["Content-Type": "application/json"])
    let transport = ToldTransport { _ in reply }
    var query = PhotoQuery("dog beach sunset")
    query.isSecondTry = true
    for (query, ids) in [(query, ["3", "1"]), (query.latestFirst, ["1", "3"])] {
      let page = try await Openverse().page(of: query, at: nil, over: transport).get()
      #expect(page.photos.map(\.id.native) == ids && page.excluded == [.words: 2])
    }
  }

  @Test func `a page of which no photo is kept isn't an empty one`() {
    var page = PhotoPage(photos: [photo(1, nil)])
    page.keepPhotos(with: ["dog", "beach", "sunset"])
    #expect(page.photos.isEmpty && !page.isEmpty && page.excluded == [.words: 1])
  }
}
