package import PhotoSearch

/// One address a line: that of the rendition for a role, else of the next best
///
/// A photo without any rendition has no line.
package struct URLsRenderer: ListingRenderer {
  private let role: Rendition.Role

  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func header() -> String { "" }

  package mutating func entry(_ entry: ListingEntry) -> String {
    guard let rendition = entry.photo.rendition(role) else { return "" }
    return SafeText.address(rendition.url) + "\n"
  }

  package mutating func footer(_ summary: ListingSummary) -> String { "" }
}
