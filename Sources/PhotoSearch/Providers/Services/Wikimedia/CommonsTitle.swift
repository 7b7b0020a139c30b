import Foundation
import Platform

/// Titles and page ids of Commons files, normalized so that they can be compared
///
/// Both adapters that see Commons files use it, so the same file is the same picture for both.
enum CommonsTitle {
  /// A file's title as MediaWiki would write it: `File:Cat on snow.jpg`
  ///
  /// Underscores become blanks, the first letter upper-case, the text NFC.
  ///
  /// - Parameter title: with its namespace, in any form that links use
  /// - Returns: nil for a page that isn't a file
  static func normalized(_ title: String) -> String? {
    guard let folded = PlainText.folded(spaced(title)),
      let colon = folded.utf8.firstIndex(of: UInt8(ascii: ":")),
      namespaces.contains(PlainText.folded(String(folded[..<colon]))?.lowercased() ?? ""),
      let name = PlainText.folded(String(folded[folded.utf8.index(after: colon)...]))
    else { return nil }
    return "File:" + capitalized(isASCII(name) ? name : name.composed)
  }

  /// The page id or the title of the file that an address leads to: its page at Commons, its
  /// picture, or its page at a Wikipedia, whose files are nearly all at Commons
  ///
  /// - Returns: nil for other sites, and for pages that aren't files
  static func native(at address: URL) -> String? {
    guard let host = address.host?.lowercased() else { return nil }
    let path = address.path
    let page = path.begins(with: "/wiki/") ? String(path.utf8.dropFirst("/wiki/".utf8.count)) : nil
    switch host {
    case "commons.wikimedia.org", "commons.m.wikimedia.org":
      let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems ?? []
      if let text = items.first(where: { $0.name == "curid" })?.value { return pageID(text) }
      return (items.first { $0.name == "title" }?.value ?? page).flatMap(normalized)
    case "upload.wikimedia.org", "thumb.wikimedia.org":
      // The path is `…/commons/a/ab/NAME`, or for thumbnails
      // `…/commons/thumb/a/ab/NAME/640px-NAME`.
      var parts = path.parts(at: "/", keepsEmpty: false).drop { $0 != "commons" }.dropFirst()
      if parts.first == "thumb" { parts = parts.dropFirst().dropLast() }
      return parts.count == 3 ? parts.last.flatMap { normalized("File:\($0)") } : nil
    case _ where host.ends(with: ".wikipedia.org"):
      // The picture viewer of a page has addresses such as `…/wiki/Cat#/media/File:NAME`.
      let fragment = address.fragment(percentEncoded: false) ?? ""
      let isViewer = fragment.begins(with: "/media/")
      return (isViewer ? String(fragment.dropFirst(7)) : page).flatMap(normalized)
    default: return nil
    }
  }

  /// The page id that a text is; nil unless it is a number above 0
  static func pageID(_ text: String) -> String? {
    guard text.utf8.allSatisfy(\.isDigit), let number = Int(text), number > 0 else { return nil }
    return String(number)
  }

  /// A normalized title without its namespace and file extension
  static func name(_ title: String) -> String? {
    let name = Substring(title.utf8.dropFirst("File:".utf8.count))
    let point = name.lastPlace(of: ".") ?? name.endIndex
    return PlainText.folded(String(point == name.startIndex ? name : name[..<point]))
  }

  /// `Image` is the namespace's name from before 2008, which links still use
  private static let namespaces: Set<String> = ["file", "image"]
  /// Direction marks, which MediaWiki drops from titles
  private static let directionMarks: Set<UInt32> = [
    0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E,
  ]

  /// The title with blanks for underscores and without direction marks
  private static func spaced(_ title: String) -> String {
    guard !isASCII(title) || title.utf8.contains(UInt8(ascii: "_")) else { return title }
    var scalars = String.UnicodeScalarView()
    for scalar in title.unicodeScalars where !directionMarks.contains(scalar.value) {
      scalars.append(scalar == "_" ? " " : scalar)
    }
    return String(scalars)
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// The name with its first letter in upper case, unless that takes two letters (`ß`)
  private static func capitalized(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, !first.isASCII || UInt8(ascii: first).isLowercase,
      first.properties.uppercaseMapping.unicodeScalars.count == 1
    else { return name }
    return first.properties.uppercaseMapping + String(name.unicodeScalars.dropFirst())
  }
}
