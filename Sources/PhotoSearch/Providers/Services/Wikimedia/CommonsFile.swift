import Foundation
import Platform

/// A file's `extmetadata`: facts from its description page, as HTML
///
/// Names and meaning:
/// [Extension:CommonsMetadata](https://www.mediawiki.org/wiki/Extension:CommonsMetadata).
struct CommonsMetadata {
  /// An object. Without members it comes as an empty list, which is how PHP writes it
  let value: JSONValue?

  /// The members read here, which are the only ones that a request asks for
  static let names = [
    "ObjectName", "ImageDescription", "Artist", "Attribution", "LicenseShortName", "License",
    "LicenseUrl",
    "DateTime", "DateTimeOriginal", "GPSLatitude", "GPSLongitude",
  ]

  /// The title without markup
  var title: String? { text("ObjectName") }
  /// The description without markup
  var description: String? { text("ImageDescription") }

  /// The author, linked to the first usable link in the markup
  var author: Author? {
    Author(name: text("Artist"), address: markup("Artist").flatMap(HTMLLink.first))
  }

  /// The name that the author asks for in a credit; nil if it is just the author's name
  var attribution: String? { text("Attribution").flatMap { $0 == text("Artist") ? nil : $0 } }

  /// The terms of use; nil if none are given
  var license: License? {
    CommonsLicense.license(
      named: text("LicenseShortName"), code: text("License"), at: text("LicenseUrl"))
  }

  /// The position of the camera
  var place: PhotoPlace? {
    PhotoPlace(
      latitude: text("GPSLatitude").flatMap(Double.init),
      longitude: text("GPSLongitude").flatMap(Double.init))
  }

  /// The upload time in ISO 8601, UTC
  ///
  /// Only if the property's source is MediaWiki: from another source it is the camera's clock.
  var uploaded: String? {
    guard value?["DateTime"]?["source"]?.string == "mediawiki-metadata" else { return nil }
    return text("DateTime").map { $0.ends(with: "Z") ? $0 : $0 + "Z" }
  }

  /// When the picture was taken, if the page or the file has nothing but a date there
  var taken: String? { Photo.takenDate(text("DateTimeOriginal")) }

  private func text(_ name: StaticString) -> String? { PlainText.resolved(markup(name)) }

  private func markup(_ name: StaticString) -> String? { value?[name]?["value"]?.text }
}

/// Links in Commons' HTML
enum HTMLLink {
  /// The first link to an existing page; relative links lead to Commons
  ///
  /// A link with `redlink=1` is to a page that doesn't exist yet.
  static func first(in markup: String) -> WebAddress? {
    markup.components(at: "<").dropFirst().lazy
      .filter { $0.begins(with: "a ") && $0.firstIndex(ofASCII: ">") != nil }
      .compactMap { address(in: $0.cut(at: ">").before) }.first
  }

  private static func address(in tag: Substring) -> WebAddress? {
    guard let start = tag.ranges(ofBytes: "href=\"").first else { return nil }
    let text = HTMLEntities.resolved(in: String(tag[start.upperBound...].cut(at: "\"").before))
    guard !text.contains(bytes: "redlink=1") else { return nil }
    let isRelative = text.begins(with: "/") && !text.begins(with: "//")
    return WikimediaCommons.link(isRelative ? "https://commons.wikimedia.org" + text : text)
  }
}

/// The licence that Commons names in up to three ways
///
/// The most reliable comes first: the address, the short code of the licence template
/// (`cc-by-sa-4.0`, `pd`), the short name for people (`CC BY-SA 3.0 de`).
enum CommonsLicense {
  /// The licence; nil if address, code and name are all missing
  static func license(named name: String?, code: String?, at address: String?) -> License? {
    if let license = License.creativeCommons(at: address) { return license }
    if address?.contains(bytes: "//www.flickr.com/commons/usage") == true {
      return .noKnownCopyright
    }
    for key in [code, name].compactMap({ $0.map(key) }) {
      if let license = License.creativeCommons(named: key) { return license }
      if key == "pd" || key.begins(with: "pd-") || key.begins(with: "public-domain") {
        return .publicDomain
      }
      if let id = ids[key] {
        return License(id: id, name: name ?? id, address: WikimediaCommons.link(address))
      }
    }
    return (name ?? code).map { name in
      License(
        id: License.ownID(String(name.prefix(60))), name: name,
        address: WikimediaCommons.link(address))
    }
  }

  /// The SPDX ids of licences outside Creative Commons. Commons' GFDL template says "1.2 or any
  /// later version" unless its name has a version
  private static let ids: [String: String] = [
    "gfdl": "GFDL-1.2-or-later", "gfdl-1.2": "GFDL-1.2-only",
    "gfdl-1.2-or-later": "GFDL-1.2-or-later", "gfdl-1.3": "GFDL-1.3-only",
    "gfdl-1.3-or-later": "GFDL-1.3-or-later", "fal": "LAL-1.3", "fal-1.3": "LAL-1.3",
    "mit": "MIT", "apache-2.0": "Apache-2.0", "apache-license-2.0": "Apache-2.0",
    "odbl": "ODbL-1.0", "ogl-3": "OGL-UK-3.0", "ogl-2": "OGL-UK-2.0", "ogl-1": "OGL-UK-1.0",
    "etalab-2.0": "etalab-2.0",
  ]

  /// A name in lower case, with hyphens for blanks
  private static func key(_ name: String) -> String {
    name.lowercased().split { $0.isWhitespace || $0 == "_" }.joined(separator: "-")
  }
}

