import FixtureMaker
import Foundation
import Testing

@testable import PhotoSearch

/// Secrets, surroundings and ways to write them by chance
struct RedactionFuzzTests {
  private static let pieces = [
    "\"title\":\"", "\\\"", "\\\\", "\\", "%", "&", "&amp;", "\\u0026", "%20", "é", "\u{301}", "漢",
    "https:\\/\\/x.test\\/?q=", "\n", "kitten", " ", "<b>", "</b>", "=", "%25", "&#", "x", "u00",
    "0", "+", "YWJj", "-", "\u{200B}", "🐈", ",", "}",
  ]

  private static func surroundings(using random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in
      Array(pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8)
    }
  }

  @Test(arguments: 0..<600)
  func `a secret is found in no form any more, wherever it stood`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let secret = WrittenSecret.secret(using: &random)
    let redaction = Redaction(secrets: ["another-secret", secret])
    let written = WrittenSecret(secret, using: &random)
    let before = Self.surroundings(using: &random)
    let after = Self.surroundings(using: &random)
    let redacted = Array(redaction.data(Data(before + written.bytes + after)))
    let text = String(decoding: written.bytes, as: UTF8.self)
    #expect(!SlowReader(secret).finds(in: redacted), "\(secret) written \(text)")
    #expect(redacted.count < before.count + after.count + written.bytes.count + 9)
    // Of a backslash what it escapes goes with it, lest a text in JSON is cut in the middle.
    guard written.isAlone, written.bytes.last != UInt8(ascii: "\\") else { return }
    let alone = redaction.data(Data("zz ".utf8 + written.bytes + " zz".utf8))
    #expect(alone == Data("zz REDACTED zz".utf8), "\(secret) written \(text)")
  }

  /// Else the promise above would say nothing
  @Test(arguments: 0..<200) func `what looks for secrets finds each form`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let secret = WrittenSecret.secret(using: &random)
    let written = WrittenSecret(secret, using: &random)
    #expect(
      SlowReader(secret).finds(in: Array("zz ".utf8) + written.bytes + " zz".utf8),
      "\(secret) written \(String(decoding: written.bytes, as: UTF8.self))")
  }

  @Test(arguments: 0..<200) func `bytes without a secret stay as they are`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let redaction = Redaction(secrets: [WrittenSecret.secret(using: &random), "0123456789abcdef"])
    let text = (0..<20).flatMap { _ in Self.surroundings(using: &random) }
    let noise = (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }
    for bytes in [text, noise, text + noise] {
      #expect(Array(redaction.data(Data(bytes))) == bytes)
    }
  }

  /// One that can stand in a header field or an address as it is, as all real ones can
  @Test(arguments: 0..<200) func `a page in JSON is one afterwards`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let secret = WrittenSecret.secret(using: &random)
    let redaction = Redaction(secrets: [secret])
    let values = (0..<4).map { _ in
      var text = Self.surroundings(using: &random)
      text += WrittenSecret(secret, using: &random).bytes + Self.surroundings(using: &random)
      return String(decoding: text, as: UTF8.self)
    }
    let page = try JSONEncoder().encode(["rows": values])
    let redacted = redaction.data(page)
    let rows = try JSONValue(parsing: redacted)["rows"]?.elements
    #expect(rows?.count == 4, "\(String(decoding: redacted, as: UTF8.self))")
    #expect(!SlowReader(secret).finds(in: Array(redacted)))
  }
}
