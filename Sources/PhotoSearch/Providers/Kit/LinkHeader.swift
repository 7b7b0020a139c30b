/// The relations in a Link header field (RFC 8288)
struct LinkHeader {
  /// The relations' names in lower case, e.g. `next`
  let relations: Set<String>

  /// - Returns: nil if there is no such field
  init?(_ headers: HTTPHeaders) {
    let fields = headers.fields.filter { $0.isNamed("Link") }
    guard !fields.isEmpty else { return nil }
    relations = Set(fields.flatMap { Self.links(in: $0.value) }.flatMap(Self.relations))
  }

  /// The links of a field, split at commas outside of addresses and quotes
  private static func links(in field: String) -> [Substring] {
    var isQuoted = false
    var depth = 0
    return field.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "<") where !isQuoted: depth += 1
      case UInt8(ascii: ">") where !isQuoted: depth = 0
      case UInt8(ascii: ",") where !isQuoted: return depth == 0
      default: break
      }
      return false
    }.map(Substring.init)
  }

  private static func relations(of link: Substring) -> [String] {
    let end = link.lastPlace(of: ">").map(link.utf8.index(after:)) ?? link.startIndex
    for parameter in link[end...].parts(at: ";", keepsEmpty: false) {
      let parts = parameter.parts(at: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].folded == "rel" else { continue }
      return parts[1].folded.parts(at: " ", keepsEmpty: false).map(String.init)
    }
    return []
  }
}

extension Substring {
  /// The text in lower case, without blanks and quotes at its ends
  fileprivate var folded: String {
    let isBetween: (UInt8) -> Bool = { $0 > 0x20 && $0 != UInt8(ascii: "\"") }
    guard let first = utf8.firstIndex(where: isBetween),
      let last = utf8.lastIndex(where: isBetween)
    else { return "" }
    return self[first..<utf8.index(after: last)].lowercased()
  }
}
