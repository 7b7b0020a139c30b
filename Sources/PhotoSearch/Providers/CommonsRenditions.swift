extension WikimediaAdapter {
  /// The pictures of a file in its sizes, as they were sent; none without the original
  ///
  /// Wikimedia keeps a few widths only and refuses addresses that somebody builds. Asked for 640
  /// pixels it sends the address of 960 and says 640, so the width is read from the address. See
  /// [Common thumbnail sizes](https://www.mediawiki.org/wiki/Common_thumbnail_sizes).
  func renditions(of file: JSONValue, size: PixelSize?) -> [Rendition] {
    guard let original = Self.unmarked(file["url"]) else { return [] }
    // The second is for screens with more pixels to an inch.
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

  /// The height follows from the original's shape, else from what the reply says of a thumbnail
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

  /// The number before `px-` in a thumbnail's name, e.g. of `lossy-page1-960px-Cat.tif.jpg`
  private static func width(in address: WebAddress) -> Int? {
    let place = address.place
    guard place.holds("/thumb/"), let name = place.parts(at: "/").last,
      let end = name.places(of: "px-").first
    else { return nil }
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

  /// An address without the marks by which Wikimedia counts where its readers come from
  private static func unmarked(_ value: JSONValue?) -> WebAddress? {
    guard let text = value?.string else { return nil }
    let (whole, fragment) = text.cut(at: "#")
    let (place, query) = whole.cut(at: "?")
    let items = query.dropFirst().parts(at: "&", keepsEmpty: false).filter {
      !$0.begins(with: "utm_")
    }
    let kept = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    return link(place + kept + fragment)
  }
}
