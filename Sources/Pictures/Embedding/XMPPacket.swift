import PhotoSearch
import Platform

/// The XMP of a file, and where to add properties
///
/// Existing XMP stays byte for byte: missing properties go into a new description after the others.
/// A packet marked read-only is extended too and stays marked, because the mark only concerns
/// programs that don't know the file's format (XMP specification, part 1, 7.3.2).
struct XMPPacket {
  /// Most bytes of a packet that is read
  static let maxBytes = 10_000_000

  private let bytes: [UInt8]
  /// Names of the properties that the packet has
  private(set) var names: Set<XMLName> = []
  /// The packet's text in `rdf:about`, as written; mostly empty
  private var about = ""
  /// The bytes that give way to a new description: none before `</rdf:RDF>`, or the `/>` of an
  /// empty `<rdf:RDF/>`, which gets tags around the description
  private var insertionRange = 0..<0
  private var (opening, closing) = ("", "")
  /// Blanks at the end of the packet that may be used up; an empty range at the end for none
  private var padding: Range<Int>

  /// - Throws: ``EmbeddingRefusal``: `unreadableXMP`, `extendedXMP`, `tooLarge`; `signed` if it
  ///   says that the file's C2PA manifest is kept elsewhere.
  init(_ bytes: [UInt8]) throws(EmbeddingRefusal) {
    guard bytes.count <= Self.maxBytes else { throw .tooLarge }
    self.bytes = bytes
    padding = bytes.count..<bytes.count
    // Some programs end the packet with a NUL.
    let text = bytes[..<((bytes.lastIndex { $0 != 0 } ?? -1) + 1)]
    var scanner = try XMLScanner(Array(text))
    try read(&scanner)
    guard insertionRange.lowerBound > 0 else { throw .unreadableXMP }
    let elsewhere = XMLName(namespace: "http://ns.adobe.com/xmp/note/", local: "HasExtendedXMP")
    if names.contains(elsewhere) { throw .extendedXMP }
    let manifest = XMLName(namespace: "http://purl.org/dc/terms/", local: "provenance")
    if names.contains(manifest) { throw .signed }
  }

  /// The packet with the properties that it lacks; the same bytes if it lacks none
  func adding(_ properties: [XMPProperty]) -> [UInt8] {
    let missing = properties.filter { !names.contains($0.expandedName) }
    guard !missing.isEmpty else { return bytes }
    let inserted = (opening + Self.description(missing, about: about) + closing).utf8
    let growth = inserted.count - insertionRange.count
    // The blanks are only used if they suffice: otherwise the following bytes move anyway, and
    // other programs would find no room left.
    let used = growth + 2 <= padding.count ? growth : 0
    var extended = bytes
    extended.removeSubrange(padding.prefix(used))
    extended.replaceSubrange(insertionRange, with: inserted)
    return extended
  }

  /// A complete new packet
  ///
  /// - Parameter isWritable: whether a program that doesn't know the file's format may edit it in
  ///   place
  static func document(_ properties: [XMPProperty], isWritable: Bool) -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="\(XMPNamespace.rdf)">
    \(description(properties, about: ""))</rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="\(isWritable ? "w" : "r")"?>
    """
  }

  /// A description with all its namespace prefixes, as they may mean something else around it
  private static func description(_ properties: [XMPProperty], about: String) -> String {
    let used = XMPNamespace.allCases.filter { space in
      properties.contains { $0.namespace == space }
    }
    let bindings = used.map { "\n  xmlns:\($0.prefix)=\"\($0.rawValue)\"" }.joined()
    let elements = properties.map { " \($0.element)\n" }.joined()
    let about = about.replacing(each: "\"", by: "&quot;")
    return """
      <rdf:Description rdf:about="\(about)"
        xmlns:rdf="\(XMPNamespace.rdf)"\(bindings)>
      \(elements)</rdf:Description>

