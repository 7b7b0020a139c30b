package import PhotoSearch
import Platform

/// The credit and terms of use to write into a picture file
///
/// Each text is on one line, without invisible characters. Without a licence nothing about rights
/// is written.
package struct EmbeddedCredit: Sendable {
  let photo: Photo

  package init(_ photo: Photo) { self.photo = photo }

  /// The photo's author
  var creator: String? { Self.visible(photo.author?.name) }

  /// The address of the photo's page, to which a credit links, if it is http or https
  var webPage: String? {
    WebAddress.isWeb(photo.pageURL) ? WebAddress.printable(photo.pageURL) : nil
  }

  /// The text on one line without invisible characters; nil if nothing is left
  static func visible(_ text: String?) -> String? {
    guard let text else { return nil }
    let scalars = text.unicodeScalars.lazy.map { scalar -> Unicode.Scalar in
      scalar.isHidden && scalar.properties.isWhitespace || scalar.value < 0x20 ? " " : scalar
    }.filter { scalar in
      // Tag characters make the flags of regions. The last two code points of each plane aren't
      // characters, and XML forbids them.
      (!scalar.isHidden || (0xE0020...0xE007F).contains(scalar.value))
        && scalar.value & 0xFFFE != 0xFFFE
    }
    return PlainText.folded(String(String.UnicodeScalarView(scalars)))
  }
}

/// XMP's properties of a licence in addition to its name
extension License {
  /// Whether the licence's pictures are protected; nil if that is uncertain
  ///
  /// XMP's `xmpRights:Marked` is true for protected works and false for the public domain, and must
  /// be left out if unknown (XMP specification, part 1, 8.5). It is unknown for works of the United
  /// States Government, which are free there but not everywhere, for pictures in which an
  /// institution merely knows of no copyright, and for licences without a constant here.
  var isProtected: Bool? {
    if [License.cc0, .publicDomain, .publicDomainMark].contains(where: { $0.id == id }) {
      return false
    }
    return isOfSite || id == License.allRightsReserved.id || code != nil ? true : nil
  }

  /// Whether a person grants this licence, who could be asked for more; a mark or statement isn't
  var isGranted: Bool {
    ![License.publicDomain, .publicDomainMark, .noKnownCopyright, .usGovernmentWork]
      .contains { $0.id == id }
  }

  /// The licence's address if it is http or https
  var webAddress: String? { address.flatMap { $0.isWeb ? $0.printable : nil } }

  /// The licence's name and address, for people
  var usageTerms: String? {
    let name = EmbeddedCredit.visible(name)
    guard let address = webAddress else { return name }
    return name.map { "\($0): \(address)" } ?? address
  }
}
