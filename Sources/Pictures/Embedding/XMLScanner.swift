import Platform

/// An XML name with its namespace, independent of the prefix in the text
struct XMLName: Hashable {
  /// The namespace's address; empty if there is none
  let namespace: String
  let local: String
}

/// Reads well-formed XML in UTF-8, tag by tag, without a document type
///
/// It refuses what it doesn't know: declared entities, other encodings, undeclared prefixes.
struct XMLScanner {
  /// The start tag of an element
  struct Tag {
    let name: XMLName
    /// The name as written, with its prefix
    let qualifiedName: String
    /// The attributes without namespace declarations
    let attributes: [Attribute]
    /// Whether the tag ends the element too, as `<a/>` does
    let isEmpty: Bool
  }

  /// An attribute, with its value as written, with its references
  typealias Attribute = (name: XMLName, value: String)

  enum Token {
    case start(Tag)
    /// The end of an element; also follows the start of an empty one
    case end
    /// A processing instruction: `<?target content?>`
    case instruction(target: String, content: String)
  }

  private static let maxDepth = 100
  private static let maxBindings = 500

  let bytes: [UInt8]
  /// The bytes of the last token
  private(set) var range = 0..<0
  private var offset: Int
  /// The open elements, and how many namespace declarations there were before each
  private var open: [(qualifiedName: String, bindings: Int)] = []
  private var bindings = [(prefix: "xml", namespace: "http://www.w3.org/XML/1998/namespace")]
  private var endsEmpty = false

  /// How many elements are open
  var depth: Int { open.count }

  /// - Throws: ``EmbeddingRefusal/unreadableXMP`` if the bytes aren't UTF-8.
  init(_ bytes: [UInt8]) throws(EmbeddingRefusal) {
    let controls = bytes.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    guard !controls, String(validating: bytes, as: UTF8.self) != nil else { throw .unreadableXMP }
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next token; nil at the end
  ///
  /// - Throws: ``EmbeddingRefusal/unreadableXMP``
  mutating func next() throws(EmbeddingRefusal) -> Token? {
    if endsEmpty {
      endsEmpty = false
      close()
      return .end
    }
    while true {
      try skipText()
      guard offset < bytes.count else {
        guard open.isEmpty else { throw .unreadableXMP }
        return nil
      }
      let start = offset
      defer { range = start..<offset }
      if skip("<!--") {
        try skip(past: "-->")
      } else if !open.isEmpty, skip("<![CDATA[") {
        try skip(past: "]]>")
      } else if skip("<?") {
        let target = try name()
        let first = offset
        try skip(past: "?>")
        let content = String(decoding: bytes[first..<offset - 2], as: UTF8.self)
        return .instruction(target: target, content: content)
      } else if skip("</") {
        let name = try name()
        skipBlanks()
        guard skip(">"), name == open.last?.qualifiedName else { throw .unreadableXMP }
        close()
        return .end
      } else {
        offset += 1
        let tag = try startTag()
        endsEmpty = tag.isEmpty
        return .start(tag)
      }
    }
  }

  private mutating func startTag() throws(EmbeddingRefusal) -> Tag {
    let qualifiedName = try name()
    open.append((qualifiedName, bindings.count))
    var written: [(name: String, value: String)] = []
    var isEmpty = false
    while true {
      let isApart = skipBlanks()
      isEmpty = skip("/>")
      if isEmpty || skip(">") { break }
      guard isApart else { throw .unreadableXMP }
      let attribute = (name: try name(), value: try value())
      if !(try bind(attribute)) { written.append(attribute) }
    }
    guard open.count <= Self.maxDepth, bindings.count <= Self.maxBindings else {
      throw .unreadableXMP
    }
    var attributes: [Attribute] = []
    var names: Set<XMLName> = []
    for attribute in written {
      let name = try resolved(attribute.name, isAttribute: true)
      guard names.insert(name).inserted else { throw .unreadableXMP }
      attributes.append((name, attribute.value))
    }
    return Tag(
      name: try resolved(qualifiedName), qualifiedName: qualifiedName, attributes: attributes,
      isEmpty: isEmpty)
  }

  private mutating func close() {
    let element = open.removeLast()
    bindings.removeLast(bindings.count - element.bindings)
  }

  /// Handles an attribute that declares a namespace, and returns whether it did
  private mutating func bind(
    _ attribute: (name: String, value: String)
  ) throws(EmbeddingRefusal) -> Bool {
    let isDefault = attribute.name == "xmlns"
    guard isDefault || attribute.name.begins(with: "xmlns:") else { return false }
    let prefix = isDefault ? "" : String(attribute.name.dropFirst(6))
    let isKnown = prefix == "xml" || prefix == "xmlns"
    guard !isKnown, isDefault || !attribute.value.isEmpty, !attribute.value.contains(bytes: "&")
    else {
      throw .unreadableXMP
    }
    bindings.append((prefix, attribute.value))
    return true
  }

  private func resolved(
    _ name: String, isAttribute: Bool = false
  ) throws(EmbeddingRefusal) -> XMLName {
    let parts = name.components(at: ":")
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { throw .unreadableXMP }
    if parts.count == 1, isAttribute { return XMLName(namespace: "", local: name) }
    let prefix = parts.count == 2 ? String(parts[0]) : ""
    let binding = bindings.last { $0.prefix == prefix }
    guard binding != nil || prefix.isEmpty else { throw .unreadableXMP }
    return XMLName(namespace: binding?.namespace ?? "", local: String(parts[parts.count - 1]))
  }

  // MARK: Reading characters and words

  private mutating func skip(_ sign: StaticString) -> Bool {
    guard sign.withUTF8Buffer({ bytes[offset...].starts(with: $0) }) else { return false }
    offset += sign.utf8CodeUnitCount
    return true
  }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = offset
    while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
    return offset > start
  }

