package import PhotoSearch

/// Turns a stream of photos into text, piece by piece
///
/// What the three methods return, joined in order, is the whole output.
package protocol ListingRenderer: Sendable {
  /// What stands before the first photo
  mutating func header() -> String
  /// One photo; may be empty until a row of a grid is full
  mutating func entry(_ entry: ListingEntry) -> String
  /// What is left to print after the last photo
  mutating func footer(_ summary: ListingSummary) -> String
}

/// A photo and its place in a listing
package struct ListingEntry: Hashable, Sendable {
  /// From 1: what `imgsearch show 3` means
  package var number: Int
  package var photo: Photo
  package var isFavorite: Bool

  package init(number: Int, photo: Photo, isFavorite: Bool = false) {
    self.number = number
    self.photo = photo
    self.isFavorite = isFavorite
  }
}

/// What is known when a listing ends
package struct ListingSummary: Hashable, Sendable {
  package var plan: SearchPlan
  /// The cursor that continues it; nil at the true end of all
  package var next: String?
  /// In the order of the plan
  package var reports: [ProviderReport]

  package init(plan: SearchPlan, next: String?, reports: [ProviderReport]) {
    self.plan = plan
    self.next = next
    self.reports = reports
  }
}
