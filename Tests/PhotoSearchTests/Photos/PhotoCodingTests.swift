import FixtureMaker
import Foundation
import PhotoSearch
import Testing

/// What a program that uses the library writes and reads with `JSONEncoder` and `JSONDecoder`
struct PhotoCodingTests {
  private func photos(_ count: Int) throws -> [Photo] {
    var random = SeededGenerator(seed: 3)
    return try (0..<count).map { _ in try RandomPhoto.make(using: &random) }
  }

  private func sorted(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// A text's values, its members in the order of their names
  private func sorted(_ text: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `each fact is in these photos, and so written and read below`() throws {
    func isNil(_ fact: Mirror) -> Bool { fact.displayStyle == .optional && fact.children.isEmpty }
    let photos = try photos(60)
    let details = photos.compactMap(\.details)
    let parts: [[Any]] = [
      photos, photos.compactMap(\.author), photos.compactMap(\.license), details,
      details.compactMap(\.place), details.compactMap(\.camera),
    ]
    for values in parts {
      let unknown = values.map { value in
        let facts = Mirror(reflecting: value).children
        return Set(facts.filter { isNil(Mirror(reflecting: $0.value)) }.compactMap(\.label))
      }
      let first = try #require(unknown.first)
      #expect(unknown.reduce(first) { $0.intersection($1) } == [], "`RandomPhoto` sets it, too")
    }
  }

  @Test func `JSONEncoder and the writer give the same values`() throws {
    for photo in try photos(LongRun.count(200, otherwise: 60)) {
      #expect(try sorted(sorted(photo)) == sorted(PhotoJSON.complete(photo)))
    }
  }

  @Test func `JSONDecoder reads what JSONEncoder and the writer wrote`() throws {
    let photos = try photos(LongRun.count(200, otherwise: 60))
    #expect(try JSONDecoder().decode([Photo].self, from: JSONEncoder().encode(photos)) == photos)
    for photo in photos {
      let line = Data(PhotoJSON.complete(photo).utf8)
      #expect(try JSONDecoder().decode(Photo.self, from: line) == photo)
    }
  }

  @Test func `JSONDecoder reads a line of a listing as the reader does`() throws {
    for photo in try photos(LongRun.count(200, otherwise: 60)) {
      for text in [
        PhotoJSON.line(photo, isFavorite: true),
        PhotoJSON.line(photo, isFavorite: false, hasDetails: true),
      ] {
        let read = try JSONDecoder().decode(Photo.self, from: Data(text.utf8))
        #expect(try read == PhotoJSON.photo(from: text))
        #expect(read.id == photo.id && read.renditions == photo.renditions)
      }
    }
  }

  /// As Commons' files have one: no member of its own, but the credit line tells it
  @Test(arguments: [nil, "Cat"], [nil, "Ann"])
  func `a line of attribution is read out of the credit line, whatever form has it`(
    title: String?, author: String?
  ) throws {
    let page = try #require(URL(string: "https://commons.wikimedia.org/wiki/File:Cat.jpg"))
    var photo = Photo(
      id: PhotoID(service: "wikimedia", native: "42"), provider: .wikimedia,
      site: "Wikimedia Commons", pageURL: page)
    photo.title = title
    photo.author = Author(name: author, url: page)
    for license in [nil, License.creativeCommons("by", version: "3.0")] {
      for attribution in [nil, "Ann Lee (CC BY 3.0) · by “Cat” by", "?", "A"] {
        photo.license = license
        photo.attribution = attribution
        if let attribution { #expect(photo.credit.text.contains(" by \(attribution) (")) }
        for text in [
          PhotoJSON.complete(photo), PhotoJSON.line(photo, isFavorite: true),
          PhotoJSON.complete(photo, favoriteSince: Date(timeIntervalSince1970: 5)),
          String(decoding: try JSONEncoder().encode(photo), as: UTF8.self),
        ] { #expect(try PhotoJSON.photo(from: text) == photo) }
      }
    }
    // Somebody else's line that doesn't fit the rest says nothing of it.
    let foreign = PhotoJSON.complete(photo).replacing(" · Wikimedia Commons\"", with: " at home\"")
    #expect(try PhotoJSON.photo(from: foreign).attribution == nil)
  }

  @Test func `a property list keeps a photo too`() throws {
    for photo in try photos(20) {
      let data = try PropertyListEncoder().encode(photo)
      #expect(try PropertyListDecoder().decode(Photo.self, from: data) == photo)
    }
  }

  @Test func `an id is its text, and a license says null`() throws {
    let id = try #require(PhotoID("wikimedia:File:A b.jpg"))
    #expect(try sorted([id]) == #"["wikimedia:File:A b.jpg"]"#)
    #expect(try JSONDecoder().decode([PhotoID].self, from: JSONEncoder().encode([id])) == [id])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PhotoID].self, from: Data(#"["a"]"#.utf8))
    }
    let license = License.allRightsReserved
    let text = #"{"id":"LicenseRef-All-Rights-Reserved","name":"All rights reserved","url":null}"#
    #expect(try sorted(license) == text)
    #expect(try JSONDecoder().decode(License.self, from: Data(text.utf8)) == license)
    #expect(try JSONDecoder().decode(License.self, from: JSONEncoder().encode(License.cc0)) == .cc0)
  }

  /// Proves nothing: prints how long the writer takes, and JSONEncoder for the same members
  @Test(.enabled(if: ProcessInfo.processInfo.environment["IMGSEARCH_SPEED"] != nil))
  func `speed of writing photos`() throws {
    let photos = try photos(2_000)
    let values = try photos.map { try JSONDocument(Data(PhotoJSON.complete($0).utf8)).root }
    let encoder = JSONEncoder()
    var bytes = 0
    let clock = ContinuousClock()
    let writer = clock.measure {
      for photo in photos { bytes += PhotoJSON.complete(photo).utf8.count }
    }
    let foundation = try clock.measure {
      for value in values { bytes += try encoder.encode(value).count }
    }
    let whole = try clock.measure {
      for photo in photos { bytes += try encoder.encode(photo).count }
    }
    let reader = try clock.measure {
      for value in values { bytes += try PhotoJSON.photo(value).tags.count }
    }
    print("A photo in \(bytes / 6_000) bytes: writer \(writer / 2_000), ", terminator: "")
    print("JSONEncoder \(foundation / 2_000), with Codable \(whole / 2_000)", terminator: "")
    print(", reader \(reader / 2_000)")
  }
}
