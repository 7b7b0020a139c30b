internal import Foundation

/// Finds known secrets that a reply repeats
///
/// It finds them plain, percent-encoded, escaped as in JSON or HTML, and as base64 of either
/// alphabet, at any place in a longer text. This guards against a reply that quotes its request,
/// not against a service that hides the key on purpose: it has the key anyway.
struct SecretSearch: Sendable {
  /// The bytes of a secret, or of its base64
  private struct Form: Sendable {
    let secret: Int
    let bytes: [UInt8]
    /// Whether the letter before, and the one after, also contain bits of the secret, as in base64
    var sharesFirst = false
    var sharesLast = false
  }

  private let forms: [Form]
  private let shortest: Int
  /// Bytes that may be skipped for each pair of bytes, as no form can end earlier: so most of a
  /// text isn't looked at byte by byte (Wu and Manber, 1994)
  private let steps: [UInt8]
  /// The forms that contain a byte, and where in them, for each byte
  private let uses: [[(form: Int, place: Int)]]

  init(_ secrets: [String]) {
    let forms = secrets.enumerated().flatMap { Self.forms(of: $1, secret: $0) }
      .filter { $0.bytes.count > 1 }
    let shortest = forms.map(\.bytes.count).min() ?? 2
    var steps = [UInt8](repeating: UInt8(min(shortest - 1, 0xFF)), count: Self.pairs)
    var uses = [[(form: Int, place: Int)]](repeating: [], count: 0x100)
    for (index, form) in forms.enumerated() {
      for place in 0..<shortest - 1 {
        let pair = Self.pair(form.bytes[place], form.bytes[place + 1])
        steps[pair] = min(steps[pair], UInt8(min(shortest - 2 - place, 0xFF)))
      }
      for (place, byte) in form.bytes.enumerated() { uses[Int(byte)].append((index, place)) }
    }
    (self.forms, self.shortest, self.steps, self.uses) = (forms, shortest, steps, uses)
  }

  private static let pairs = 1 << 12

  @inline(__always)
  private static func pair(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) << 4 ^ Int(second)) & (pairs - 1)
  }

  /// The places of all secrets
  func places(in bytes: UnsafeBufferPointer<UInt8>) -> RedactedRanges {
    var places = RedactedRanges()
    search(bytes) { _, place in places.add(place) }
    return places
  }

  /// The indices of the secrets that a text contains
  func secrets(in text: String) -> Set<Int> {
    var text = text
    return text.withUTF8 { bytes in
      var found: Set<Int> = []
      search(bytes) { secret, _ in found.insert(secret) }
      return found
    }
  }

  private func search(
    _ bytes: UnsafeBufferPointer<UInt8>, _ found: (_ secret: Int, _ place: Range<Int>) -> Void
  ) {
    let text = EscapedBytes(bytes: bytes)
    for position in starts(in: text) {
      for form in forms {
        guard let end = text.end(of: form.bytes, at: position) else { continue }
        let start = form.sharesFirst && text.isBase64(position - 1) ? position - 1 : position
        found(form.secret, start..<(form.sharesLast && text.isBase64(end) ? end + 1 : end))
      }
    }
  }

  /// Places where a secret may begin, in any of its forms: unescaped ones, and those up to their
  /// first escape
  private func starts(in text: EscapedBytes) -> [Int] {
    var starts = plainStarts(in: text.bytes)
    for escape in text.escapes {
      for (form, place) in uses[Int(escape.byte)] where place <= escape.start {
        let before = text.bytes[escape.start - place..<escape.start]
        if before.elementsEqual(forms[form].bytes[..<place]) { starts.append(escape.start - place) }
      }
    }
    return Set(starts).sorted()
  }

  private func plainStarts(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    guard !forms.isEmpty else { return [] }
    return steps.withUnsafeBufferPointer { steps in
      var starts: [Int] = []
      var end = shortest - 1
      while end < bytes.count {
        let step = steps[Self.pair(bytes[end - 1], bytes[end])]
        if step == 0 { starts.append(end - shortest + 1) }
        end += max(1, Int(step))
      }
      return starts
    }
  }

  private static func forms(of secret: String, secret number: Int) -> [Form] {
    var forms = [Form(secret: number, bytes: Array(secret.utf8))]
    for offset in 0..<3 {
      let bits = (offset + secret.utf8.count) * 8
      let all = Array(
        Data([UInt8](repeating: 0, count: offset) + secret.utf8).base64EncodedString().utf8)
      // The first and last letters are left out: they also contain bits of the text around the
      // secret.
      let core = Array(all[((offset * 8 + 5) / 6)..<(bits / 6)])
      let urlSafe = core.map { byte in
        byte == UInt8(ascii: "+")
          ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
      }
      for bytes in Set([core, urlSafe]) {
        forms.append(
          Form(
            secret: number, bytes: bytes, sharesFirst: offset > 0, sharesLast: bits % 6 != 0))
      }
    }
    return forms
  }
}

/// Places of bytes to remove, in order
struct RedactedRanges {
  private var places: [Range<Int>] = []

  var isEmpty: Bool { places.isEmpty }

  /// Adds a place, which may overlap earlier ones; an empty one is ignored
  mutating func add(_ place: Range<Int>) {
    guard !place.isEmpty else { return }
    var place = place
    while let last = places.last, last.upperBound > place.lowerBound {
      place = min(last.lowerBound, place.lowerBound)..<max(last.upperBound, place.upperBound)
      places.removeLast()
    }
    places.append(place)
  }

  /// The bytes with ``Redaction/word`` at each place
  func redacted(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var copied = 0
    for place in places {
      output += bytes[copied..<place.lowerBound]
      output += Redaction.word.utf8
      copied = place.upperBound
    }
    return output + bytes[copied...]
  }
}
