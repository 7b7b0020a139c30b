import Foundation
package import PhotoSearch

/// Photos with any mixture of what is known and what is not
package enum RandomPhoto {
  package static func make(using random: inout SeededGenerator) throws -> Photo {
    let id = PhotoID(service: "flickr", native: "\(random.number(1...9_999))")
    var photo = Photo(id: id, provider: .flickr, site: random.text(), pageURL: try random.url())
    for _ in 0..<random.number(0...3) {
      photo.aliases.append(PhotoID(service: "wikimedia", native: "File:" + random.text()))
    }
    if random.bool() { photo.origin = PhotoID(service: "unsplash", native: "x\"y") }
    photo.title = random.maybeText()
    photo.description = random.maybeText()
    photo.author = Author(name: random.maybeText(), url: try random.maybe { try $0.url() })
    photo.size = random.size()
    for role in Rendition.Role.allCases where random.bool() {
      photo.renditions.append(Rendition(role: role, url: try random.url(), size: random.size()))
    }
    photo.license = try random.maybe {
      License(
        id: $0.text(), name: $0.text(), url: try $0.maybe { try $0.url() },
        permits: photo.title == nil ? .commercialUse : nil)
    }
    photo.likes = random.count()
    photo.published = random.maybe { $0.date(-9_000_000_000...9_000_000_000) }
    photo.taken = random.maybe {
      let length = [4, 7, 10, 16, 19].randomElement(using: &$0) ?? 4
      return String("2014-05-03T14:30:09".prefix(length))
    }
    photo.color = random.maybeText()
    photo.blurHash = random.maybeText()
    for _ in 0..<random.number(0...4) { photo.tags.append(random.text()) }
    photo.downloadLocation = try random.maybe { try $0.url() }
    photo.details = random.maybe { $0.details() }
    photo.isAIGenerated = random.maybe { $0.bool() }
    photo.fetched = random.maybe { $0.date(0...9_000_000_000) }
    let attribution = random.maybeText().flatMap { PlainText.folded($0) }
    if attribution != PlainText.folded(photo.author?.name) { photo.attribution = attribution }
    for index in photo.renditions.indices { photo.renditions[index].isPermanent = random.bool() }
    return photo
  }
}

extension SeededGenerator {
  private struct NotAnAddress: Error {}

  fileprivate mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  fileprivate mutating func bool() -> Bool { Bool.random(using: &self) }

  fileprivate mutating func maybe<Value>(
    _ make: (inout SeededGenerator) throws -> Value
  ) rethrows -> Value? { bool() ? try make(&self) : nil }

  fileprivate mutating func date(_ seconds: ClosedRange<Int>) -> Date {
    Date(timeIntervalSince1970: Double(number(seconds)))
  }

  fileprivate mutating func count() -> Int? {
    [nil, 0, 1, 623, 1_234_567, Int.max].randomElement(using: &self) ?? nil
  }

  fileprivate mutating func size() -> PixelSize? {
    PixelSize(width: number(0...10_000_000), height: number(1...9_000))
  }

  fileprivate mutating func url() throws -> URL {
    let text = "https://images.example.org/\(number(0...999_999))?a=%22%5C&b=1+2#x"
    guard let url = URL(string: text) else { throw NotAnAddress() }
    return url
  }

  fileprivate mutating func details() -> PhotoDetails {
    let place = PhotoPlace(
      name: maybeText(), city: maybeText(), country: maybeText(),
      latitude: maybe { Double.random(in: -90...90, using: &$0) },
      longitude: maybe { Double.random(in: -1e-7...1e-7, using: &$0) })
    let camera = PhotoCamera(
      make: maybeText(), model: maybeText(), exposureTime: maybeText(), aperture: maybeText(),
      focalLength: maybeText(), iso: count())
    return PhotoDetails(
      place: bool() ? place : nil, camera: bool() ? camera : nil, views: count(),
      downloads: count())
  }

  private static let letters = Array(
    "ab \"\\/\u{0}\u{1}\t\n\r\u{1F}\u{7F}é猫👨‍👩‍👧‍👦\u{2028}\u{202E}{}[]:,'%_")

  /// Never empty
  fileprivate mutating func text() -> String {
    let count = number(0...20)
    return String((0...count).map { _ in Self.letters.randomElement(using: &self) ?? "x" })
  }

  fileprivate mutating func maybeText() -> String? { maybe { $0.text() } }
}

extension RandomPhoto {
  fileprivate struct NoID: Error {}

  /// The same for the same name
  package static func named(_ name: String) throws -> Photo {
    var random = SeededGenerator(seed: UInt64(name.utf8.count))
    return try make(using: &random).named(name)
  }
}

extension Photo {
  /// The same photo with another id, and no other name
  package func named(_ name: String) throws -> Photo {
    guard let id = PhotoID(name) else { throw RandomPhoto.NoID() }
    var photo = Photo(id: id, provider: provider, site: site, pageURL: pageURL)
    photo.title = title
    photo.author = author
    photo.renditions = renditions
    photo.license = license
    photo.published = published
    photo.details = details
    return photo
  }
}
