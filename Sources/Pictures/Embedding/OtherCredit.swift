/// Author and rights in a picture outside its XMP: in Exif, IPTC and PNG's texts
///
/// These stay unchanged. If one of them contradicts the credit, the XMP property with the same
/// meaning isn't written, because readers differ in which of two answers they prefer. Else it is.
struct OtherCredit {
  /// Texts by the XMP property with the same meaning
  private var texts: [XMLName: [String]] = [:]

  /// Whether the file has a different text for this property elsewhere
  func contradicts(_ property: XMPProperty) -> Bool {
    texts[property.expandedName].map { $0 != [property.text] } ?? false
  }

  /// - Parameters:
  ///   - bytes: in UTF-8, else in Latin-1; NULs separate several texts
  ///   - name: the property's name in `dc` or `photoshop`
  mutating func add(_ bytes: some Sequence<UInt8>, as namespace: XMPNamespace, _ name: String) {
    for part in Array(bytes).split(separator: 0) {
      let text =
        String(validating: part, as: UTF8.self)
        ?? String(String.UnicodeScalarView(part.map { Unicode.Scalar($0) }))
      guard let text = EmbeddedCredit.visible(text) else { continue }
      texts[XMLName(namespace: namespace.rawValue, local: name), default: []].append(text)
    }
  }

  // MARK: Reading Exif

  /// - Parameter exif: from the mark of its byte order on; invalid data is ignored
  mutating func addExif(_ exif: [UInt8]) {
    guard let exif = ExifData(exif) else { return }
    for (tag, offset) in exif.entries {
      guard let name = [0x013B: "creator", 0x8298: "rights"][tag],
        let text = exif.text(at: offset)
      else { continue }
      add(text, as: .dc, name)
    }
  }

  // MARK: Reading IPTC-IIM, as Photoshop stores it

  /// - Parameter resources: Photoshop's, each beginning with `8BIM`; invalid data is ignored
  mutating func addIPTC(inResources resources: [UInt8]) {
    var rest = resources[...]
    while rest.starts(with: "8BIM".utf8), rest.count >= 12 {
      let id = rest.dropFirst(4).prefix(2).bigEndianNumber
      let nameLength = Int(rest[rest.startIndex + 6])
      let name = (nameLength + 2) / 2 * 2
      let size = rest.dropFirst(6 + name).prefix(4).bigEndianNumber
      let data = rest.dropFirst(10 + name)
      guard size <= data.count else { return }
      if id == 0x0404 { addIPTC(data.prefix(size)) }
      rest = data.dropFirst((size + 1) / 2 * 2)
    }
  }

  private mutating func addIPTC(_ datasets: ArraySlice<UInt8>) {
    var rest = datasets
    while rest.count >= 5, rest.first == 0x1C {
      let (record, dataset) = (rest[rest.startIndex + 1], rest[rest.startIndex + 2])
      let size = rest.dropFirst(3).prefix(2).bigEndianNumber
      let value = rest.dropFirst(5)
      guard size <= value.count else { return }
      switch (record, dataset) {
      case (2, 5): add(value.prefix(size), as: .dc, "title")
      case (2, 80): add(value.prefix(size), as: .dc, "creator")
      case (2, 110): add(value.prefix(size), as: .photoshop, "Credit")
      case (2, 116): add(value.prefix(size), as: .dc, "rights")
      default: break
      }
      rest = value.dropFirst(size)
    }
  }
}
