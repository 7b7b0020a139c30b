import Foundation

/// The renditions that Unsplash offers of every photo
///
/// Addresses are taken as sent: their `ixid` has to stay. The scaled ones have a known width and
/// keep the aspect ratio; none is larger than the original.
struct UnsplashRenditions {
  /// Of the original
  let size: PixelSize?

  func renditions(in urls: JSONValue) -> [Rendition] {
    let offered: [(StaticString, Rendition.Role, Int?)] = [
      ("thumb", .thumb, 200), ("small", .small, 400), ("regular", .regular, 1_080),
      ("full", .full, nil), ("raw", .original, nil),
    ]
    return offered.compactMap { name, role, width in
      WebAddress.url(urls[name]?.string).map { url in
        Rendition(role: role, url: url, size: width.flatMap(scaled) ?? size)
      }
    }
  }

  private func scaled(to width: Int) -> PixelSize? {
    guard let size, size.width > width else { return nil }
    let height = Double(size.height) * Double(width) / Double(size.width)
    return PixelSize(width: width, height: Int(exactly: max(1, height.rounded())))
  }
}