  /// Skips text up to the next `<`; outside the root element only blanks are allowed
  private mutating func skipText() throws(EmbeddingRefusal) {
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    if open.isEmpty {
      guard bytes[offset..<end].allSatisfy({ $0 <= 0x20 }) else { throw .unreadableXMP }
    } else {
      try checkReferences(in: offset..<end)
    }
    offset = end
  }

  private mutating func skip(past mark: StaticString) throws(EmbeddingRefusal) {
    let found = mark.withUTF8Buffer { bytes[offset...].firstRange(of: $0)?.upperBound }
    guard let found else { throw .unreadableXMP }
    offset = found
  }

  private mutating func name() throws(EmbeddingRefusal) -> String {
    let start = offset
    while offset < bytes.count, bytes[offset] > 0x20, !"/>=<\"'&?!".utf8.contains(bytes[offset]) {
      offset += 1
    }
    guard offset > start else { throw .unreadableXMP }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Reads an attribute's value, from its `=` on
  private mutating func value() throws(EmbeddingRefusal) -> String {
    skipBlanks()
    guard skip("=") else { throw .unreadableXMP }
    skipBlanks()
    guard let mark = bytes[offset...].first, "\"'".utf8.contains(mark),
      let end = bytes[(offset + 1)...].firstIndex(of: mark)
    else { throw .unreadableXMP }
    let inside = offset + 1..<end
    guard !bytes[inside].contains(UInt8(ascii: "<")) else { throw .unreadableXMP }
    try checkReferences(in: inside)
    offset = end + 1
    return String(decoding: bytes[inside], as: UTF8.self)
  }

  /// Checks that all references are XML's predefined ones or numeric
  private func checkReferences(in range: Range<Int>) throws(EmbeddingRefusal) {
    var rest = bytes[range]
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      let inside = rest[(start + 1)...].prefix(10)
      guard let end = inside.firstIndex(of: UInt8(ascii: ";")) else { throw .unreadableXMP }
      let name = String(decoding: inside[..<end], as: UTF8.self)
      let isNumber = name.begins(with: "#") && Self.isCharacter(name.dropFirst())
      guard isNumber || ["amp", "lt", "gt", "quot", "apos"].contains(name) else {
        throw .unreadableXMP
      }
      rest = rest[(end + 1)...]
    }
  }

  /// Whether `65` or `x41` is a character allowed in XML
  private static func isCharacter(_ number: Substring) -> Bool {
    let isHexadecimal = number.begins(with: "x")
    let digits = isHexadecimal ? number.dropFirst() : number
    return !digits.begins(with: "+")
      && UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init) != nil
  }
}
