import PhotoSearch

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
    (self.namespace, self.name, self.form, self.text) = (namespace, name, form, text)
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
    let line = Self.visible(photo.credit.text) ?? photo.site
    var properties = [XMPProperty(.photoshop, "Credit", .text, line)]
    // Creative Commons licences before version 4.0 require the title.
    if let title = Self.visible(photo.title) {
      properties.append(.init(.dc, "title", .alternative, title))
    }
    if let creator {
      properties.append(.init(.dc, "creator", .sequence, creator))
      properties.append(.init(.cc, "attributionName", .text, creator))
    }
    if let page = webPage { properties.append(.init(.cc, "attributionURL", .resource, page)) }
    return properties + (photo.license.map(rights) ?? [])
  }

  private func rights(under license: License) -> [XMPProperty] {
    var properties: [XMPProperty] = []
    if let name = Self.visible(license.name) {
      properties.append(.init(.dc, "rights", .alternative, name))
    }
    if let terms = license.usageTerms {
      properties.append(.init(.xmpRights, "UsageTerms", .alternative, terms))
    }
    if let isProtected = license.isProtected {
      properties.append(.init(.xmpRights, "Marked", .text, isProtected ? "True" : "False"))
    }
    if let address = license.webAddress {
      properties.append(.init(.xmpRights, "WebStatement", .text, address))
      if license.isGranted || license.code != nil {
        properties.append(.init(.cc, "license", .resource, address))
      }
    }
    if license.isGranted, let page = webPage {
      properties.append(.init(.plus, "Licensor", .structure(field: "LicensorURL"), page))
    }
    return properties
  }
}
