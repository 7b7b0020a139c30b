/// The relations that a Link header field names (RFC 8288), in whatever order they stand
struct LinkHeader {
  /// In lower case, e.g. `next`
  let relations: Set<String>

  /// - Returns: nil without such a field
  init?(_ headers: HTTPHeaders) {
    let fields = headers.fields.filter { $0.isNamed("Link") }
    guard !fields.isEmpty else { return nil }
    relations = Set(fields.flatMap { Self.links(in: $0.value) }.flatMap(Self.relations))
  }

  /// Parts between the commas that are in no address and no quotes
  private static func links(in field: String) -> [Substring] {
    var isQuoted = false
    var depth = 0
    return field.split { character in
      switch character {
      case "\"": isQuoted.toggle()
      case "<" where !isQuoted: depth += 1
      case ">" where !isQuoted: depth = 0
      case "," where !isQuoted: return depth == 0
      default: break
      }
      return false
    }
  }

  private static func relations(of link: Substring) -> [String] {
    let parameters = link.suffix { $0 != ">" }.split(separator: ";")
    for parameter in parameters {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].folded == "rel" else { continue }
      return parts[1].folded.split(separator: " ").map(String.init)
    }
    return []
  }
}

extension Substring {
  /// In lower case, without blanks and quotes around it
  fileprivate var folded: String {
    let isBetween: (Character) -> Bool = { !$0.isWhitespace && $0 != "\"" }
    guard let first = firstIndex(where: isBetween), let last = lastIndex(where: isBetween) else {
      return ""
    }
    return self[first...last].lowercased()
  }
}

extension Substring {
  /// The longest end of which every character is wanted
  fileprivate func suffix(while isWanted: (Character) -> Bool) -> Substring {
    guard let last = lastIndex(where: { !isWanted($0) }) else { return self }
    return self[index(after: last)...]
  }
}
