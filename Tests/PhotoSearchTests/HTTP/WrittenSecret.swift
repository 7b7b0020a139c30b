import Foundation

/// A secret as strangers may write it, and a reader of all that which shares nothing with what
/// takes it out
struct WrittenSecret {
  let secret: String
  let bytes: [UInt8]
  /// Whether it stands there by itself, and not as part of a longer base64
  let isAlone: Bool

  /// A secret of 8 to 40 letters, many of which have to be escaped somewhere
  static func secret<R: RandomNumberGenerator>(using random: inout R) -> String {
    let letters = Array(#"abcdefghijklmnopXYZ0123456789-_.~/+=%&"'\<>?:;,#!$()*@[]{|}é"#)
    let plain = Array("0123456789abcdef")
    let alphabet = Bool.random(using: &random) ? letters : plain
    return String(
      (0..<Int.random(in: 8...40, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      })
  }

  /// In a form by chance
  init<R: RandomNumberGenerator>(_ secret: String, using random: inout R) {
    self.secret = secret
    var coin = random
    func written(_ form: (Unicode.Scalar) -> String) -> String {
      secret.unicodeScalars.map(form).joined()
    }
    func some(_ form: (Unicode.Scalar) -> String) -> String {
      written { Bool.random(using: &coin) ? form($0) : String($0) }
    }
    let numbers: [(Unicode.Scalar) -> String] = [
      { "&#\($0.value);" }, { "&#x\(String($0.value, radix: 16));" },
      { "&#X00\(String($0.value, radix: 16).uppercased());" },
    ]
    let number = numbers[Int.random(in: 0..<3, using: &coin)]
    let marks = [
      "\u{200B}", "\u{AD}", "\u{301}", "\r\n  ", "\n", "\u{202E}", "&shy;", "\\n", "<b>",
    ]
    var (text, isAlone) = (secret, true)
    switch Int.random(in: 0..<13, using: &coin) {
    case 0: break
    case 1: text = written { Self.percent($0, isUpper: Bool.random(using: &coin)) }
    case 2: text = Self.mixed(secret, using: &coin) { Self.percent($0, isUpper: false) }
    case 3:
      text = written { Self.percent($0, isUpper: true).replacingOccurrences(of: "%", with: "%25") }
    case 4: text = written(number)
    case 5: text = Self.inHTML(secret)
    case 6: text = Self.mixed(secret, using: &coin, Self.inJSON)
    case 7: text = written { ["/", "\"", "\\"].contains($0) ? "\\" + String($0) : String($0) }
    case 8: text = Self.inHTML(secret).unicodeScalars.map(Self.inJSON).joined()
    case 9: text = written { Self.percent($0, isUpper: false) }.unicodeScalars.map(number).joined()
    case 10:
      text = secret.unicodeScalars.map(String.init)
        .joined(separator: marks[Int.random(in: 0..<marks.count, using: &coin)])
    case 11 where secret.unicodeScalars.allSatisfy { $0.value < 0x100 }:
      (bytes, self.isAlone) = (secret.unicodeScalars.map { UInt8($0.value) }, true)
      random = coin
      return
    default:
      let before = (0..<Int.random(in: 0...5, using: &coin)).map { _ in
        UInt8.random(in: 32...126, using: &coin)
      }
      let after = (0..<Int.random(in: 0...5, using: &coin)).map { _ in
        UInt8.random(in: 32...126, using: &coin)
      }
      text = Data(before + secret.utf8 + after).base64EncodedString()
      if Bool.random(using: &coin) {
        text = text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(
          of: "/", with: "_")
      }
      isAlone = false
    }
    random = coin
    (bytes, self.isAlone) = (Array(text.utf8), isAlone)
  }

  private static func mixed<R: RandomNumberGenerator>(
    _ text: String, using random: inout R, _ form: (Unicode.Scalar) -> String
  ) -> String {
    text.unicodeScalars.map { scalar in
      let isNeeded = ["%", "&", "\\", "\"", "+"].contains(scalar) || !scalar.isASCII
      return isNeeded || Bool.random(using: &random) ? form(scalar) : String(scalar)
    }.joined()
  }

  private static func percent(_ scalar: Unicode.Scalar, isUpper: Bool) -> String {
    String(scalar).utf8.map { byte in
      let digits = String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      return "%" + (isUpper ? digits.uppercased() : digits)
    }.joined()
  }

  private static func inJSON(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func inHTML(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
  }
}

/// Looks for a secret the long way: everything is decoded in every order, as a whole
struct SlowReader {
  let secret: [UInt32]

  init(_ secret: String) { self.secret = secret.unicodeScalars.map(\.value) }

  func finds(in bytes: [UInt8]) -> Bool {
    var views: Set<[UInt32]> = [Self.letters(bytes)]
    for _ in 0..<3 {
      for view in views {
        views.insert(Self.percentDecoded(view))
        views.insert(Self.htmlDecoded(view))
        views.insert(Self.jsonDecoded(view))
      }
    }
    return views.contains { has($0) || has(Self.withoutMarks($0)) }
      || Self.base64Decoded(bytes).contains { has(Self.letters($0)) }
  }

  private func has(_ view: [UInt32]) -> Bool {
    guard view.count >= secret.count else { return false }
    return (0...(view.count - secret.count)).contains { view[$0...].starts(with: secret) }
  }

  private static func letters(_ bytes: [UInt8]) -> [UInt32] {
    String(bytes: bytes, encoding: .utf8).map { $0.unicodeScalars.map(\.value) }
      ?? bytes.map(UInt32.init)
  }

  private static func text(_ view: ArraySlice<UInt32>) -> String {
    String(String.UnicodeScalarView(view.map { Unicode.Scalar($0) ?? " " }))
  }

  private static func percentDecoded(_ view: [UInt32]) -> [UInt32] {
    var output: [UInt8] = []
    var position = 0
    while position < view.count {
      if view[position] == 37, position + 2 < view.count,
        let byte = UInt8(text(view[(position + 1)...(position + 2)]), radix: 16)
      {
        output.append(byte)
        position += 3
      } else {
        output += text(view[position...position]).utf8
        position += 1
      }
    }
    return letters(output)
  }

  private static func htmlDecoded(_ view: [UInt32]) -> [UInt32] {
    let names = ["amp": 38, "lt": 60, "gt": 62, "quot": 34, "shy": 0xAD] as [String: UInt32]
    var output: [UInt32] = []
    var position = 0
    while position < view.count {
      let rest = view[position...].prefix(12)
      if rest.first == 38, let end = rest.firstIndex(of: 59) {
        let word = text(view[(position + 1)..<end])
        let number =
          word.lowercased().hasPrefix("#x")
          ? UInt32(word.dropFirst(2), radix: 16) : UInt32(word.dropFirst())
        if let value = names[word] ?? (word.hasPrefix("#") ? number : nil) {
          output.append(value)
          position = end + 1
          continue
        }
      }
      output.append(view[position])
      position += 1
    }
    return output
  }

  private static func jsonDecoded(_ view: [UInt32]) -> [UInt32] {
    var output: [UInt32] = []
    var position = 0
    while position < view.count {
      let next = position + 1 < view.count ? view[position + 1] : 0
      if view[position] == 92, next == 117, position + 5 < view.count,
        let value = UInt32(text(view[(position + 2)...(position + 5)]), radix: 16)
      {
        output.append(value)
        position += 6
      } else if view[position] == 92, [34, 47, 92, 110].contains(next) {
        output.append(next == 110 ? 10 : next)
        position += 2
      } else {
        output.append(view[position])
        position += 1
      }
    }
    return output
  }

  private static func withoutMarks(_ view: [UInt32]) -> [UInt32] {
    let text = text(view[...]).replacingOccurrences(of: "<b>", with: "")
    return text.unicodeScalars.map(\.value).filter {
      ![10, 13, 32, 0xAD, 0x200B, 0x301, 0x202E].contains($0)
    }
  }

  /// Each run of its letters, from each of its first four on
  private static func base64Decoded(_ bytes: [UInt8]) -> [[UInt8]] {
    let text = String(decoding: bytes, as: UTF8.self)
      .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let letters = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return text.components(separatedBy: letters.inverted).flatMap { run in
      (0..<4).compactMap { start -> [UInt8]? in
        let part = run.dropFirst(start)
        // An incomplete end is filled up: what it says too much is no letter of a secret.
        let filled = part + String(repeating: "A", count: (4 - part.count % 4) % 4)
        return Data(base64Encoded: String(filled)).map(Array.init)
      }
    }
  }
}
