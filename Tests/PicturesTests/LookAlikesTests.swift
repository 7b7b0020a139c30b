import FixtureMaker
import PhotoSearch
import Testing

@testable import Pictures

struct LookAlikesTests {
  /// A photo of a list, and how many of its hash's first bits are set
  private struct Row {
    let id: String
    let bits: Int
    var size = PixelSize(width: 3000, height: 2000)
  }

  private func hash(_ bits: Int) throws -> PerceptualHash {
    let bytes = (0..<32).map { byte in
      (0..<8).reduce(UInt8(0)) { $0 | (8 * byte + $1 < bits ? 1 << UInt8($1) : 0) }
    }
    return try #require(PerceptualHash(bytes: bytes))
  }

  private func add(_ number: Int, _ row: Row, _ alikes: inout LookAlikes) throws -> [Int] {
    let id = try #require(PhotoID(row.id))
    return alikes.add(
      number, PictureFingerprint(id: id, size: try #require(row.size), hash: try hash(row.bits)))
  }

  /// The numbers of marked photos, from 1, and of those that they look like
  private func marks(_ rows: Row...) throws -> [Int: Int] {
    var alikes = LookAlikes()
    for (index, row) in rows.enumerated() { _ = try add(index + 1, row, &alikes) }
    return marks(alikes, rows.count)
  }

  private func marks(_ alikes: LookAlikes, _ count: Int) -> [Int: Int] {
    var marks: [Int: Int] = [:]
    for number in 0...count + 1 { marks[number] = alikes.lookAlike(of: number)?.number }
    return marks
  }

  @Test func `a copy at another service is marked with the earliest`() throws {
    let rows = [
      Row(id: "unsplash:a", bits: 0), Row(id: "pexels:1", bits: 200),
      Row(id: "pixabay:7", bits: 51), Row(id: "unsplash:b", bits: 0),
    ]
    #expect(try marks(rows[0], rows[1], rows[2], rows[3]) == [3: 1])
    #expect(try marks(rows[0], Row(id: "pixabay:7", bits: 52)) == [:])
  }

  @Test func `two photos of one service are never marked`() throws {
    let marks = try marks(
      Row(id: "pexels:1", bits: 10), Row(id: "pexels:2", bits: 10), Row(id: "unsplash:a", bits: 10))
    #expect(marks == [3: 1])
  }

  @Test(arguments: [
    (1500, 1000, true), (1525, 1000, true), (1535, 1000, false), (1000, 1500, false),
  ])
  func `another shape is another picture`(width: Int, height: Int, isMarked: Bool) throws {
    let size = PixelSize(width: width, height: height)
    let marks = try marks(Row(id: "a:1", bits: 0), Row(id: "b:1", bits: 0, size: size))
    #expect(marks == (isMarked ? [2: 1] : [:]))
  }

  @Test func `there are no chains`() throws {
    // The second looks like the first, and the third like the second alone.
    let rows = [Row(id: "a:1", bits: 0), Row(id: "b:1", bits: 40), Row(id: "c:1", bits: 80)]
    #expect(try marks(rows[0], rows[1], rows[2]) == [2: 1])
  }

  @Test func `what comes before others changes their marks, and says which`() throws {
    let rows = [Row(id: "a:1", bits: 0), Row(id: "b:1", bits: 40), Row(id: "c:1", bits: 80)]
    var alikes = LookAlikes()
    #expect(try add(3, rows[2], &alikes) == [])
    #expect(try (add(2, rows[1], &alikes), marks(alikes, 3)) == ([3], [3: 2]))
    // Now the second is marked itself, and says nothing of the third any more.
    #expect(try (add(1, rows[0], &alikes), marks(alikes, 3)) == ([2, 3], [2: 1]))
    #expect(try (add(1, Row(id: "a:1", bits: 80), &alikes), marks(alikes, 3)) == ([], [2: 1]))
  }

  @Test(arguments: UInt64(1)...15)
  func `in whatever order pictures come, the marks are the same`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = (0..<40).map { _ in
      Row(
        id:
          "\(["a", "b", "c"].randomElement(using: &random)!):\(Int.random(in: 0..<9, using: &random))",
        bits: Int.random(in: 0...200, using: &random))
    }
    var ordered = LookAlikes()
    for (index, row) in rows.enumerated() { _ = try add(index + 1, row, &ordered) }
    let expected = marks(ordered, rows.count)
    #expect(!expected.isEmpty)
    for _ in 0..<10 {
      var alikes = LookAlikes()
      var told: [Int: Int] = [:]
      for index in rows.indices.shuffled(using: &random) {
        for number in try add(index + 1, rows[index], &alikes) {
          told[number] = alikes.lookAlike(of: number)?.number
        }
      }
      #expect(marks(alikes, rows.count) == expected)
      // Who follows what is said to have changed has the same.
      #expect(told == expected)
    }
  }

  @Test func `only the first of a long list are compared`() throws {
    var alikes = LookAlikes()
    _ = try add(1, Row(id: "a:1", bits: 0), &alikes)
    #expect(try add(LookAlikes.maxNumber, Row(id: "b:1", bits: 0), &alikes).count == 1)
    #expect(try add(LookAlikes.maxNumber + 1, Row(id: "b:2", bits: 0), &alikes) == [])
  }
}
