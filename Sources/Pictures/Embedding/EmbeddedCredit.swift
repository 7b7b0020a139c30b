package import Foundation
package import PhotoSearch
import Platform

/// The credit and terms of use to write into a picture file
///
/// Each text is on one line, without invisible characters.
package struct EmbeddedCredit: Hashable, Sendable {
  /// The photo's id
  package let photo: PhotoID
  /// The photo's title, which Creative Commons licences before version 4.0 require
  package let title: String?
  /// The photo's author
  package let creator: String?
  /// The author's profile
  package let creatorPage: URL?
  /// The credit line
  package let line: String
  /// The photo's page, to which a credit links
  package let page: URL
  /// The licence; nil if the provider doesn't tell it, and then nothing about rights is written
  package let license: License?
  /// When the photo was published
  package let published: Date?

  /// Takes the credit from a photo
  package init(_ photo: Photo) {
    self.photo = photo.id
    title = Self.visible(photo.title)
    creator = Self.visible(photo.author?.name)
    creatorPage = photo.author?.url.flatMap { WebAddress.isWeb($0) ? $0 : nil }
    line = Self.visible(photo.credit.text) ?? photo.site
    page = photo.pageURL
    license = photo.license
    published = photo.published
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
