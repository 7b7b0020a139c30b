import FixtureMaker
import Foundation
import Testing

@testable import PhotoSearch

struct SearchCursorTests {
  private func cursor(words: String? = "kittens", marks: Int = 40) -> SearchCursor {
    let filters = PhotoFilters(
      safety: .off, orientation: .square, licenses: [.cc0, .byNCSA], color: .teal, sort: .latest)
    var position = SearchPosition(
      startOf: SearchPlan(
        query: PhotoQuery(words, filters: filters),
        providers: [ProviderID(rawValue: "a"), ProviderID(rawValue: "b-list")], order: .newest))
    position.turn = 1
    position.sources[0] = SourcePosition(
      page: PageCursor("gsroffset=50&continue=gsroffset||"), offset: 17, emptyPages: 1)
    position.sources[1].end = .depthLimit(4_000)
    for number in 0..<marks { position.seen.insert(.scripted("a", "\(number)"), keeping: .last) }
    return SearchCursor(position: position)
  }

  @Test func `a turn of a provider that isn't there is damage`() throws {
    var position = cursor().position
    position.turn = position.sources.count
    let token = SearchCursor(position: position).description
    #expect(throws: SearchCursorError.self) { try SearchCursor(token) }
  }

  /// Of four photos that the one left out has shown, the other has copies.
  @Test func `a provider that is left out on the way stays away, and so do its photos' copies`()
    async throws
  {
    func search(_ cursor: SearchCursor?, limit: Int) throws -> MergedSearch {
      let first = ScriptedProvider("a", 1...8)
      let other = ScriptedProvider(
        "b",
        pages: [
          .rows(
            (1...4).map {
              .scripted("b", "c\($0)", aliases: [PhotoID(service: "a", native: "\($0)")])
            }
              + (1...4).map { .scripted("b", "\($0)") })
        ])
      guard let cursor else {
        return MergedSearch(
          PhotoQuery("x"), from: [first, other], order: .sequential, limit: limit,
          over: CountingTransport())
      }
      return try MergedSearch(
        continuing: cursor, from: [first, other], limit: limit, over: CountingTransport())
    }
    let begun = await Run(try search(nil, limit: 4))
    let left = try #require(begun.cursor).leavingOut([ProviderID(rawValue: "a")])
    let read = try SearchCursor(left.description)
    #expect(read == left && read.providers.map(\.rawValue) == ["b"])
    #expect(read.description.hasPrefix("BQ"))
    let rest = try search(read, limit: 10)
    #expect(rest.plan.providers.map(\.rawValue) == ["b"])
    let run = await Run(rest)
    #expect(run.names == ["b:1", "b:2", "b:3", "b:4"])
    #expect(run.reports.map(\.id.rawValue) == ["b"] && run.cursor == nil)
  }

  @Test(arguments: ["kittens", "日本 🐈‍⬛ “x” a+b&c=d", nil])
  func `a token gives back all that it was made from`(words: String?) throws {
    let cursor = cursor(words: words)
    #expect(try SearchCursor(cursor.description) == cursor)
  }

  @Test(arguments: FilterRow.all) func `each filter is in a token when it is set`(
    filter: FilterRow
  ) throws {
    func token(_ filters: PhotoFilters) -> SearchCursor {
      let query = PhotoQuery("kittens", filters: filters)
      return SearchCursor(
        position: SearchPosition(startOf: SearchPlan(query: query, providers: [.flickr])))
    }
    let filters = try filter.filters(filter.sample)
    let cursor = token(filters)
    #expect(try SearchCursor(cursor.description).plan.query.filters == filters)
    #expect(cursor.description != token(PhotoFilters()).description)
  }

  @Test func `a cursor of an earlier version says that the search is to be started again`() {
    let token = "AQdraXR0ZW5zC2ludGVybGVhdmVkBDs7OzsBBmZsaWNrcgAAAAAAAJZGaeU"
    #expect(throws: SearchCursorError.earlierVersion(1)) { try SearchCursor(token) }
  }

