extension License {
  /// The licence that a Creative Commons address stands for
  ///
  /// - Parameter address: e.g. `https://creativecommons.org/licenses/by-sa/3.0/de/deed.en`
  public static func creativeCommons(at address: String?) -> License? {
    guard let address else { return nil }
    let path = address.lowercased().prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count >= 3, ["http:", "https:"].contains(parts[0]),
      ["creativecommons.org", "www.creativecommons.org"].contains(parts[1])
    else { return nil }
    switch (parts[2], parts.dropFirst(3).first) {
    case ("publicdomain", "zero"): return .cc0
    case ("publicdomain", "mark"): return .publicDomainMark
    case ("licenses", "publicdomain"): return .publicDomain
    case ("licenses", _?):
      return creativeCommons(
        parts: parts.dropFirst(3).filter { !$0.hasPrefix("deed") && !$0.hasPrefix("legalcode") })
    default: return nil
    }
  }

  /// The licence that a name with hyphens stands for, e.g. `cc-by-sa-3.0-de`
  public static func creativeCommons(named name: String) -> License? {
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
    guard (2...3).contains(parts.count), let license = unported["\(parts[0])-\(parts[1])"] else {
      return nil
    }
    guard parts.count == 3 else { return license }
    let letters: ClosedRange<UInt8> = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard (2...8).contains(parts[2].utf8.count), parts[2].utf8.allSatisfy(letters.contains) else {
      return nil
    }
    return creativeCommons(parts[0], version: parts[1], port: parts[2])
  }

  /// Those that were ever published, by code and version; a few that never were do no harm
  private static let unported: [String: License] = {
    let codes = ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd", "by-nd-nc", "sa"]
    let versions = ["1.0", "2.0", "2.1", "2.5", "3.0", "4.0"]
    let licenses = codes.flatMap { code in
      versions.map { ("\(code)-\($0)", creativeCommons(code, version: $0)) }
    }
    return Dictionary(licenses, uniquingKeysWith: { first, _ in first })
  }()
}
