import Foundation

/// Where the next page of a MediaWiki query is: the values of `continue`, sent back unchanged
///
/// Between whole pages these are an offset and the word that belongs to it, so the offset alone
/// is written: `50`. In the midst of a batch there is more: `continue=||&iicontinue=Cat.jpg|2024`.
/// In a category it is a time and a page id, once for the files and once for their order.
/// See [API:Continue](https://www.mediawiki.org/wiki/API:Continue).
struct CommonsCursor: Hashable {
  /// Parameters and their values; never empty
  let values: [String: String]

  /// The values of a reply's `continue`
  ///
  /// - Returns: nil when these are not such as this program may send back
  init?(values: [String: String]) {
    guard (1...8).contains(values.count),
      values.allSatisfy({ Self.isContinuation($0.key) && $0.value.utf8.count <= Self.maxBytes })
    else { return nil }
    self.values = values
    guard cursor.text.utf8.count <= 2 * Self.maxBytes else { return nil }
  }

  /// - Returns: nil for a cursor that no reply of this service gave
  init?(_ cursor: PageCursor) {
    guard cursor.text.utf8.count <= 2 * Self.maxBytes else { return nil }
    if let offset = Self.offset(cursor.text) {
      self.init(offset: offset)
      return
    }
    var values: [String: String] = [:]
    for pair in cursor.text.parts(at: "&") {
      let parts = pair.parts(at: "=", maxSplits: 1)
      guard parts.count == 2, let value = parts[1].percentDecoded,
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
      "\(name)=" + value.percentEncoding { !$0.isUnreserved && !Self.marks.contains($0) }
    }
    return PageCursor(pairs.joined(separator: "&"))
  }

  /// Rows before this page; nil when it continues the first batch
  var offset: Int? { values[Self.offsetName].flatMap(Self.offset) }

  /// Whether rows of this page's batch came before, on another reply
  var continuesBatch: Bool { values.keys.contains { !Self.batchNames.contains($0) } }

  /// Whether there are files to come: a list beside the generator may be longer than that
  var leadsToFiles: Bool { values.keys.contains { $0 != "continue" && $0 != Self.listName } }

  /// The same place with the list beside the generator at the batch that isn't complete
  ///
  /// By itself that list goes on with every reply; then the rest of a batch would come with the
  /// order of the next one.
  ///
  /// - Parameter place: where the batch began; nil for the first
  func holdingList(at place: CommonsCursor?) -> CommonsCursor {
    var values = values
    values[Self.listName] = place?.values[Self.listName]
    if let text = values["continue"], let bars = text.places(of: "||").first {
      let done = text[bars.upperBound...].parts(at: "|", keepsEmpty: false)
      values["continue"] =
        text[..<bars.upperBound] + done.filter { $0 != "categorymembers" }.joined(separator: "|")
    }
    return CommonsCursor(values: values) ?? self
  }

  /// The values as query items, in an order that is always the same
  var items: [(String, String?)] {
    values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static let offsetName = "gsroffset"
  /// Of the list that tells the order of a category
  private static let listName = "cmcontinue"
  /// What stands in a cursor between whole pages
  private static let batchNames: Set<String> = [offsetName, "gcmcontinue", listName, "continue"]
  private static let wholePage = "gsroffset||"
  /// Bytes of a value, and half of what a cursor may have: a title has at most 255
  private static let maxBytes = 600

  /// Kept as they are: a cursor is no address
  private static let marks = "|:,;()!*'/".utf8

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
      && ["continue", "offset", "start"].contains { name.ends(with: $0) }
  }
}
