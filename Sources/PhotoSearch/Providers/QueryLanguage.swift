/// The language that a query's words are in, e.g. `de`, `pt-BR` or `zh-Hant`: a language, a script
/// and a region, the last two if need be (BCP 47)
public struct QueryLanguage: RawRepresentable, Hashable, Sendable, Codable {
  /// As BCP 47 recommends to write it
  public let rawValue: String

  /// - Parameter rawValue: in any case, with hyphens or underscores
  /// - Returns: nil for what isn't a language's code.
  public init?(rawValue: String) {
    let parts = rawValue.replacing(each: "_", by: "-").parts(at: "-")
    guard (2...3).contains(parts[0].utf8.count), parts.count <= 3,
      parts.allSatisfy({ $0.utf8.allSatisfy { $0.isLetter || $0.isDigit } }),
      parts[0].utf8.allSatisfy(\.isLetter)
    else { return nil }
    var rest = parts.dropFirst()
    var words = [parts[0].lowercased()]
    if let script = rest.first, script.utf8.count == 4, script.utf8.allSatisfy(\.isLetter) {
      words.append(script.prefix(1).uppercased() + script.dropFirst().lowercased())
      rest = rest.dropFirst()
    }
    if let region = rest.first, Self.isRegion(region) {
      words.append(region.uppercased())
      rest = rest.dropFirst()
    }
    guard rest.isEmpty else { return nil }
    self.rawValue = words.joined(separator: "-")
  }

  private static func isRegion(_ text: Substring) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy(\.isLetter)
      || text.utf8.count == 3 && text.utf8.allSatisfy(\.isDigit)
  }

  /// The language without script and region, e.g. `pt`
  package var language: String { String(rawValue.parts(at: "-")[0]) }

  /// Whether it is Chinese in traditional characters, which services take for another language
  package var isTraditionalChinese: Bool {
    let parts = rawValue.parts(at: "-").dropFirst()
    guard language == "zh", !parts.contains("Hans") else { return false }
    return parts.contains { ["Hant", "TW", "HK", "MO"].contains($0) }
  }

  /// The one of a service's codes that comes nearest: the same, else the first of that language
  ///
  /// - Returns: nil when the service doesn't have the language.
  public func nearest(among codes: [String]) -> String? {
    if let same = codes.first(where: { $0.lowercased() == rawValue.lowercased() }) { return same }
    let ways = codes.compactMap { code in QueryLanguage(rawValue: code).map { (code, $0) } }
    return ways.first { way in
      Self.kin(of: way.1.language) == Self.kin(of: language)
        && way.1.isTraditionalChinese == isTraditionalChinese
    }?.0
  }

  /// Norwegian goes by three codes
  private static func kin(of language: String) -> String {
    ["no", "nn"].contains(language) ? "nb" : language
  }
}
