import FixtureMaker
import Platform
import Testing

@testable import PhotoSearch

struct ByteBufferTests {
  @Test func `bytes become the text that the library makes of them, UTF-8 or not`() {
    var random = SeededGenerator(seed: 11)
    let pieces = ["“", "é", "😀", "a", "a quite long piece of plain ASCII text, "].map {
      Array($0.utf8)
    }
    let broken: [[UInt8]] = [
      [0xE2], [0x80], [0xE2, 0x80], [0xF0, 0x9F, 0x98], [0xFF], [0xC0, 0x80],
    ]
    for _ in 0..<3_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let some = Bool.random(using: &random) ? pieces : pieces + broken
        bytes += some[.random(in: some.indices, using: &random)]
      }
      let text = bytes.withUnsafeBufferPointer { String(mostlyASCII: $0) }
      #expect(Array(text.utf8) == Array(String(decoding: bytes, as: UTF8.self).utf8))
    }
  }

  @Test func `a buffer grows, and keeps what it has`() {
    var buffer = ByteBuffer(capacity: 0)
    var text = ""
    for number in 0..<300 {
      buffer.append("\(number),")
      buffer.append(UInt8(ascii: ";"))
      text += "\(number),;"
    }
    let (kept, last) = (buffer.text, buffer.last)
    #expect(kept == text && last == UInt8(ascii: ";"))
  }
}
