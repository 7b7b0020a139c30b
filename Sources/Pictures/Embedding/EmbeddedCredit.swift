import Foundation
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

  // MARK: The credit as a file beside a picture, for formats that can't hold it and for other programs

  /// An XMP file with the same properties as inside a picture, and the photo's id
  package var xmpSidecar: String {
    let id = XMPProperty(.dc, "identifier", .text, photo.id.description)
    return XMPPacket.document(properties + [id], isWritable: true) + "\n"
  }

  /// A REUSE file, named `FILE.license`, for a file that can't contain comments (REUSE 3.2)
  ///
  /// The project's folder `LICENSES` must have the text of each licence: `reuse download --all`
  /// fetches those of SPDX. REUSE reads every line as a statement, so there is no title, and
  /// addresses come last without anything that looks like an SPDX tag.
  package var reuseSidecar: String {
    let license = photo.license?.spdxExpression ?? License.unknownReference
    var lines = [
      "SPDX-FileCopyrightText: \(copyrightNotice)", "SPDX-License-Identifier: \(license)", "",
    ]
    if let page = webPage { lines.append("Source: " + Self.withoutTags(page)) }
    let id = photo.id.description.replacing(each: "%", by: "%25")
    lines.append(Self.idLabel + Self.withoutTags(id))
    return lines.joined(separator: "\n") + "\n"
  }

  /// The photo that a sidecar file of either form is for; nil for another program's file
  package static func photo(ofSidecar text: String) -> PhotoID? {
    for line in text.components(at: "\n").reversed() {
      if line.begins(with: idLabel) {
        return line.dropFirst(idLabel.count).percentDecoded.flatMap { PhotoID($0) }
      }
      let (start, end) = (" <dc:identifier>", "</dc:identifier>")
      if line.begins(with: start), line.ends(with: end) {
        return PlainText.resolved(String(line.dropFirst(start.count).dropLast(end.count)))
          .flatMap { PhotoID($0) }
      }
    }
    return nil
  }

  private static let idLabel = "Photo: "

  /// Year, name and address, in the order that REUSE recommends; only the name is required
  private var copyrightNotice: String {
    let day = photo.published.flatMap { CalendarDate($0) }?.day
    let year = day.map { "\($0.prefix(4)) " } ?? ""
    // A name with this mark would make the REUSE tool ignore the lines after it.
    guard let creator, !creator.contains(bytes: "REUSE-Ignore") else {
      return year + "Author of <\(Self.withoutTags(WebAddress.printable(photo.pageURL)))>"
    }
    let page = photo.author?.url.flatMap { WebAddress.isWeb($0) ? $0 : nil }
    let address = page.map { " <\(Self.withoutTags(WebAddress.printable($0)))>" }
    return year + creator + (address ?? "")
  }

  /// An address percent-encoded so that nothing after its first colon looks like an SPDX tag, which
  /// needs a colon
  private static func withoutTags(_ text: String) -> String {
    let end = text.firstIndex(ofASCII: ":").map { text.utf8.index(after: $0) } ?? text.startIndex
    return text[..<end]
      + String(text[end...]).percentEncoding { byte in
        byte &- 0x21 >= 0x5E || ":<>".utf8.contains(byte)
      }
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

  /// The id for an unknown licence; the REUSE tool reports it as missing, as it should
  static let unknownReference = "LicenseRef-Unknown"

  /// The id from SPDX's list, else a `LicenseRef-` id, which anybody may define
  var spdxExpression: String {
    if Self.isListed(id) { return id }
    let name = id.begins(with: "LicenseRef-") ? String(id.dropFirst(11)) : id
    let words = name.unicodeScalars.split { scalar in
      !(scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)))
        && scalar != "."
    }
    guard !words.isEmpty else { return Self.unknownReference }
    return "LicenseRef-" + words.map { String($0) }.joined(separator: "-")
  }

  /// Whether SPDX's list has an id, among those that providers use (version 3.27 of the list)
  private static func isListed(_ id: String) -> Bool {
    others.contains(id)
      || ported.contains { code, ported in
        id.begins(with: code)
          && (["1.0", "2.0", "2.5", "3.0", "4.0"] + ported).contains(id.dropFirst(code.count))
      }
  }

  /// The ported versions of each licence on SPDX's list, which lacks many
  private static let ported: [String: [Substring]] = [
    "CC-BY-": ["2.5-AU", "3.0-AT", "3.0-AU", "3.0-DE", "3.0-IGO", "3.0-NL", "3.0-US"],
    "CC-BY-SA-": ["2.0-UK", "2.1-JP", "3.0-AT", "3.0-DE", "3.0-IGO"],
    "CC-BY-ND-": ["3.0-DE"],
    "CC-BY-NC-": ["3.0-DE"],
    "CC-BY-NC-SA-": ["2.0-DE", "2.0-FR", "2.0-UK", "3.0-DE", "3.0-IGO"],
    "CC-BY-NC-ND-": ["3.0-DE", "3.0-IGO"],
  ]

  private static let others: Set<String> = [
    "CC0-1.0", "CC-PDM-1.0", "CC-PDDC", "CC-SA-1.0", "GFDL-1.2-only", "GFDL-1.2-or-later",
    "GFDL-1.3-only", "GFDL-1.3-or-later", "LAL-1.3", "MIT", "Apache-2.0", "ODbL-1.0", "OGL-UK-1.0",
    "OGL-UK-2.0", "OGL-UK-3.0", "etalab-2.0",
  ]
}
