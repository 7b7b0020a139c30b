import Foundation
import Pictures
import PhotoSearch
import Testing

struct BlurHashTests {
  /// Red, green and blue at a place of a side of 18
  private func color(_ picture: SmallPicture, _ column: Int, _ row: Int) -> [Int] {
    let start = 3 * (row * picture.width + column)
    return picture.pixels[start..<start + 3].map(Int.init)
  }

  @Test func `of one wave it is one color`() throws {
    // 0x808080 in base 83, and no other wave
    let picture = try #require(SmallPicture(blurHash: "00Eyb["))
    #expect(picture.pixels.allSatisfy { $0 == 0x80 })
  }

  /// The hash of blurha.sh's own example
  @Test func `of more waves it is as its picture is, blurred`() throws {
    let picture = try #require(SmallPicture(blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj"))
    #expect(picture.width == 18 && picture.height == 18)
    let (start, end) = (color(picture, 0, 0), color(picture, 17, 17))
    // As another program has them that follows the definition
    for (found, expected) in zip(start + end, Self.corners) { #expect(abs(found - expected) <= 1) }
  }

  private static let corners = [135, 164, 177, 134, 142, 147]

  @Test(arguments: [
    "", "0", "00000", "LEHV6nWB2yk8pyo0adR*.7kCMdn", "LEHV6nWB2yk8pyo0adR*.7kCMdnjj",
    "LEHV6nWB2yk8pyo0adR*.7kCMd j", "~~~~~~", "~0000000", "00~~~~", "小貓曬太陽",
    String(repeating: "~", count: 5_000),
  ])
  func `text that is none makes no picture`(text: String) {
    #expect(SmallPicture(blurHash: text) == nil)
  }

  @Test func `as a bitmap its rows run upwards, its colors backwards, and rows are whole words`()
    throws
  {
    let picture = SmallPicture(width: 1, height: 2, pixels: [1, 2, 3, 4, 5, 6])
    let parts = picture.bitmapAddress.split(separator: ",")
    #expect(parts.first == "data:image/bmp;base64")
    let file = try #require(Data(base64Encoded: String(parts[1])))
    #expect(
      (file.prefix(6), Array(file.dropFirst(54)), SmallPicture(blurHash: "00Eyb[", side: 8)?.width)
        == (Data("BM".utf8) + [62, 0, 0, 0], [6, 5, 4, 0, 3, 2, 1, 0], 8))
  }

  @Test func `a color is one pixel`() {
    #expect(SmallPicture(color: "#Ff8001")?.pixels == [255, 128, 1])
    for text in ["", "#", "ff8800", "#ff880", "#ff88000", "#+f8800", "#gg0000", "#ff880０"] {
      #expect(SmallPicture(color: text) == nil)
    }
  }

  @Test func `before its picture comes, a photo has its hash, else its color, else nothing`()
    throws
  {
    let page = try #require(URL(string: "https://example.org/1"))
    var photo = Photo(
      id: PhotoID(service: "unsplash", native: "1"), provider: .unsplash, site: "Unsplash",
      pageURL: page)
    photo.blurHash = "LEHV6nWB2yk8pyo0adR*.7kCMdnj"
    photo.color = "#102030"
    #expect(SmallPicture(before: photo)?.width == 18)
    photo.blurHash = "none"
    #expect(SmallPicture(before: photo)?.pixels == [16, 32, 48])
    photo.color = "blue"
    #expect(SmallPicture(before: photo) == nil)
  }
}