  /// As Openverse, the only one that names others' photos, ends at 240 in a list of two, both names
  /// of a photo of the other are kept up to there
  @Test(arguments: [1, 10, 30, 100, 300, 480, 1_000, 4_000, 10_000])
  func `a cursor costs at most 6 bytes a photo and 300, also where photos have two names`(
    photos: Int
  ) throws {
    let filters = PhotoFilters(
      safety: .moderate, orientation: .landscape, licenses: [.commercial, .byNCSA], color: nil)
    let ids = ["unsplash", "flickr", "openverse", "wikimedia"].map(ProviderID.init(rawValue:))
    var position = SearchPosition(
      startOf: SearchPlan(query: PhotoQuery("red panda", filters: filters), providers: ids))
    for index in position.sources.indices {
      position.sources[index].page = PageCursor("190/334")
      position.sources[index].offset = 99
    }
    for number in 0..<photos {
      let file = PhotoID(service: "wikimedia", native: "File:Red panda \(number).jpg")
      let isCopy = number < 480 && number.isMultiple(of: 2)
      position.seen.insert(
        .scripted(isCopy ? "openverse" : "wikimedia", "\(number)", aliases: [file]),
        keeping: number < 480 && !isCopy ? .all : .last)
    }
    let bytes = SearchCursor(position: position).description.utf8.count * 3 / 4
    #expect(bytes <= 6 * photos + 300)
  }

  /// Beside an aggregator that may send copies of any; a title of Commons may be another by now, a
  /// picture's name at Unsplash never is
  @Test(arguments: [30, 480, 720])
  func `a photo whose picture's address tells its name for good costs one mark`(
    photos: Int
  ) throws {
    let ids = ["unsplash", "wikimedia", "openverse"].map(ProviderID.init(rawValue:))
    var position = SearchPosition(
      startOf: SearchPlan(query: PhotoQuery("red panda"), providers: ids))
    for number in 0..<photos {
      let names = ["photo-1448375240586-88270700\(1_000 + number)", "File:Panda \(number).jpg", ""]
      let hosts = [
        "images.unsplash.com/", "upload.wikimedia.org/wikipedia/commons/a/ab/", "a.test/",
      ]
      let (service, name) = (ids[number % 3].rawValue, names[number % 3])
      var photo = Photo.scripted(
        service, "\(number)",
        aliases: name.isEmpty ? [] : [PhotoID(service: service, native: name)])
      let path = name.replacing("File:", with: "").replacing(" ", with: "_")
      let address = try #require(URL(string: "https://\(hosts[number % 3])\(path)"))
      photo.renditions = [Rendition(role: .original, url: address, size: nil)]
      position.seen.insert(photo, keeping: service == "openverse" ? .last : .all)
      #expect(
        position.seen.contains(.scripted("openverse", "u", aliases: photo.aliases)) != name.isEmpty)
    }
    let bytes = SearchCursor(position: position).description.utf8.count * 3 / 4
    #expect(bytes <= 6 * photos + 300 && position.seen.marks.count == photos / 3 * 4)
  }

  @Test func `a token can stand in an address and on a command line`() {
    let token = cursor().description
    #expect(
      token.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
      })
  }

  @Test func `white space and padding around a token do not matter`() throws {
    let cursor = cursor()
    #expect(try SearchCursor(" \(cursor)==\n") == cursor)
  }

  @Test func `a token with any one character changed is refused`() {
    let token = Array(cursor().description)
    for index in token.indices {
      var changed = token
      changed[index] = token[index] == "A" ? "B" : "A"
      #expect(throws: SearchCursorError.self) { try SearchCursor(String(changed)) }
    }
  }

  @Test func `a token that was cut anywhere is refused`() {
    let token = cursor().description
    for length in 0..<token.count {
      #expect(throws: SearchCursorError.damaged) { try SearchCursor(String(token.prefix(length))) }
    }
  }

  @Test func `a token of a later version is told from a damaged one`() {
    let token = SearchCursor.token([9, 1, 2, 3])
    #expect(throws: SearchCursorError.laterVersion(9)) { try SearchCursor(token) }
  }

  @Test(.timeLimit(.minutes(20)))
  func `no bytes behind a right checksum can do harm`() async {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...60, using: &random)
      let bytes: [UInt8] =
        [2]
        + (0..<count).map { _ in
          random.chance(60)
            ? UInt8.random(in: 0...3, using: &random) : .random(in: 0...255, using: &random)
        }
      let token = SearchCursor.token(bytes)
      do {
        let cursor = try SearchCursor(token)
        #expect(cursor.description == token)
        let providers = cursor.plan.providers.map { id in
          ScriptedProvider(id.rawValue, pages: [.rows([.scripted(id.rawValue, "1")])])
        }
        let run = try await Run(continuing: cursor, from: providers)
        #expect(run.ids.count <= providers.count)
      } catch { #expect(error is SearchCursorError) }
    }
  }
}

