import Foundation

extension License {
  /// The licence that a Creative Commons address stands for
  ///
  /// - Parameter address: e.g. `https://creativecommons.org/licenses/by-sa/3.0/de/deed.en`
  static func creativeCommons(at address: URL?) -> License? {
    guard let address, let host = address.host?.lowercased(),
      host == "creativecommons.org" || host.hasSuffix(".creativecommons.org")
    else { return nil }
    let parts = address.path.lowercased().split(separator: "/").map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("publicdomain", "zero"): return .cc0
    case ("publicdomain", "mark"): return .publicDomainMark
    case ("licenses", "publicdomain"): return .publicDomain
    case ("licenses", let code?):
      let rest = parts.dropFirst(2).filter { !$0.hasPrefix("deed") && !$0.hasPrefix("legalcode") }
      return creativeCommons(parts: [code] + rest)
    default: return nil
    }
  }

  /// The licence that a name with hyphens stands for, e.g. `cc-by-sa-3.0-de`
  static func creativeCommons(named name: String) -> License? {
    if ["cc0", "cc0-1.0", "cc-zero", "cc-zero-1.0"].contains(name) { return .cc0 }
    if ["cc-pd-mark", "pdm", "cc-pdm-1.0"].contains(name) { return .publicDomainMark }
    guard name.hasPrefix("cc-") else { return nil }
    let words = name.dropFirst(3).split(separator: "-", omittingEmptySubsequences: false)
    let code = words.prefix { $0.first?.isLetter == true }
    return creativeCommons(
      parts: [code.joined(separator: "-")] + words.dropFirst(code.count).map(String.init))
  }

  /// - Parameter parts: code, version, and for a ported licence its jurisdiction
  private static func creativeCommons(parts: [String]) -> License? {
    guard (2...3).contains(parts.count), codes.contains(parts[0]), isVersion(parts[1]) else {
      return nil
    }
    guard parts.count == 3 else { return creativeCommons(parts[0], version: parts[1]) }
    guard (2...8).contains(parts[2].utf8.count),
      parts[2].utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return nil }
    return creativeCommons(parts[0], version: parts[1], port: parts[2])
  }

  private static let codes: Set<String> = [
    "by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd", "by-nd-nc", "sa",
  ]

  /// One digit, a point, one digit
  private static func isVersion(_ text: String) -> Bool {
    ["1.0", "2.0", "2.1", "2.5", "3.0", "4.0"].contains(text)
  }
}
