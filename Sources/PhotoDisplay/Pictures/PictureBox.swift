package import PhotoSearch

/// Terminal cells that a picture may take; a cell is twice as high as it is wide
package struct PictureBox: Hashable, Sendable {
  /// At least 1
  package let columns: Int
  /// At least 1
  package let rows: Int

  /// - Parameters: fewer than 1 count as 1
  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }

  /// Pixels of the longer side of a JPEG file whose eighth has one for each half of a cell
  package var pixels: Int { 8 * max(columns, 2 * rows) }

  /// The cells in it that a picture of that width and height takes when all of it is seen
  ///
  /// - Parameters: of any unit, above 0
  package func fitting(width: Int, height: Int) -> PictureBox {
    let ratio = Double(max(1, width)) / Double(max(1, height))
    let columns = min(columns, Int((Double(2 * rows) * ratio).rounded()))
    let rows = min(rows, Int((Double(max(1, columns)) / ratio / 2).rounded()))
    return PictureBox(columns: columns, rows: rows)
  }

  /// The same by the proportions that a photo is said to have, else by those of most
  package func fitting(_ photo: Photo) -> PictureBox {
    fitting(width: photo.size?.width ?? 3, height: photo.size?.height ?? 2)
  }
}