extension SearchCursor {
  /// The token of these bytes, with the checksum that they need
  static func token(_ bytes: [UInt8]) -> String {
    let check = bytes.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let sum = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: check >> UInt32($0)) }
    return Data(bytes + sum).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}

struct SeenPhotosTests {
  private static let all = ProviderCatalog.profiles.filter { $0.kind == .search }.map(\.id)

  /// Ids as services give them: one after another, with the same beginning, as digits of any base
  ///
  /// 100,000 photos in a long run
  @Test(.timeLimit(.minutes(20)), arguments: [1, 9])
  func `of many photos with two names none is taken for another`(providers: Int) {
    let providers = Array(Self.all.suffix(providers))
    var seen = SeenPhotos(of: providers)
    var (taken, lost) = (0, 0)
    for number in 0..<LongRun.count(100_000, otherwise: 25_000) {
      let provider = providers[number % providers.count].rawValue
      let title = PhotoID(service: provider, native: "File:Kittens (\(number)).jpg")
      let photo = Photo.scripted(provider, "\(43_213_681_030 + number)", aliases: [title])
      if seen.contains(photo) { taken += 1 }
      seen.insert(photo, keeping: providers.count > 1 ? .all : .last)
      if !seen.contains(photo) { lost += 1 }
    }
    #expect(taken == 0 && lost == 0)
  }

  @Test func `a name that is kept is found whoever brings it, and who has sent it is known`() {
    let (openverse, flickr) = (ProviderID.openverse, ProviderID.flickr)
    var seen = SeenPhotos(of: [openverse, flickr])
    let copy = Photo.scripted("openverse", "u", aliases: [PhotoID(service: "flickr", native: "1")])
    let original = Photo.scripted("flickr", "1")
    seen.insert(copy, keeping: .last)
    #expect(seen.contains(original) && seen.contains(copy))
    #expect(seen.hasSent(copy) && !seen.hasSent(original))
    #expect(!seen.contains(.scripted("openverse", "u")))
    seen.insert(copy, keeping: .all)
    #expect(seen.contains(.scripted("openverse", "u")))
    seen.insert(original, keeping: .last)
    #expect(seen.hasSent(original))
  }
}

struct MarkCodingTests {
  @Test(arguments: [0, 1, 2, 3, 60, 500, 5_000])
  func `a set of marks comes back, at its price`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var marks = MarkSet()
    while marks.count < count { marks.insert(.random(in: 0..<1 << 41, using: &random)) }
    let bytes = bytes(of: marks)
    let bits = count > 0 ? 42.6 - log2(Double(count)) : 0
    #expect(Double(bytes.count) <= bits * Double(count) / 8 + 8)
  }

  @Test func `the marks at both ends of the range come back`() {
    _ = bytes(of: MarkSet([0, 1, 1 << 41 - 2, 1 << 41 - 1]))
  }

  /// The bytes of marks, which come back from them
  private func bytes(of marks: MarkSet) -> [UInt8] {
    var bytes: [UInt8] = []
    MarkCoding.encode(marks, into: &bytes)
    var reader = ByteReader(bytes: bytes)
    #expect(MarkCoding.decode(from: &reader) == marks)
    return bytes
  }
}

struct MarkSetTests {
  @Test func `it holds what is put in, each once and in order, whatever came first`() {
    var random = SeededGenerator(seed: 1)
    var (marks, expected) = (MarkSet(), Set<UInt64>())
    let ends: [UInt64] = [0, 1, 1 << 32 - 1, 1 << 32, 1 << 41 - 1]
    let numbers = ends + (0..<20_000).map { _ in .random(in: 0..<1 << 41, using: &random) }
    for number in numbers + numbers.prefix(5_000) {
      marks.insert(number)
      expected.insert(number)
    }
    #expect((marks.count, Array(marks.ascending)) == (expected.count, expected.sorted()))
    #expect(marks == MarkSet(numbers.reversed()) && numbers.allSatisfy(marks.contains))
    let others = (0..<20_000).map { _ in UInt64.random(in: 0..<1 << 41, using: &random) }
    #expect(others.allSatisfy { marks.contains($0) == expected.contains($0) })
  }
}

extension MarkSet {
  fileprivate init(_ marks: [UInt64]) {
    self.init()
    for mark in marks { insert(mark) }
  }
}
