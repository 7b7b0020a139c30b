import Foundation

/// The names by which a Commons file is known, in the one form in which they are compared
///
/// Used by both adapters that meet Commons files, so that the same file is the same picture.
enum CommonsTitle {
  /// A file's title as MediaWiki itself would write it: `File:Cat on snow.jpg`
  ///
  /// Underscores are blanks, the first letter is upper-case, the text is NFC.
  ///
  /// - Parameter title: with its namespace, in any of the ways links write it
  /// - Returns: nil for a page that isn't a file's
  static func normalized(_ title: String) -> String? {
    guard let folded = PlainText.folded(spaced(title)),
      let colon = folded.utf8.firstIndex(of: UInt8(ascii: ":")),
      namespaces.contains(PlainText.folded(String(folded[..<colon]))?.lowercased() ?? ""),
      let name = PlainText.folded(String(folded[folded.utf8.index(after: colon)...]))
    else { return nil }
    return "File:" + capitalized(isASCII(name) ? name : name.composed)
  }

  /// The identity of a file by its title
  static func identity(_ title: String) -> PhotoID? {
    normalized(title).map { WikimediaCommons.profile.photoID($0) }
  }

  /// The identity that the address of a page at Commons gives: by page id, or by title
  ///
  /// - Returns: nil for an address elsewhere, or of something that isn't a file
  static func identity(at address: URL) -> PhotoID? {
    guard let host = address.host?.lowercased(), hosts.contains(host) else { return nil }
    let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems ?? []
    if let text = items.first(where: { $0.name == "curid" })?.value {
      return pageIdentity(text)
    }
    if let title = items.first(where: { $0.name == "title" })?.value {
      return identity(title)
    }
    let path = address.path
    return path.begins(with: "/wiki/")
      ? identity(String(Substring(path.utf8.dropFirst("/wiki/".utf8.count)))) : nil
  }

  /// The identity of a file that an address elsewhere shows: that of its picture, or of a page of
  /// a Wikipedia, whose files are at Commons but for a few
  ///
  /// - Returns: nil for an address that shows no file
  static func identity(shownAt address: URL) -> PhotoID? {
    guard let host = address.host?.lowercased() else { return nil }
    let path = address.path
    if ["upload.wikimedia.org", "thumb.wikimedia.org"].contains(host) {
      // `…/commons/a/ab/NAME`, and scaled `…/commons/thumb/a/ab/NAME/640px-NAME`
      var parts = path.parts(at: "/", keepsEmpty: false).drop { $0 != "commons" }.dropFirst()
      if parts.first == "thumb" { parts = parts.dropFirst().dropLast() }
      guard parts.count == 3, let name = parts.last else { return nil }
      return identity("File:\(name)")
    }
    guard host.ends(with: ".wikipedia.org") else { return nil }
    // `…/wiki/Cat#/media/File:NAME` is what the viewer of a page's pictures has.
    let fragment = address.fragment(percentEncoded: false) ?? ""
    if fragment.begins(with: "/media/") { return identity(String(fragment.dropFirst(7))) }
    return path.begins(with: "/wiki/") ? identity(String(path.dropFirst(6))) : nil
  }

  /// The identity of a file by its page id
  ///
  /// - Returns: nil for text that isn't a number above 0
  static func pageIdentity(_ text: String) -> PhotoID? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(text), number > 0
    else { return nil }
    return WikimediaCommons.profile.photoID(String(number))
  }

  /// A file's title, as ``normalized(_:)`` has it, without its namespace and ending
  static func name(_ title: String) -> String? {
    let name = Substring(title.utf8.dropFirst("File:".utf8.count))
    let point = name.lastPlace(of: ".") ?? name.endIndex
    return PlainText.folded(String(point == name.startIndex ? name : name[..<point]))
  }

  private static let hosts: Set<String> = ["commons.wikimedia.org", "commons.m.wikimedia.org"]
  /// `Image` is what the namespace was called until 2008; links still say it
  private static let namespaces: Set<String> = ["file", "image"]
  /// Marks that MediaWiki drops from titles
  private static let directionMarks: Set<UInt32> = [
    0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E,
  ]

  /// Underscores as blanks, and without marks of direction
  private static func spaced(_ title: String) -> String {
    guard !isASCII(title) || title.utf8.contains(UInt8(ascii: "_")) else { return title }
    var scalars = String.UnicodeScalarView()
    for scalar in title.unicodeScalars where !directionMarks.contains(scalar.value) {
      scalars.append(scalar == "_" ? " " : scalar)
    }
    return String(scalars)
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// The first letter upper-case, unless it has no single upper-case letter (`ß`)
  private static func capitalized(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, !first.isASCII || UInt8(ascii: first).isLowercase,
      first.properties.uppercaseMapping.unicodeScalars.count == 1
    else { return name }
    return first.properties.uppercaseMapping + String(name.unicodeScalars.dropFirst())
  }
}
