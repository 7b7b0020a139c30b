import Foundation
import Platform

/// Status and fields of a reply, read line by line (RFC 9112)
///
/// Interim replies (100, 103) before the final one and trailers after the body are skipped. The
/// size of all of it is limited.
struct ReplyHead {
  /// The result of reading a line
  enum Progress {
    case more
    /// The head is complete; the body follows
    case complete(WebReply)
    case unreadable
    case tooLong
  }

  /// Most bytes of all lines, as in browsers
  private static let limit = 256 * 1024

  /// Most header fields of a reply; no service sends this many
  private static let mostFields = 1_000

  /// The reply's head, once it is complete
  private(set) var response: WebReply?
  private var status: Int?
  private var fields: [(name: String, value: String)] = []
  /// Index of each field by its name in lower case. A lookup must be fast: the thread that reads
  /// heads runs all transfers
  private var indices: [String: Int] = [:]
  private var count = 0

  /// Reads the next line, with its line break
  mutating func receive(_ line: UnsafeRawBufferPointer) -> Progress {
    count += line.count
    guard count <= Self.limit else { return .tooLong }
    guard response == nil else { return .more }
    var text = Substring(decoding: line, as: UTF8.self)
    while let last = text.unicodeScalars.last, last == "\r" || last == "\n" {
      text.unicodeScalars.removeLast()
    }
    if text.begins(with: "HTTP/") { return begin(text) }
    if text.unicodeScalars.isEmpty { return end() }
    return read(text)
  }

  private mutating func begin(_ text: Substring) -> Progress {
    let words = text.components(at: " ", maxSplits: 2, keepsEmpty: false)
    guard words.count > 1, let number = Int(words[1]), (100...999).contains(number) else {
      return .unreadable
    }
    (status, fields, indices) = (number, [], [:])
    return .more
  }

  private mutating func end() -> Progress {
    guard let status else { return .unreadable }
    // Status 101 is final: it comes from a server that believes we asked for another protocol.
    if (100..<200).contains(status), status != 101 { return .more }
    let reply = WebReply(
      status: status, headers: HTTPHeaders(fields.map { .init(name: $0.name, value: $0.value) }))
    response = reply
    return .complete(reply)
  }

  /// Reads a field; a field that comes again adds its value to the first one
  private mutating func read(_ line: Substring) -> Progress {
    if line.begins(with: " ") || line.begins(with: "\t") {
      // A field may continue on the next line. That is obsolete, but servers still send it.
      guard let last = fields.indices.last else { return .unreadable }
      fields[last].value += " \(Self.trimmed(line))"
      return .more
    }
    let (name, rest) = line.cut(at: ":")
    guard !name.isEmpty, !rest.isEmpty else { return .unreadable }
    let value = Self.trimmed(Substring(rest.unicodeScalars.dropFirst()))
    if let index = indices[name.lowercased()] {
      fields[index].value += ", \(value)"
    } else {
      guard fields.count < Self.mostFields else { return .tooLong }
      indices[name.lowercased()] = fields.count
      fields.append((String(name), value))
    }
    return .more
  }

  /// The text without blanks and tabs around it, the only white space of a field (RFC 9112, 5)
  private static func trimmed(_ text: Substring) -> String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.unicodeScalars.drop(while: isSpace)
    return String(String.UnicodeScalarView(start.reversed().drop(while: isSpace).reversed()))
  }
}
