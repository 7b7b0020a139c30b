import Foundation
import PhotoSearch
import PhotoStorage

/// The pictures of a recording, as the page can show them; what the recording lacks is drawn
struct RecordedPictures {
  /// The path, below the page's
  static let name = "picture"

  private static let shown: Set<PictureType> = [.jpeg, .png, .webp, .gif, .avif]
  private let recording: ReplayTransport

  init(_ recording: ReplayTransport) {
    self.recording = recording
  }

  /// Where the page asks for the picture of that address
  static func path(of address: String) -> String {
    var components = URLComponents()
    components.queryItems = [URLQueryItem(name: "at", value: address)]
    return name + "?" + (components.percentEncodedQuery ?? "").replacing(each: "+", by: "%2B")
  }

  /// Never anything but a picture that web browsers show, by its first bytes
  func picture(at address: String) -> (PictureType, Data) {
    let drawn = (PictureType.png, DrawnPicture(seed: address).png)
    guard let url = URL(string: address) else { return drawn }
    do throws(TransportError) {
      let reply = try recording.response(to: WebRequest(url: url))
      guard reply.status == 200, let type = PictureType(start: reply.body),
        Self.shown.contains(type)
      else { return drawn }
      return (type, reply.body)
    } catch {
      return drawn
    }
  }
}

/// A small picture in place of one that isn't there: hills below a sky, each seed its own
struct DrawnPicture {
  private static let (width, height) = (48, 36)

  let seed: String

  /// Lossless and uncompressed (RFC 2083): some 5 KB
  var png: Data {
    var header = Data()
    header.append(number: UInt32(Self.width))
    header.append(number: UInt32(Self.height))
    // 8 bits a color, three colors, no interlacing
    header += [8, 2, 0, 0, 0]
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    file.append(chunk: "IHDR", header)
    file.append(chunk: "IDAT", Self.stored(rows))
    file.append(chunk: "IEND", Data())
    return file
  }

  /// Each row begins with a zero: it isn't filtered
  private var rows: Data {
    var random = SeededNumbers(seed)
    let hue = random.next(in: 0...1)
    let sun = (x: random.next(in: 0.15...0.85), y: random.next(in: 0.15...0.4))
    let hills = (0..<3).map { _ in
      (
        height: random.next(in: 0.5...0.8), wave: random.next(in: 3...9),
        start: random.next(in: 0...6)
      )
    }
    var rows = Data()
    for y in 0..<Self.height {
      rows.append(0)
      for x in 0..<Self.width {
        let (left, top) = (Double(x) / Double(Self.width), Double(y) / Double(Self.height))
        let depth = hills.filter { hill in
          top > hill.height + 0.06 * sin(left * hill.wave + hill.start)
        }.count
        let isSun = hypot(left - sun.x, (top - sun.y) * 0.75) < 0.07
        let light = depth == 0 ? 0.9 - top * 0.35 : 0.52 - Double(depth) * 0.12
        rows += Self.color(
          hue: depth == 0 ? hue : hue + 0.3, saturation: isSun ? 0.2 : 0.35,
          light: isSun && depth == 0 ? 0.97 : light)
      }
    }
    return rows
  }

  private static func color(hue: Double, saturation: Double, light: Double) -> [UInt8] {
    (0..<3).map { part in
      let turn = (hue + Double(part) / 3).truncatingRemainder(dividingBy: 1)
      let wave = 0.5 + 0.5 * cos(turn * 2 * .pi)
      return UInt8(255 * max(0, min(1, light * (1 - saturation + saturation * wave))))
    }
  }

  /// As zlib has it (RFC 1950), without compression
  private static func stored(_ bytes: Data) -> Data {
    var stream = Data([0x78, 0x01, 0x01])
    let count = UInt16(bytes.count)
    for value in [count, ~count] { stream += [UInt8(value & 0xFF), UInt8(value >> 8)] }
    stream += bytes
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    stream.append(number: high << 16 | low)
    return stream
  }
}

/// Numbers that follow from a text
private struct SeededNumbers {
  private var state: UInt64

  init(_ seed: String) {
    var hash = StableHash()
    hash.add(contentsOf: seed.utf8)
    state = hash.value
  }

  mutating func next(in range: ClosedRange<Double>) -> Double {
    // SplitMix64
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    let part = Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    return range.lowerBound + part * (range.upperBound - range.lowerBound)
  }
}

extension Data {
  /// The most significant byte first
  fileprivate mutating func append(number: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Length, name, content and CRC-32 of the last two
  fileprivate mutating func append(chunk name: String, _ content: Data) {
    append(number: UInt32(content.count))
    let checked = Data(name.utf8) + content
    self += checked
    var check: UInt32 = 0xFFFF_FFFF
    for byte in checked {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    append(number: ~check)
  }
}
