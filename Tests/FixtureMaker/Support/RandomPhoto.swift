import Foundation
package import PhotoSearch

/// Photos with any mixture of what is known and what is not
package enum RandomPhoto {
  private struct NotAnAddress: Error {}

  package static func make(using random: inout SeededGenerator) throws -> Photo {
    let id = PhotoID(service: "flickr", native: "\(Int.random(in: 1...9_999, using: &random))")
    var photo = Photo(
      id: id, provider: .flickr, site: text(using: &random),
      pageURL: try url(using: &random))
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      photo.aliases.append(PhotoID(service: "wikimedia", native: "File:" + text(using: &random)))
    }
    if Bool.random(using: &random) { photo.origin = PhotoID(service: "unsplash", native: "x\"y") }
    photo.title = maybe(&random) { text(using: &$0) }
    photo.description = maybe(&random) { text(using: &$0) }
    photo.author = Author(
      name: maybe(&random) { text(using: &$0) }, url: try maybe(&random) { try url(using: &$0) })
    photo.size = size(using: &random)
    for role in Rendition.Role.allCases where Bool.random(using: &random) {
      photo.renditions.append(
        Rendition(role: role, url: try url(using: &random), size: size(using: &random)))
    }
    photo.license = try maybe(&random) {
      License(
        id: text(using: &$0), name: text(using: &$0), url: try maybe(&$0) { try url(using: &$0) })
    }
    photo.likes = count(using: &random)
    photo.published = maybe(&random) {
      Date(
        timeIntervalSince1970: Double(Int.random(in: -9_000_000_000...9_000_000_000, using: &$0)))
    }
    photo.taken = maybe(&random) {
      let length = [4, 7, 10, 16, 19].randomElement(using: &$0) ?? 4
      return String("2014-05-03T14:30:09".prefix(length))
    }
    photo.color = maybe(&random) { text(using: &$0) }
    photo.blurHash = maybe(&random) { text(using: &$0) }
    for _ in 0..<Int.random(in: 0...4, using: &random) { photo.tags.append(text(using: &random)) }
    photo.downloadLocation = try maybe(&random) { try url(using: &$0) }
    photo.details = maybe(&random) { details(using: &$0) }
    photo.isAIGenerated = maybe(&random) { Bool.random(using: &$0) }
    photo.fetched = maybe(&random) {
      Date(timeIntervalSince1970: Double(Int.random(in: 0...9_000_000_000, using: &$0)))
    }
    let attribution = maybe(&random) { text(using: &$0) }.flatMap { PlainText.folded($0) }
    if attribution != PlainText.folded(photo.author?.name) { photo.attribution = attribution }
    for index in photo.renditions.indices {
      photo.renditions[index].isPermanent = Bool.random(using: &random)
    }
    return photo
  }

  private static func details(using random: inout SeededGenerator) -> PhotoDetails {
    let place = PhotoPlace(
      name: maybe(&random) { text(using: &$0) }, city: maybe(&random) { text(using: &$0) },
      country: maybe(&random) { text(using: &$0) },
      latitude: maybe(&random) { Double.random(in: -90...90, using: &$0) },
      longitude: maybe(&random) { Double.random(in: -1e-7...1e-7, using: &$0) })
    let camera = PhotoCamera(
      make: maybe(&random) { text(using: &$0) }, model: maybe(&random) { text(using: &$0) },
      exposureTime: maybe(&random) { text(using: &$0) },
      aperture: maybe(&random) { text(using: &$0) },
      focalLength: maybe(&random) { text(using: &$0) }, iso: count(using: &random))
    return PhotoDetails(
      place: maybe(&random) { _ in place } ?? nil, camera: maybe(&random) { _ in camera } ?? nil,
      views: count(using: &random), downloads: count(using: &random))
  }

  private static func maybe<Value>(
    _ random: inout SeededGenerator, _ make: (inout SeededGenerator) throws -> Value
  ) rethrows -> Value? { Bool.random(using: &random) ? try make(&random) : nil }

  private static func count(using random: inout SeededGenerator) -> Int? {
    [nil, 0, 1, 623, 1_234_567, Int.max].randomElement(using: &random) ?? nil
  }

  private static func size(using random: inout SeededGenerator) -> PixelSize? {
    PixelSize(
      width: Int.random(in: 0...10_000_000, using: &random),
      height: Int.random(in: 1...9_000, using: &random))
  }

  private static func url(using random: inout SeededGenerator) throws -> URL {
    let path = Int.random(in: 0...999_999, using: &random)
    let text = "https://images.example.org/\(path)?a=%22%5C&b=1+2#x"
    guard let url = URL(string: text) else { throw NotAnAddress() }
    return url
  }

  private static let letters = Array(
    "ab \"\\/\u{0}\u{1}\t\n\r\u{1F}\u{7F}é猫👨‍👩‍👧‍👦\u{2028}\u{202E}{}[]:,'%_")

  /// Never empty
  private static func text(using random: inout SeededGenerator) -> String {
    String(
      (0...Int.random(in: 0...20, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "x"
      })
  }
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