      """
  }

  // MARK: Reading an existing packet

  private mutating func read(_ scanner: inout XMLScanner) throws(EmbeddingRefusal) {
    let rdf = XMLName(namespace: XMPNamespace.rdf, local: "RDF")
    var rdfDepth: Int?
    var rootEnd = 0
    while let token = try scanner.next() {
      switch token {
      case .start(let tag):
        if let rdfDepth {
          try readTag(tag, depth: scanner.depth - rdfDepth)
        } else if tag.name == rdf, insertionRange.lowerBound == 0 {
          rdfDepth = scanner.depth
          if tag.isEmpty { (opening, closing) = (">\n", "</\(tag.qualifiedName)>") }
        } else if scanner.depth > 1 || !Self.isWrapper(tag.name) {
          throw .unreadableXMP
        }
      case .end:
        if scanner.depth + 1 == rdfDepth {
          rdfDepth = nil
          let tag = scanner.range
          let (start, end) = (tag.lowerBound, tag.upperBound)
          insertionRange = closing.isEmpty ? start..<start : end - 2..<end
        }
        if scanner.depth == 0 {
          guard rootEnd == 0 else { throw .unreadableXMP }
          rootEnd = scanner.range.upperBound
        }
      case .instruction(let target, let content):
        try check(target, content, at: scanner.range, rootEnd: rootEnd)
      }
    }
  }

  /// - Parameter depth: levels below `rdf:RDF`
  private mutating func readTag(_ tag: XMLScanner.Tag, depth: Int) throws(EmbeddingRefusal) {
    if depth == 2 {
      names.insert(tag.name)
    } else if depth == 1 {
      guard tag.name == XMLName(namespace: XMPNamespace.rdf, local: "Description") else {
        throw .unreadableXMP
      }
      for attribute in tag.attributes { try readAttribute(attribute) }
    }
  }

  /// Reads an attribute of an `rdf:Description`, which is a property too
  private mutating func readAttribute(_ attribute: XMLScanner.Attribute) throws(EmbeddingRefusal) {
    switch (attribute.name.namespace, attribute.name.local) {
    case (XMPNamespace.rdf, "about"), ("", "about"):
      guard attribute.value != about, !attribute.value.isEmpty else { return }
      guard about.isEmpty else { throw .unreadableXMP }
      about = attribute.value
    case (XMPNamespace.rdf, "type"), ("http://www.w3.org/XML/1998/namespace", _): break
    case (XMPNamespace.rdf, _), ("", _): throw .unreadableXMP
    default: names.insert(attribute.name)
    }
  }

  private mutating func check(
    _ target: String, _ content: String, at range: Range<Int>, rootEnd: Int
  ) throws(EmbeddingRefusal) {
    if target == "xml" {
      let content = content.lowercased()
      guard !content.contains(bytes: "encoding") || content.contains(bytes: "utf-8") else {
        throw .unreadableXMP
      }
    } else if target == "xpacket", rootEnd > 0 {
      let isReadOnly = content.contains(bytes: "\"r\"") || content.contains(bytes: "'r'")
      let isBlank = bytes[rootEnd..<range.lowerBound].allSatisfy { $0 <= 0x20 }
      if !isReadOnly, isBlank { padding = rootEnd..<range.lowerBound }
    }
  }

  private static func isWrapper(_ name: XMLName) -> Bool {
    name.namespace == "adobe:ns:meta/" && ["xmpmeta", "xapmeta"].contains(name.local)
  }
}

/// The namespaces of the properties written here; each case is the prefix that its specification
/// prefers
enum XMPNamespace: String, CaseIterable {
  case dc = "http://purl.org/dc/elements/1.1/"
  case photoshop = "http://ns.adobe.com/photoshop/1.0/"
  case xmpRights = "http://ns.adobe.com/xap/1.0/rights/"
  case cc = "http://creativecommons.org/ns#"
  case plus = "http://ns.useplus.org/ldf/xmp/1.0/"

  /// The namespace of RDF, which contains all properties
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  var prefix: String { "\(self)" }
}

/// One XMP property of a picture
struct XMPProperty: Hashable {
  /// How the value's text is written
  enum Form: Hashable {
    case text
    /// A text in an unspecified language
    case alternative
    /// An ordered list of one text
    case sequence
    /// An address, as an RDF resource
    case resource
    /// A list of one structure that has one field
    case structure(field: String)
  }

  let namespace: XMPNamespace
  let name: String
  let form: Form
  let text: String

  init(_ namespace: XMPNamespace, _ name: String, _ form: Form, _ text: String) {
    self.namespace = namespace
    self.name = name
    self.form = form
    self.text = text
  }

  var expandedName: XMLName { XMLName(namespace: namespace.rawValue, local: name) }

  /// The property as RDF/XML, on one line
  var element: String {
    let name = "\(namespace.prefix):\(name)"
    let text = HTMLText.escaped(text)
    return switch form {
    case .text: "<\(name)>\(text)</\(name)>"
    case .alternative:
      "<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(text)</rdf:li></rdf:Alt></\(name)>"
    case .sequence: "<\(name)><rdf:Seq><rdf:li>\(text)</rdf:li></rdf:Seq></\(name)>"
    case .resource: "<\(name) rdf:resource=\"\(text)\"/>"
    case .structure(let field):
      "<\(name)><rdf:Seq><rdf:li rdf:parseType=\"Resource\">"
        + "<\(namespace.prefix):\(field)>\(text)</\(namespace.prefix):\(field)>"
        + "</rdf:li></rdf:Seq></\(name)>"
    }
  }
}

extension EmbeddedCredit {
  /// The credit as XMP properties
  ///
  /// Search engines read `dc:creator`, `photoshop:Credit`, `dc:rights`, and for the badge
  /// "Licensable" `xmpRights:WebStatement` and `plus:LicensorURL` (IPTC, "Quick guide to IPTC Photo
  /// Metadata and Google Images"). Without a licence no property about rights is written.
  var properties: [XMPProperty] {
    let properties: [XMPProperty?] = [
      XMPProperty(.photoshop, "Credit", .text, Self.visible(photo.credit.text) ?? photo.site),
      // Creative Commons licences before version 4.0 require the title.
      Self.visible(photo.title).map { .init(.dc, "title", .alternative, $0) },
      creator.map { .init(.dc, "creator", .sequence, $0) },
      creator.map { .init(.cc, "attributionName", .text, $0) },
      webPage.map { .init(.cc, "attributionURL", .resource, $0) },
    ]
    return properties.compactMap(\.self) + (photo.license.map(rights) ?? [])
  }

  private func rights(under license: License) -> [XMPProperty] {
    let (address, isGranted) = (license.webAddress, license.isGranted)
    let deed = isGranted || license.code != nil ? address : nil
    let licensor = isGranted ? webPage : nil
    let properties: [XMPProperty?] = [
      Self.visible(license.name).map { .init(.dc, "rights", .alternative, $0) },
      license.usageTerms.map { .init(.xmpRights, "UsageTerms", .alternative, $0) },
      license.isProtected.map { .init(.xmpRights, "Marked", .text, $0 ? "True" : "False") },
      address.map { .init(.xmpRights, "WebStatement", .text, $0) },
      deed.map { .init(.cc, "license", .resource, $0) },
      licensor.map { .init(.plus, "Licensor", .structure(field: "LicensorURL"), $0) },
    ]
    return properties.compactMap(\.self)
  }
}
