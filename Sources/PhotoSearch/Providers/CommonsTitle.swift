import Foundation

/// The names by which a Commons file is known, in the one form in which they are compared
///
/// Used by both adapters that meet Commons files, so that the same file is the same picture.
enum CommonsTitle {
  /// A file's title as MediaWiki itself would write it: `File:Cat on snow.jpg`
  ///
  /// Underscores are blanks, the first letter is upper-case, the text is NFC.
  ///
  /// - Parameter title: with its namespace, in any of the ways links write it
  /// - Returns: nil for a page that is no file
  static func normalized(_ title: String) -> String? {
    guard let folded = PlainText.folded(spaced(title)),
      let colon = folded.utf8.firstIndex(of: UInt8(ascii: ":")),
      namespaces.contains(PlainText.folded(String(folded[..<colon]))?.lowercased() ?? ""),
      let name = PlainText.folded(String(folded[folded.utf8.index(after: colon)...]))
    else { return nil }
    return "File:" + capitalized(isASCII(name) ? name : name.precomposedStringWithCanonicalMapping)
  }

  /// The identity of a file by its title
  static func identity(_ title: String) -> PhotoID? {
    normalized(title).map { WikimediaCommons.profile.photoID($0) }
  }

  /// The identity that the address of a page at Commons gives: by page id, or by title
  ///
  /// - Returns: nil for an address elsewhere, or of something that is no file
  static func identity(at address: URL) -> PhotoID? {
    guard let host = address.host?.lowercased(), hosts.contains(host) else { return nil }
    let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems ?? []
    if let text = items.first(where: { $0.name == "curid" })?.value {
      return pageIdentity(text)
    }
    if let title = items.first(where: { $0.name == "title" })?.value {
      return identity(title)
    }
    let path = address.path
    return path.hasPrefix("/wiki/") ? identity(String(path.dropFirst("/wiki/".count))) : nil
  }

  /// The identity of a file by its page id
  ///
  /// - Returns: nil for text that is no number above 0
  static func pageIdentity(_ text: String) -> PhotoID? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(text), number > 0
    else { return nil }
    return WikimediaCommons.profile.photoID(String(number))
  }

  /// A file's title without its namespace and ending
  static func name(_ title: String) -> String? {
    guard let title = normalized(title)?.dropFirst("File:".count) else {
      return PlainText.folded(title)
    }
    let point = title.lastIndex(of: ".") ?? title.endIndex
    return PlainText.folded(String(point == title.startIndex ? title : title[..<point]))
  }

  private static let hosts: Set<String> = ["commons.wikimedia.org", "commons.m.wikimedia.org"]
  /// `Image` is what the namespace was called until 2008; links still say it
  private static let namespaces: Set<String> = ["file", "image"]
  /// Marks that MediaWiki drops from titles
  private static let directionMarks: Set<UInt32> = [
    0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E,
  ]

  /// Underscores as blanks, and without marks of direction
  private static func spaced(_ title: String) -> String {
    guard !isASCII(title) || title.utf8.contains(UInt8(ascii: "_")) else { return title }
    var scalars = String.UnicodeScalarView()
    for scalar in title.unicodeScalars where !directionMarks.contains(scalar.value) {
      scalars.append(scalar == "_" ? " " : scalar)
    }
    return String(scalars)
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// The first letter upper-case, unless it has no single upper-case letter (`ß`)
  private static func capitalized(_ name: String) -> String {
    guard let first = name.unicodeScalars.first,
      first.properties.uppercaseMapping.unicodeScalars.count == 1
    else { return name }
    return first.properties.uppercaseMapping + String(name.unicodeScalars.dropFirst())
  }
}

/// Where the next page of a MediaWiki query is: the values of `continue`, sent back unchanged
///
/// Between whole pages these are an offset and the word that belongs to it, so the offset alone
/// is written: `50`. In the midst of a batch there is more: `continue=||&iicontinue=Cat.jpg|2024`.
/// See [API:Continue](https://www.mediawiki.org/wiki/API:Continue).
struct CommonsCursor: Hashable {
  /// Parameters and their values; never empty
  let values: [String: String]

  /// The values of a reply's `continue`
  ///
  /// - Returns: nil when these are not such as this program may send back
  init?(values: [String: String]) {
    guard (1...8).contains(values.count),
      values.allSatisfy({ Self.isContinuation($0.key) && $0.value.utf8.count <= Self.longest })
    else { return nil }
    self.values = values
    guard cursor.text.utf8.count <= 2 * Self.longest else { return nil }
  }

  /// - Returns: nil for a cursor that no reply of this service gave
  init?(_ cursor: PageCursor) {
    guard cursor.text.utf8.count <= 2 * Self.longest else { return nil }
    if let offset = Self.offset(cursor.text) {
      self.init(offset: offset)
      return
    }
    var values: [String: String] = [:]
    for pair in cursor.text.split(separator: "&", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = String(parts[1]).removingPercentEncoding,
        values.updateValue(value, forKey: String(parts[0])) == nil
      else { return nil }
    }
    self.init(values: values)
  }

  /// The next whole page after that many rows
  private init(offset: Int) {
    values = [Self.offsetName: "\(offset)", "continue": Self.wholePage]
  }

  var cursor: PageCursor {
    if let offset, self == CommonsCursor(offset: offset) { return PageCursor("\(offset)") }
    let pairs = values.sorted { $0.key < $1.key }.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? "")"
    }
    return PageCursor(pairs.joined(separator: "&"))
  }

  /// Rows before this page; nil when it continues the first batch
  var offset: Int? { values[Self.offsetName].flatMap(Self.offset) }

  /// Whether rows of this page's batch came before, on another reply
  var continuesBatch: Bool {
    values.keys.contains { $0 != Self.offsetName && $0 != "continue" }
  }

  /// The values as query items, in an order that is always the same
  var items: [(String, String?)] {
    values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static let offsetName = "gsroffset"
  private static let wholePage = "gsroffset||"
  /// Bytes of a value, and half of what a cursor may have: a title has at most 255
  private static let longest = 600
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~|:,;()!*'/")

  private static func offset(_ text: String) -> Int? {
    guard let offset = Int(text), (1...1_000_000).contains(offset), text == "\(offset)" else {
      return nil
    }
    return offset
  }

  /// Whether this is a name that MediaWiki gives to a place in a list
  private static func isContinuation(_ name: String) -> Bool {
    name.utf8.count <= 32
      && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      && ["continue", "offset", "start"].contains { name.hasSuffix($0) }
  }
}
