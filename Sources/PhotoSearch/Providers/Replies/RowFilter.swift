/// The filters that an API lacks, judged by each photo's own data
///
/// A photo that does not say what it would be judged by does not pass: what is shown under a filter
/// fits it.
package struct RowFilter: Hashable, Sendable {
  package var orientation: PhotoFilters.Orientation?
  /// Any of these will do; empty for all
  package var licenses: [PhotoFilters.LicenseCode]

  package init(
    orientation: PhotoFilters.Orientation? = nil, licenses: [PhotoFilters.LicenseCode] = []
  ) {
    self.orientation = orientation
    self.licenses = licenses
  }

  package func admits(_ photo: Photo) -> Bool {
    if let orientation {
      guard let size = photo.size, PhotoFilters.Orientation(of: size) == orientation else {
        return false
      }
    }
    return licenses.isEmpty || licenses.contains { $0.admits(photo.license) }
  }
}
