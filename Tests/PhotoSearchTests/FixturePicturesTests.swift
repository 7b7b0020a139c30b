import FixtureMaker
import Foundation
import Testing

@testable import PhotoSearch

/// The pictures of the fixtures are pictures, and there for all that has them
@Suite struct FixturePicturesTests {
  /// Those whose kittens have pictures
  private static let providers = ProviderCatalog.providers { _ in "unused key" }
    .filter { Fixtures.expectations.answer($0.id, "kittens") != nil }
  private static let photosEach = 10
  /// Those with fewer kittens, all of which have pictures
  private static let few: [ProviderID] = [.wordpress, .europeana, .finna]

  private let replay: ReplayTransport

  init() throws {
    replay = ReplayTransport(
      archive: try FixtureFiles.archive.get(), apis: Self.providers.map(\.api))
  }

  private var files: Set<String> {
    get throws {
      let folder = FixtureFiles.folder.appending(path: "pictures")
      return Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }
  }

  /// The first photos of `kittens`
  private func photos(of provider: any PhotoProvider) async throws -> [Photo] {
    let query = PhotoQuery("kittens")
    let answer = await provider.answer(to: try provider.request(for: query, at: nil), over: replay)
    let page = try provider.page(from: answer.get(), for: query, at: nil)
    return Array(page.photos.prefix(Self.photosEach))
  }

  private func picture(at url: URL) throws -> Data {
    let response = try replay.response(to: WebRequest(url: url))
    #expect((response.status, response.headers["Content-Type"]) == (200, "image/jpeg"))
    return response.body
  }

  @Test func `pictures are JPEG files that can be looked at, some of them progressive`() throws {
    var progressive = 0
    for file in try files {
      let path = FixtureFiles.folder.appending(path: "pictures/\(file)")
      let picture = try JPEGFile(Data(contentsOf: path))
      let edge = file.hasSuffix("-square.jpg") ? 150 : 400
      #expect(max(picture.width, picture.height) == edge, "\(file)")
      if picture.isProgressive { progressive += 1 }
    }
    #expect(try progressive > 10 && progressive < files.count / 2)
  }

  @Test(arguments: providers.indices)
  func `each size of the first photos is there, in its shape`(_ index: Int) async throws {
    let photos = try await photos(of: Self.providers[index])
    #expect(photos.count == Self.photosEach || Self.few.contains(Self.providers[index].id))
    for photo in photos { try check(photo) }
  }

  @Test(
    arguments: Fixtures.expectations.shown.filter { id in
      providers.contains { $0.profile.service == id.service && !few.contains($0.id) }
    })
  func `each size of a single photo is there, in its shape`(_ id: PhotoID) async throws {
    let provider = try #require(Self.providers.first { $0.profile.service == id.service })
    var answers: [Result<WebReply, ProviderError>] = []
    for request in try provider.requests(forPhoto: id.native) {
      answers.append(await provider.answer(to: request, over: replay))
    }
    let photo = try provider.photo(id.native, from: answers)
    #expect(photo.id == id && photo.title != nil)
    try check(photo)
  }

  private func check(_ photo: Photo) throws {
    #expect(!photo.renditions.isEmpty)
    for rendition in photo.renditions {
      let image = try JPEGFile(picture(at: rendition.url))
      guard let size = rendition.size else { continue }
      let shape = Double(size.width) / Double(size.height)
      let drawn = Double(image.width) / Double(image.height)
      #expect(abs(drawn / shape - 1) < 0.02, "\(photo.id) \(rendition.role)")
    }
  }

  @Test func `no two photos look alike, but a copy and its original do`() async throws {
    var looks: [PhotoID: Data] = [:]
    for provider in Self.providers {
      for photo in try await photos(of: provider) {
        let rendition = try #require(photo.rendition(.full))
        looks[photo.id] = try picture(at: rendition.url)
      }
    }
    let copies = Fixtures.expectations.copies.filter {
      looks[$0.copy] != nil && looks[$0.original] != nil
    }
    // Of others a copy may be another size.
    let pairs = copies.filter { $0.copy.service == "openverse" && $0.original.service == "flickr" }
    try #require(!pairs.isEmpty)
    for pair in pairs { #expect(looks[pair.copy] == looks[pair.original]) }
    let alike = copies.filter { looks[$0.copy] == looks[$0.original] }
    #expect(Set(looks.values).count == looks.count - alike.count)
  }
}

/// What a JPEG file says of itself (ITU T.81, B.1)
private struct JPEGFile {
  let width: Int
  let height: Int
  let isProgressive: Bool

  init(_ file: Data) throws {
    let bytes = [UInt8](file)
    try #require(bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == [0xFF, 0xD9])
    func number(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
    // Segments, each with its length, up to the frame's: baseline or progressive
    var place = 2
    while ![0xFFC0, 0xFFC2].contains(number(place)) {
      try #require(bytes[place] == 0xFF && place + 12 < bytes.count)
      place += 2 + number(place + 2)
    }
    isProgressive = number(place) == 0xFFC2
    (height, width) = (number(place + 5), number(place + 7))
  }
}
