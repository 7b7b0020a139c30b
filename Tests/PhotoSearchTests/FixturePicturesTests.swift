import FixtureMaker
import Foundation
import LoopbackServer
import Testing

@testable import PhotoSearch

/// The pictures of the fixtures are pictures, and there for all that has them
@Suite struct FixturePicturesTests {
  private static let providers = ProviderCatalog.providers { _ in "unused key" }
    .filter { $0.profile.kind == .search }
  private static let photosEach = 10

  private static let recorded = Result { try HARArchive(contentsOf: FixtureFiles.folder) }

  private let archive: HARArchive
  private let replay: ReplayTransport

  init() throws {
    archive = try Self.recorded.get()
    replay = ReplayTransport(archive: archive, apis: Self.providers.map(\.api))
  }

  private var pictures: [HAREntry] {
    archive.entries.filter { $0.headers["Content-Type"] == "image/png" }
  }

  /// The first photos of `kittens`
  private func photos(of provider: any PhotoProvider) async throws -> [Photo] {
    let query = PhotoQuery(words: "kittens")
    let answer = await provider.answer(to: try provider.request(for: query, at: nil), over: replay)
    let page = try provider.page(from: answer.get(), for: query, at: nil)
    return Array(page.photos.prefix(Self.photosEach))
  }

  private func picture(at url: URL) throws -> Data {
    let response = try replay.response(to: WebRequest(url: url))
    #expect(response.status == 200)
    #expect(response.headers["Content-Type"] == "image/png")
    #expect(response.headers["Content-Length"] == "\(response.body.count)")
    #expect(response.headers["ETag"]?.hasPrefix("\"") ?? false)
    return response.body
  }

  @Test func `every picture is a PNG file with right checksums`() throws {
    #expect(pictures.count > 100)
    for picture in pictures {
      let image = try PNGImage(picture.body)
      #expect(image.width > 0 && image.height > 0 && image.colors == 16)
    }
  }

  @Test func `what a picture packs are its rows`() async throws {
    // Of all sizes and shapes; the machine may be too busy for all of them.
    let images = try stride(from: 0, to: pictures.count, by: 7).map {
      try PNGImage(pictures[$0].body)
    }
    #expect(Set(images.map(\.width)).count == 5)
    // What unpacks them is the library that other programs have.
    let server = try ScriptedServer(lifetime: 600) { request in
      let number = Int(request.url.lastPathComponent) ?? 0
      return LoopbackAnswer(headers: ["Content-Encoding": "deflate"], body: images[number].data)
    }
    defer { server.stop() }
    let transport = LiveTransport(userAgent: UserAgent.text)
    defer { transport.close() }
    for (number, image) in images.enumerated() {
      let response = try await transport.send(WebRequest(url: server.url("/\(number)")))
      let rows = [UInt8](response.body)
      let width = 1 + (image.width + 1) / 2
      try #require(rows.count == width * image.height)
      #expect(stride(from: 0, to: rows.count, by: width).allSatisfy { rows[$0] == 0 })
    }
  }

  @Test(arguments: providers.indices)
  func `each size of the first photos is there, in its shape`(_ index: Int) async throws {
    let photos = try await photos(of: Self.providers[index])
    #expect(photos.count == Self.photosEach)
    for photo in photos { try check(photo) }
  }

  @Test(arguments: Fixtures.expectations.shown)
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
      let image = try PNGImage(picture(at: rendition.url))
      guard let size = rendition.size else { continue }
      let height = Double(image.width) * Double(size.height) / Double(size.width)
      #expect(abs(height - Double(image.height)) < 1, "\(photo.id) \(rendition.role)")
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

/// What a PNG file says of itself, its checksums compared
private struct PNGImage {
  let width: Int
  let height: Int
  let colors: Int
  /// Packed
  let data: Data

  init(_ file: Data) throws {
    try #require(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    var rest = [UInt8](file.dropFirst(8))
    var chunks: [(name: String, content: [UInt8])] = []
    while !rest.isEmpty {
      let length = Self.number(rest.prefix(4))
      try #require(rest.count >= length + 12)
      let checked = rest[4..<length + 8]
      #expect(Self.number(rest[(length + 8)..<(length + 12)]) == Int(Gzip.checksum(Data(checked))))
      chunks.append(
        (String(decoding: checked.prefix(4), as: UTF8.self), Array(checked.dropFirst(4))))
      rest.removeFirst(length + 12)
    }
    try #require(chunks.map(\.name) == ["IHDR", "PLTE", "IDAT", "IEND"])
    let header = chunks[0].content
    #expect(header.dropFirst(8) == [4, 3, 0, 0, 0])
    width = Self.number(header[0..<4])
    height = Self.number(header[4..<8])
    colors = chunks[1].content.count / 3
    data = Data(chunks[2].content)
  }

  private static func number(_ bytes: some Collection<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
