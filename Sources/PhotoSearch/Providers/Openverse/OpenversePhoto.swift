import Foundation

/// A photo as Openverse words it, in lists and alone
struct OpenversePhoto {
  let value: JSONValue

  /// A uuid, or whatever else of letters, digits and hyphens
  static func isID(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isPlain && (1...64).contains(text.utf8.count)
  }

  /// What becomes of the row that this is
  var row: PageRow {
    guard let id = value["id"]?.string, Self.isID(id) else { return .leftOut(.unreadable) }
    guard let picture = WebAddress.url(value["url"]?.string) else {
      return .leftOut(.withoutImage)
    }
    return .photo(photo(id: id, picture: picture))
  }

  private func photo(id: String, picture: URL) -> Photo {
    let landing = WebAddress.url(value["foreign_landing_url"]?.string)
    var photo = Photo(
      id: PhotoID(service: Openverse.profile.service, native: id), provider: .openverse,
      site: site, page: landing ?? page(id))
    if let original = landing.flatMap(OpenverseOrigin.identity) {
      photo.aliases = [original]
      photo.origin = original
    }
    photo.title = PlainText.resolved(value["title"]?.string)
    photo.author = Author(
      name: PlainText.resolved(value["creator"]?.string),
      url: WebAddress.url(value["creator_url"]?.string))
    photo.size = PixelSize(width: value["width"]?.integer, height: value["height"]?.integer)
    photo.renditions = renditions(picture: picture, size: photo.size)
    photo.license = license
    photo.tags =
      value["tags"]?.elements?.compactMap { PlainText.resolved($0["name"]?.string) } ?? []
    return photo
  }

  /// The thumbnail is at most 600 pixels wide and made by Openverse; the picture itself is what
  /// Openverse links to, which is not always the largest that the original site has
  private func renditions(picture: URL, size: PixelSize?) -> [Rendition] {
    var renditions: [Rendition] = []
    if let thumbnail = WebAddress.url(value["thumbnail"]?.string), thumbnail != picture {
      renditions.append(Rendition(role: .small, url: thumbnail, size: nil))
    }
    let isRegular = size.map { max($0.width, $0.height) <= 1_280 } ?? false
    renditions.append(Rendition(role: isRegular ? .regular : .full, url: picture, size: size))
    renditions.append(Rendition(role: .original, url: picture, size: size))
    return renditions
  }

  /// By the address of the terms, which alone tells a ported licence, else by code and version
  private var license: License? {
    let address = value["license_url"]?.string
    if let license = License.creativeCommons(at: address) { return license }
    guard let code = PlainText.folded(value["license"]?.string)?.lowercased() else { return nil }
    let version = PlainText.folded(value["license_version"]?.string) ?? ""
    if let license = License.creativeCommons(named: "cc-\(code)-\(version)") { return license }
    if code == "cc0" { return .cc0 }
    if code == "pdm" { return .publicDomainMark }
    return Self.retired(code, version: version, url: WebAddress.url(address))
  }

  /// e.g. `sampling+`, which SPDX has no id for, and whatever else there may be
  private static func retired(_ code: String, version: String, url: URL?) -> License {
    let name = code.replacing("sampling+", with: "Sampling+").replacing("nc-", with: "NC ")
    let words = ["CC", name, version].filter { !$0.isEmpty }
    let id = words.joined(separator: "-").replacing("+", with: "-Plus")
    let plain = id.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".")) }
    return License(
      id: "LicenseRef-" + plain.joined(separator: "-"), name: words.joined(separator: " "), url: url
    )
  }

  /// e.g. `Flickr via Openverse`: the site that has the original, for the credit line
  private var site: String {
    let names = [value["source"], value["provider"]].compactMap { PlainText.folded($0?.string) }
    let name = names.lazy.compactMap { Self.sites[$0.lowercased()] }.first ?? names.first
    guard let name else { return "Openverse" }
    return name.split(separator: "_").joined(separator: " ") + " via Openverse"
  }

  private static let sites = ["flickr": "Flickr", "wikimedia": "Wikimedia Commons"]

  /// Openverse's own page, for an item that does not say where the original is
  private func page(_ id: String) -> URL {
    URL(string: "https://openverse.org/image/\(id)") ?? URL(constant: "https://openverse.org/")
  }
}
