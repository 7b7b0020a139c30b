/// What becomes of one row of a reply
package enum PageRow {
  case photo(Photo)
  case leftOut(LeftOut)
}

extension PhotoPage {
  /// Rows that are read of one reply: no service sends more, and each photo takes its memory
  private static let mostRows = 1_000

  /// A page made of rows: their photos in order, and how many are left out for which reason
  package init<Row>(
    rows: [Row], filter: RowFilter = RowFilter(), reading: (Row) -> PageRow
  ) {
    self.init(photos: [])
    photos.reserveCapacity(min(rows.count, Self.mostRows))
    for row in rows.prefix(Self.mostRows) {
      switch reading(row) {
      case .photo(let photo) where filter.admits(photo): photos.append(photo)
      case .photo: leftOut[.filtered, default: 0] += 1
      case .leftOut(let reason): leftOut[reason, default: 0] += 1
      }
    }
    if rows.count > Self.mostRows {
      leftOut[.unreadable, default: 0] += rows.count - Self.mostRows
    }
  }
}
