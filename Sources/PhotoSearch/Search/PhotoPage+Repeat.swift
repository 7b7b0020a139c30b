extension PhotoPage {
  /// Whether this is a whole page of what its provider has sent before
  ///
  /// Of rows that a filter dropped nobody knows whether they were sent before, so a page with such
  /// rows is none.
  func isRepeat(where wasSent: (Photo) -> Bool) -> Bool {
    !photos.isEmpty && leftOut[.filtered] == nil && photos.allSatisfy(wasSent)
  }
}