/// A file's `commonmetadata`
enum CommonsExposure {
  /// Camera and exposure by their EXIF names; nil if the file has no such facts
  ///
  /// - Parameter properties: a list of `{"name": …, "value": …}`
  static func camera(in properties: JSONValue?) -> PhotoCamera? {
    let properties = properties?.elements ?? []
    // In place of a text or a number there may be a list of one: `[{"name": 0, "value": 200}]`.
    func text(_ name: String) -> String? {
      properties.lazy.filter { $0["name"]?.string == name }.compactMap { property in
        property["value"]?.text ?? property["value"]?.elements?.first?["value"]?.text
      }.first
    }
    return PhotoCamera(
      make: PlainText.folded(text("Make")), model: PlainText.folded(text("Model")),
      exposureTime: PhotoCamera.seconds(text("ExposureTime")),
      aperture: PhotoCamera.decimal(text("FNumber")),
      focalLength: PhotoCamera.decimal(text("FocalLength")),
      iso: text("ISOSpeedRatings").flatMap { Int($0) })
  }
}

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
    let (space, rest) = spaced(title).cut(at: ":")
    guard namespaces.contains(PlainText.folded(String(space))?.lowercased() ?? ""),
      let name = PlainText.folded(String(Substring(rest.utf8.dropFirst())))
    else { return nil }
    return "File:" + capitalized(name.composed)
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
      var parts = path.components(at: "/", keepsEmpty: false).drop { $0 != "commons" }.dropFirst()
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
    let point = name.lastIndex(ofASCII: ".") ?? name.endIndex
    return PlainText.folded(String(point == name.startIndex ? name : name[..<point]))
  }

  /// `Image` is the namespace's name from before 2008, which links still use
  private static let namespaces: Set<String> = ["file", "image"]

  /// The title with blanks for underscores and without direction marks, which MediaWiki drops
  private static func spaced(_ title: String) -> String {
    var title = title.replacing(each: "_", by: " ")
    title.unicodeScalars.removeAll { directionMarks.contains($0) }
    return title
  }

  private static let directionMarks: Set<Unicode.Scalar> = [
    "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}",
  ]

  /// The name with its first letter in upper case, unless that takes two letters (`ß`)
  private static func capitalized(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, !first.isASCII || UInt8(ascii: first).isLowercase,
      first.properties.uppercaseMapping.unicodeScalars.count == 1
    else { return name }
    return first.properties.uppercaseMapping + String(name.unicodeScalars.dropFirst())
  }
}

extension WikimediaAdapter {
  /// The sizes of a file that the reply has addresses for; empty without the original
  ///
  /// Wikimedia only serves a few widths, and refuses addresses that clients build. A request for
  /// 640 pixels gets the address of the 960 pixel picture labelled 640, so the width is read from
  /// the address. See [Common thumbnail
  /// sizes](https://www.mediawiki.org/wiki/Common_thumbnail_sizes).
  func renditions(of file: JSONValue, size: PixelSize?) -> [Rendition] {
    guard let original = Self.unmarked(file["url"]) else { return [] }
    // `responsiveUrls` has the picture for screens with twice as many pixels per inch.
    let sent = [file["thumburl"], file["responsiveUrls"]?["2"]]
    var seen: Set<WebAddress> = [original]
    var renditions = sent.compactMap { Self.unmarked($0) }.filter { seen.insert($0).inserted }
      .map { address in
        let size = scaledSize(at: address, of: file, shape: size)
        return Rendition(role: Self.role(width: size?.width), address: address, size: size)
      }
    renditions.sort { ($0.size?.width ?? 0) < ($1.size?.width ?? 0) }
    return renditions + [Rendition(role: .original, address: original, size: size)]
  }

  /// A thumbnail's size: its height follows from the original's shape, or is taken from the reply
  private func scaledSize(at address: WebAddress, of file: JSONValue, shape: PixelSize?)
    -> PixelSize?
  {
    let said = PixelSize(in: file, width: "thumbwidth", height: "thumbheight")
    guard let width = Self.width(in: address) else { return said }
    guard let shape = shape ?? said else { return nil }
    let height = (Double(width) * Double(shape.height) / Double(shape.width)).rounded()
    return PixelSize(width: width, height: max(1, Int(height)))
  }

  /// The number before `px-` in a thumbnail's name: 960 for `lossy-page1-960px-Cat.tif.jpg`
  private static func width(in address: WebAddress) -> Int? {
    let place = address.place
    guard place.contains(bytes: "/thumb/"), let slash = place.lastIndex(ofASCII: "/"),
      let end = place[slash...].ranges(ofBytes: "px-").first
    else { return nil }
    let name = place[place.utf8.index(after: slash)...]
    let digits = name[..<end.lowerBound].components(at: "-").last ?? ""
    return (1...5).contains(digits.utf8.count) ? Int(digits) : nil
  }

  private static func role(width: Int?) -> Rendition.Role {
    switch width ?? 960 {
    case ...250: .thumb
    case ...600: .small
    case ...1_280: .regular
    default: .full
    }
  }

  /// An address without the parameters with which Wikimedia counts where readers come from
  private static func unmarked(_ value: JSONValue?) -> WebAddress? {
    guard let text = value?.string, text.firstIndex(ofASCII: "?") != nil else { return link(value) }
    let (address, fragment) = text.cut(at: "#")
    let (place, query) = address.cut(at: "?")
    let items = Substring(query.utf8.dropFirst()).components(at: "&", keepsEmpty: false)
      .filter { !$0.begins(with: "utm_") }
    return link(place + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))") + fragment)
  }
}
