import Foundation

/// Status and fields of a reply, read line by line as they come (RFC 9112)
///
/// Interim replies (100, 103) come before the one that counts, trailers after its body: both are
/// read over. All of it together is bounded.
struct ReplyHead {
  /// What a line led to
  enum Progress {
    case more
    /// This is the head; the body follows
    case complete(WebReply)
    case unreadable
    case tooLong
  }

  /// Bytes of all lines; browsers take as much
  private static let limit = 256 * 1024

  /// More are no head that a service sends
  private static let mostFields = 1_000

  /// Once it is complete
  private(set) var response: WebReply?
  private var status: Int?
  private var fields: [(name: String, values: [String])] = []
  /// Where a field is, by its name in lower case: heads are read on the thread of all transfers
  private var places: [String: Int] = [:]
  private var count = 0

  /// Takes the next line, with its line break
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
    let words = text.parts(at: " ", maxSplits: 2, keepsEmpty: false)
    guard words.count > 1, let number = Int(words[1]), (100...999).contains(number) else {
      return .unreadable
    }
    (status, fields, places) = (number, [], [:])
    return .more
  }

  private mutating func end() -> Progress {
    guard let status else { return .unreadable }
    // 101 is the last word of a server that believes we wanted another protocol.
    if (100..<200).contains(status), status != 101 { return .more }
    let reply = WebReply(
      status: status,
      headers: HTTPHeaders(
        fields.map { .init(name: $0.name, value: $0.values.joined(separator: ", ")) }))
    response = reply
    return .complete(reply)
  }

  /// A field that comes more than once is one field, its values in order
  private mutating func read(_ line: Substring) -> Progress {
    let scalars = line.unicodeScalars
    if scalars.first == " " || scalars.first == "\t" {
      // A field that goes on in the next line: not sent any more, and to be read all the same.
      guard let last = fields.indices.last, let value = fields[last].values.popLast() else {
        return .unreadable
      }
      fields[last].values.append("\(value) \(Self.trimmed(scalars[...]))")
      return .more
    }
    guard let colon = line.firstPlace(of: ":"), colon > line.startIndex else {
      return .unreadable
    }
    let name = String(scalars[..<colon])
    let value = Self.trimmed(scalars[scalars.index(after: colon)...])
    if let known = places[name.lowercased()] {
      fields[known].values.append(value)
    } else {
      guard fields.count < Self.mostFields else { return .tooLong }
      places[name.lowercased()] = fields.count
      fields.append((name, [value]))
    }
    return .more
  }

  private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.drop(while: isSpace)
    let end = start.reversed().drop(while: isSpace)
    return String(String.UnicodeScalarView(end.reversed()))
  }
}
