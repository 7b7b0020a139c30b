package import Foundation
package import PhotoSearch
import Platform

/// What a picture file says of whom to name for it, and of the terms under which it may be used
///
/// Each text is on one line, with nothing in it that can't be seen.
package struct EmbeddedCredit: Hashable, Sendable {
  /// The photo that it is of
  package let photo: PhotoID
  /// What it is called: licences before version 4.0 of Creative Commons ask for it
  package let title: String?
  /// Who made it
  package let creator: String?
  /// The creator's profile
  package let creatorPage: URL?
  /// The line to print beside it
  package let line: String
  /// The photo's page, to which a credit links
  package let page: URL
  /// nil when the provider doesn't say: then nothing is claimed
  package let license: License?
  /// When it was published
  package let published: Date?

  /// What a photo's provider says of it
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

  /// nil for what can't be seen at all
  static func visible(_ text: String?) -> String? {
    guard let text else { return nil }
    let scalars = text.unicodeScalars.lazy.map { scalar -> Unicode.Scalar in
      scalar.isHidden && scalar.properties.isWhitespace || scalar.value < 0x20 ? " " : scalar
    }.filter { scalar in
      // Tags make flags of regions. The last two of each plane are no characters, and XML has none.
      (!scalar.isHidden || (0xE0020...0xE007F).contains(scalar.value))
        && scalar.value & 0xFFFE != 0xFFFE
    }
    return PlainText.folded(String(String.UnicodeScalarView(scalars)))
  }
}

/// What XMP says of a licence beside its name
extension License {
  /// Whether a picture under it is protected; nil where that can't be told from the licence
  ///
  /// XMP's `xmpRights:Marked` is true for what somebody has rights in and false for the public
  /// domain, and is to be left out where that isn't known (XMP specification, part 1, 8.5). So it
  /// is with pictures of the United States Government, which are free there and not everywhere, with
  /// those that an institution merely knows of no copyright in, and with terms that have no constant
  /// here.
  var isProtected: Bool? {
    if [License.cc0, .publicDomain, .publicDomainMark].contains(where: { $0.id == id }) {
      return false
    }
    return isOfSite || id == License.allRightsReserved.id || code != nil ? true : nil
  }

  /// Whether somebody grants it, whom one may ask for more; a mark or a statement says what is known
  var isGranted: Bool {
    ![License.publicDomain, .publicDomainMark, .noKnownCopyright, .usGovernmentWork]
      .contains { $0.id == id }
  }

  /// Its address, when it is one of the web
  var webAddress: String? { address.flatMap { $0.isWeb ? $0.printable : nil } }

  /// Its name and where to read it, for people
  var usageTerms: String? {
    let name = EmbeddedCredit.visible(name)
    guard let address = webAddress else { return name }
    return name.map { "\($0): \(address)" } ?? address
  }
}
