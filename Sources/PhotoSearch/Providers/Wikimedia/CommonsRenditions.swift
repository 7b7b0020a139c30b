import Foundation

/// The pictures of a file in its sizes, as they were sent
///
/// Wikimedia keeps a few widths only and refuses addresses that somebody builds. Asked for 640
/// pixels it sends the address of 960 and says 640, so the width is read from the address. See
/// [Common thumbnail sizes](https://www.mediawiki.org/wiki/Common_thumbnail_sizes).
struct CommonsRenditions {
  let file: JSONValue
  /// The original's, in pixels
  let size: PixelSize?
  let original: URL

  /// From the smallest to the largest
  var all: [Rendition] {
    let scaled = ([file["thumburl"]] + multiples).compactMap(scaled)
    var seen: Set<URL> = [original]
    var renditions = scaled.filter { seen.insert($0.url).inserted }
    renditions.sort { ($0.size?.width ?? 0) < ($1.size?.width ?? 0) }
    renditions.append(Rendition(role: .original, url: original, size: size))
    return renditions
  }

  /// What is sent for screens with more pixels to an inch; the keys are `1.5` and `2`
  private var multiples: [JSONValue?] {
    [file["responsiveUrls"]?["2"]]
  }

  private func scaled(_ value: JSONValue?) -> Rendition? {
    guard let url = CommonsPhoto.address(value) else { return nil }
    let size = scaledSize(at: url)
    return Rendition(role: Self.role(width: size?.width), url: url, size: size)
  }

  /// The height follows from the original's shape, else from what the reply says of a thumbnail
  private func scaledSize(at url: URL) -> PixelSize? {
    let said = PixelSize(
      width: file["thumbwidth"]?.integer, height: file["thumbheight"]?.integer)
    guard let width = Self.width(in: url) else { return said }
    guard let shape = size ?? said else { return nil }
    let height = (Double(width) * Double(shape.height) / Double(shape.width)).rounded()
    guard height < 1_000_000 else { return nil }
    return PixelSize(width: width, height: max(1, Int(height)))
  }

  /// The number before `px-` in a thumbnail's name, e.g. of `lossy-page1-960px-Cat.tif.jpg`
  private static func width(in url: URL) -> Int? {
    guard url.path.contains("/thumb/"), let end = url.lastPathComponent.firstRange(of: "px-") else {
      return nil
    }
    let before = url.lastPathComponent[..<end.lowerBound]
    let digits = before.split(separator: "-", omittingEmptySubsequences: false).last ?? ""
    return (1...5).contains(digits.count) ? Int(digits) : nil
  }

  private static func role(width: Int?) -> Rendition.Role {
    switch width ?? 960 {
    case ...250: .thumb
    case ...600: .small
    case ...1_280: .regular
    default: .full
    }
  }
}
