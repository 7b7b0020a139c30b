import PhotoSearch

extension Rendition.Role {
  /// What each is, for people
  static let pixels = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.pixels) })

  private var pixels: String {
    switch self {
    case .thumb: "about 200 pixels wide"
    case .small: "about 400"
    case .regular: "about 1,000 to 2,000"
    case .full: "a whole screen, 2,000 and more"
    case .original: "as it was uploaded, or the largest there is"
    }
  }
}

/// How a list of photos is printed
enum ListingFormat: String, CaseIterable, Sendable {
  case grid, table, json, ndjson, flat, csv, markdown, html, urls

  /// Whether a person sees which photo has which number
  var hasNumbers: Bool { self == .grid || self == .table }

  /// Whether people or programs load the pictures that it names
  var leadsToPictures: Bool { [.flat, .csv, .markdown, .html, .urls].contains(self) }
}

/// How something is printed that people and programs read
enum TextFormat: String, CaseIterable, Sendable {
  case text, json
}

/// How the credits of saved pictures are kept: one table in the folder, or a file for each picture
enum CreditFormat: String, CaseIterable, Sendable {
  case csv, json, xmp, reuse
}

/// Whom `--provider` names: `all,nasa`, `-flickr`
struct ProviderChoice: Hashable, Sendable {
  static let all = ProviderID(rawValue: "all")

  /// As they are kept: names, `all`, and with a hyphen those that are left out; empty for all
  var names: [ProviderID] = []

  /// Those that are named, with ``all`` at its place
  var named: [ProviderID] {
    let named = names.filter { Self.leftOut($0) == nil }
    return named.isEmpty ? [Self.all] : named
  }

  /// Those that are not to be asked
  var leftOut: [ProviderID] { names.compactMap(Self.leftOut) }

  private static func leftOut(_ name: ProviderID) -> ProviderID? {
    name.rawValue.hasPrefix("-") ? ProviderID(rawValue: String(name.rawValue.dropFirst())) : nil
  }
}
