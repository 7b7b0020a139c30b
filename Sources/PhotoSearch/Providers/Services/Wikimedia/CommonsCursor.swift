import Platform

/// A page of a MediaWiki query: the values of the previous reply's `continue`, sent back unchanged
///
/// Between complete batches these are an offset and a fixed word, so only the offset is written:
/// `50`. Within a batch there is more: `continue=||&iicontinue=Cat.jpg|2024`. In a category it is a
/// time and a page id, twice: for the files and for their order. See
/// [API:Continue](https://www.mediawiki.org/wiki/API:Continue).
struct CommonsCursor: Hashable {
  /// Query parameters and their values; never empty
  let values: [String: String]

  /// Checks the values of a reply's `continue`
  ///
  /// - Returns: nil if they have names or lengths that this program doesn't send back
  init?(values: [String: String]) {
    self.values = values
    guard (1...8).contains(values.count), values.keys.allSatisfy(Self.isContinuation),
      cursor.text.utf8.count <= Self.maxBytes
    else { return nil }
  }

  /// - Returns: nil for a cursor that this service can't have given, not even in another spelling
  init?(_ cursor: PageCursor) {
    let isOffset = Self.offset(cursor.text) != nil
    let items =
      isOffset
      ? [(Self.offsetName, cursor.text), ("continue", Self.wholePage)]
      : cursor.text.queryItems.map { ($0.name, $0.value) }
    self.init(values: Dictionary(items, uniquingKeysWith: { first, _ in first }))
    if self.cursor != cursor { return nil }
  }

  var cursor: PageCursor {
    if let offset, values.count == 2, values["continue"] == Self.wholePage {
      return PageCursor("\(offset)")
    }
    let pairs = values.sorted { $0.key < $1.key }.map { name, value in
      "\(name)=" + value.percentEncoding { !$0.isUnreserved && !Self.marks.contains($0) }
    }
    return PageCursor(pairs.joined(separator: "&"))
  }

  /// Rows before this page; nil if it continues the first batch
  var offset: Int? { values[Self.offsetName].flatMap(Self.offset) }

  /// Whether an earlier reply had rows of this page's batch
  var continuesBatch: Bool { values.keys.contains { !Self.batchNames.contains($0) } }

  /// Whether more files may come; the list that tells their order may be longer
  var leadsToFiles: Bool { values.keys.contains { $0 != "continue" && $0 != Self.listName } }

  /// The cursor with the list held back to the batch that isn't complete
  ///
  /// The list tells the order of a category's files. On its own it moves on with every reply, and
  /// then the rest of a batch would come with the order of the next batch.
  ///
  /// - Parameter place: where the batch began; nil for the first
  func holdingList(at place: CommonsCursor?) -> CommonsCursor {
    var values = values
    values[Self.listName] = place?.values[Self.listName]
    if let text = values["continue"], let bars = text.ranges(ofBytes: "||").first {
      let done = text[bars.upperBound...].components(at: "|", keepsEmpty: false)
      values["continue"] =
        text[..<bars.upperBound] + done.filter { $0 != "categorymembers" }.joined(separator: "|")
    }
    return CommonsCursor(values: values) ?? self
  }

  /// The values as query items, always in the same order
  var items: [(String, String?)] { values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

  private static let offsetName = "gsroffset"
  /// The parameter of the list that tells the order of a category
  private static let listName = "cmcontinue"
  /// The parameters of a cursor between complete batches
  private static let batchNames: Set<String> = [offsetName, "gcmcontinue", listName, "continue"]
  private static let wholePage = "gsroffset||"
  /// Most bytes of a cursor; a title has at most 255
  private static let maxBytes = 1_200

  /// Characters left unencoded in a cursor, which isn't an address
  private static let marks = "|:,;()!*'/".utf8

  private static func offset(_ text: String) -> Int? {
    guard let offset = Int(text), (1...1_000_000).contains(offset), text == "\(offset)" else {
      return nil
    }
    return offset
  }

  /// Whether MediaWiki may use this name in `continue`
  private static func isContinuation(_ name: String) -> Bool {
    name.utf8.count <= 32
      && name.utf8.allSatisfy(\.isLowercase)
      && ["continue", "offset", "start"].contains { name.ends(with: $0) }
  }
}
