import Foundation
import PhotoSearch
import Pictures
import Testing

@testable import PhotoStorage

/// What the database keeps of pictures' looks
struct HashTests {
  private let file = TemporaryDatabase()
  private let database: PhotoDatabase

  init() throws { database = try PhotoDatabase.writing(at: file.url) }

  private func hash(
    _ id: String, _ byte: UInt8 = 1
  ) throws -> (fingerprint: PictureFingerprint, address: URL) {
    let fingerprint = try PictureFingerprint.sample(#require(PhotoID(id)), byte)
    return (fingerprint, try #require(URL(string: "https://images.example.org/\(id).jpg?w=400")))
  }

  @Test func `a hash is read as it was written, and the last of a photo counts`() throws {
    let first = try hash("unsplash:a")
    #expect(try !database.hasHashes())
    try database.save([first, hash("pexels:1")])
    let reader = try #require(try PhotoDatabase.reading(at: file.url))
    #expect(try reader.hasHashes())
    #expect(try reader.hash(of: first.fingerprint.id) == first.fingerprint)
    let second = try hash("unsplash:a", 2)
    try database.save([second])
    #expect(try reader.hash(of: first.fingerprint.id) == second.fingerprint)
    #expect(try reader.hash(of: #require(PhotoID("unsplash:b"))) == nil)
  }

  @Test func `those of the last listing come by its numbers`() throws {
    let photos = ["unsplash:a", "pexels:1", "pexels:2"].map {
      Photo.sample($0, picture: URL(filePath: "/"))
    }
    try database.keepListing(photos, from: 1, token: "one")
    try database.save([hash("pexels:2"), hash("unsplash:a"), hash("flickr:9")])
    #expect(try database.listedHashes(1..<4).map(\.number) == [1, 3])
    #expect(try database.listedHashes(1..<3).map(\.fingerprint) == [hash("unsplash:a").fingerprint])
    #expect(try database.listedNumber(of: photos[2].id) == 3)
    #expect(try database.listedNumber(of: #require(PhotoID("flickr:9"))) == nil)
  }

  @Test func `a database from before is read without the table, and gets it when it is written to`()
    throws
  {
    try database.connection.run("DROP TABLE hashes")
    try file.makeEarlier()
    let reader = try #require(try PhotoDatabase.reading(at: file.url))
    #expect(try !reader.hasHashes())
    try PhotoDatabase.writing(at: file.url).save([hash("pexels:1")])
    #expect(try PhotoDatabase.reading(at: file.url)?.hasHashes() == true)
  }

  @Test func `they go when the history is cleared`() throws {
    try database.save([hash("pexels:1")])
    _ = try database.forgetAll()
    #expect(try !database.hasHashes())
  }

  @Test func `100,000 take at most 30 MB, and the oldest make room`() throws {
    // As long as real ones of Unsplash
    let query = String(repeating: "x", count: 120)
    let sample = try hash("unsplash:a").fingerprint
    for start in stride(from: 0, to: 100_001, by: 10_000) {
      try database.save(
        (start..<min(start + 10_000, 100_001)).map { number in
          let id = try #require(PhotoID("unsplash:\(number)-abcdef"))
          let address = try #require(URL(string: "https://images.unsplash.com/\(number)?\(query)"))
          return (PictureFingerprint(id: id, size: sample.size, hash: sample.hash), address)
        })
    }
    let size = try FileManager.default.attributesOfItem(atPath: file.url.path)[.size] as? Int
    let log =
      try FileManager.default.attributesOfItem(atPath: file.url.path + "-wal")[.size] as? Int
    print("100,000 hashes: \((size ?? 0) / 1_000) KB, log \((log ?? 0) / 1_000) KB")
    #expect(try #require(size) < 30_000_000)
    #expect(try database.hash(of: #require(PhotoID("unsplash:0-abcdef"))) == nil)
    #expect(try database.hash(of: #require(PhotoID("unsplash:1-abcdef"))) != nil)
  }
}
