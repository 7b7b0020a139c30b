internal import Foundation

/// What keeps a recording from being read, in words that name the place
enum HARProblem {
  static func words(for error: DecodingError, in data: Data) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(path(context.codingPath + [key])) is missing" + hint(context.codingPath)
    case .valueNotFound(_, let context):
      "\(path(context.codingPath)) is null" + hint(context.codingPath)
    case .typeMismatch(_, let context):
      "\(path(context.codingPath)) is not of the type that HAR has there"
        + hint(context.codingPath)
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      malformed(data)
    case .dataCorrupted(let context):
      "\(path(context.codingPath)): \(context.debugDescription)"
    @unknown default:
      "\(error)"
    }
  }

  /// As in `log.entries[3].request.url`
  static func path(_ keys: [any CodingKey]) -> String {
    guard !keys.isEmpty else { return "the whole" }
    return keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }

  private static func hint(_ path: [any CodingKey]) -> String {
    path.count < 2 ? " (JSON, but not a HAR)" : ""
  }

  /// Foundation says no more on Linux than that it is not JSON
  private static func malformed(_ data: Data) -> String {
    guard let first = data.first(where: { !whitespace.contains($0) }) else { return "it is empty" }
    return first == UInt8(ascii: "{") && endsInside(data)
      ? "it ends in the middle, as if it had been cut off" : "it is not JSON"
  }

  /// Whether a text or a bracket is still open at the end
  private static func endsInside(_ data: Data) -> Bool {
    var depth = 0
    var isText = false
    var isEscaped = false
    for byte in data {
      if isEscaped {
        isEscaped = false
      } else if isText {
        isEscaped = byte == UInt8(ascii: "\\")
        isText = byte != UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
      }
    }
    return isText || depth > 0
  }

  private static let whitespace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
}
