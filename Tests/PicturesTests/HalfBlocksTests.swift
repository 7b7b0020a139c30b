import Pictures
import Terminal
import Testing

struct HalfBlocksTests {
  /// Rows of the letters red, green, blue, white, black
  private func picture(_ rows: String...) -> SmallPicture {
    let colors: [Character: [UInt8]] = [
      "r": [255, 0, 0], "g": [0, 255, 0], "b": [0, 0, 255], "w": [255, 255, 255], "k": [0, 0, 0],
    ]
    return SmallPicture(
      width: rows[0].count, height: rows.count,
      pixels: rows.flatMap { $0.flatMap { colors[$0] ?? [] } })
  }

  @Test func `a cell has one pixel above another`() {
    let blocks = HalfBlocks(picture("rg", "bw"), in: PictureBox(columns: 2, rows: 1), depth: .full)
    #expect(
      blocks.rows == [
        "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀\u{1B}[38;2;0;255;0;48;2;255;255;255m▀\u{1B}[0m"
      ])
  }

  @Test func `a color that goes on is said once a row`() {
    let blocks = HalfBlocks(picture("k"), in: PictureBox(columns: 3, rows: 2), depth: .full)
    #expect(blocks.rows == Array(repeating: "\u{1B}[38;2;0;0;0;48;2;0;0;0m▀▀▀\u{1B}[0m", count: 2))
  }

  @Test(arguments: [
    ([0, 0, 0], 16), ([255, 255, 255], 231), ([255, 0, 0], 196), ([95, 135, 175], 67),
    ([100, 140, 180], 67), ([128, 128, 128], 244), ([8, 8, 8], 232), ([240, 240, 240], 255),
    ([118, 118, 118], 243), ([40, 40, 42], 235), ([0, 0, 90], 17),
  ])
  func `where there are 256 colors, the nearest is taken`(color: [UInt8], code: Int) {
    let picture = SmallPicture(width: 1, height: 1, pixels: color)
    for depth in [ColorDepth.palette, .sixteen] {
      let blocks = HalfBlocks(picture, in: PictureBox(columns: 1, rows: 1), depth: depth)
      #expect(blocks.rows == ["\u{1B}[38;5;\(code);48;5;\(code)m▀\u{1B}[0m"])
    }
  }

  /// Of all 240 colors that look alike everywhere
  @Test(arguments: 0..<200) func `no color is nearer than the one that is taken`(seed: Int) throws {
    let levels = [0, 95, 135, 175, 215, 255]
    var all: [Int: [Int]] = [:]
    for code in 0..<216 { all[16 + code] = [code / 36, code / 6 % 6, code % 6].map { levels[$0] } }
    for gray in 0..<24 { all[232 + gray] = Array(repeating: 8 + 10 * gray, count: 3) }
    let color = [seed * 73 % 256, seed * 151 % 256, seed * 199 % 256]
    func distance(_ other: [Int]) -> Int {
      zip(color, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let picture = SmallPicture(width: 1, height: 1, pixels: color.map { UInt8($0) })
    let row = HalfBlocks(picture, in: PictureBox(columns: 1, rows: 1), depth: .palette).rows[0]
    let code = try #require(row.firstMatch(of: /38;5;(\d+)/).flatMap { Int($0.1) })
    #expect(try distance(#require(all[code])) == all.values.map(distance).min())
  }

  @Test func `a pixel is the mean of what it covers`() {
    #expect(picture("wk", "kk").scaled(width: 1, height: 1).pixels == [64, 64, 64])
    // One and a half pixels each
    #expect(picture("wkk").scaled(width: 2, height: 1).pixels == [170, 170, 170, 0, 0, 0])
    #expect(picture("wk").scaled(width: 4, height: 1) == picture("wwkk"))
    let large = SmallPicture(
      width: 50, height: 33, pixels: Array(repeating: 200, count: 3 * 50 * 33))
    for (width, height) in [(1, 1), (35, 24), (50, 33), (200, 7)] {
      #expect(large.scaled(width: width, height: height).pixels.allSatisfy { $0 == 200 })
    }
  }

  @Test func `a picture keeps its proportions, with cells twice as high as wide`() {
    let box = PictureBox(columns: 36, rows: 12)
    #expect(box.fitting(width: 3_000, height: 2_000) == PictureBox(columns: 36, rows: 12))
    #expect(box.fitting(width: 2_000, height: 3_000) == PictureBox(columns: 16, rows: 12))
    #expect(box.fitting(width: 100, height: 100) == PictureBox(columns: 24, rows: 12))
    #expect(box.fitting(width: 10_000, height: 100) == PictureBox(columns: 36, rows: 1))
    #expect(
      (box.fitting(width: 1, height: 10_000), box.fitting(width: 0, height: -3), box.pixels)
        == (PictureBox(columns: 1, rows: 12), PictureBox(columns: 24, rows: 12), 288))
  }

  @Test func `what is around it in a larger place is blank`() {
    let rows = HalfBlocks(picture("k"), in: PictureBox(columns: 2, rows: 1), depth: .full)
      .filling(PictureBox(columns: 4, rows: 3))
    #expect(rows == ["    ", "    ", "\u{1B}[38;2;0;0;0;48;2;0;0;0m▀▀\u{1B}[0m  "])
  }
}
