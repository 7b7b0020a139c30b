import PhotoSearch

extension Rendition.Role {
  /// The pixels of each size, in words
  static let pixels = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.pixels) })

  private var pixels: String {
    switch self {
    case .thumb: "about 200 pixels wide"
    case .small: "about 400"
    case .regular: "about 1,000 to 2,000"
    case .full: "a whole screen, 2,000 and more"
    case .original: "as it was uploaded, or the largest that is known"
    }
  }
}

/// How a list of photos is printed
enum ListingFormat: String, CaseIterable, Sendable {
  case grid, table, json, ndjson, flat, csv, markdown, html, urls

  /// Whether the format shows people the photos' numbers
  var hasNumbers: Bool {
    switch self {
    case .grid, .table: true
    case .json, .ndjson, .flat, .csv, .markdown, .html, .urls: false
    }
  }

  /// Whether people or programs load the pictures at the addresses in the format
  var leadsToPictures: Bool {
    switch self {
    case .flat, .csv, .markdown, .html, .urls: true
    case .grid, .table, .json, .ndjson: false
    }
  }
}

/// The format of other output, for people or programs
enum TextFormat: String, CaseIterable, Sendable {
  case text, json
}

/// The place for credits of saved pictures: one table in the folder, or a file beside each picture
enum CreditFormat: String, CaseIterable, Sendable {
  case csv, json, xmp, reuse
}

/// When the gallery shows author and licence of a photo on a desk; by touch they are always shown
enum CaptionUse: String, CaseIterable, Sendable {
  case hover, always
}
