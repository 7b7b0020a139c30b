import Platform

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
    guard height < 1_000_000 else { return nil }
    return PixelSize(width: width, height: max(1, Int(height)))
  }

  /// The number before `px-` in a thumbnail's name: 960 for `lossy-page1-960px-Cat.tif.jpg`
  private static func width(in address: WebAddress) -> Int? {
    let place = address.place
    guard place.holds("/thumb/"), let slash = place.lastPlace(of: "/"),
      let end = place[slash...].places(of: "px-").first
    else { return nil }
    let name = place[place.utf8.index(after: slash)...]
    let digits = name[..<end.lowerBound].parts(at: "-").last ?? ""
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
    guard let text = value?.string, text.firstPlace(of: "?") != nil else { return link(value) }
    let (address, fragment) = text.cut(at: "#")
    let (place, query) = address.cut(at: "?")
    let items = Substring(query.utf8.dropFirst()).parts(at: "&", keepsEmpty: false)
      .filter { !$0.begins(with: "utm_") }
    return link(place + (items.isEmpty ? "" : "?\(items.joined(separator: "&"))") + fragment)
  }
}
