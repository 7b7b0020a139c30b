import PhotoSearch

/// The size of a picture as a listing shows it
enum PixelsLabel {
  /// `4000×3000`; `12 MP` where that does not fit; `?×?` when nobody said
  static func text(for size: PixelSize?, cells: Int = .max) -> FittedText {
    guard let size else {
      return cells >= 12
        ? FittedText(safe: "size unknown", width: 12) : FittedText("?×?", cells: cells)
    }
    let width = String(size.width)
    let height = String(size.height)
    let count = width.utf8.count + 1 + height.utf8.count
    if count <= cells { return FittedText(safe: width + "×" + height, width: count) }
    let megapixels = Int(min(Double(size.width) * Double(size.height) / 1e6, 1e9).rounded())
    return FittedText("\(megapixels) MP", cells: cells)
  }
}
