/// What becomes of one row of a reply
package enum PageRow {
  case photo(Photo)
  case leftOut(LeftOut)
}

extension PhotoPage {
  /// A page made of rows: their photos in order, and how many are left out for which reason
  package init(_ rows: [PageRow], filter: RowFilter = RowFilter()) {
    self.init(photos: [])
    photos.reserveCapacity(rows.count)
    for row in rows {
      switch row {
      case .photo(let photo) where filter.admits(photo): photos.append(photo)
      case .photo: leftOut[.filtered, default: 0] += 1
      case .leftOut(let reason): leftOut[reason, default: 0] += 1
      }
    }
  }
}
