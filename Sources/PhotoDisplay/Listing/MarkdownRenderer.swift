package import PhotoSearch

/// One line a photo: the picture, as a link to its page, and its credit line
package struct MarkdownRenderer: ListingRenderer {
  private let role: Rendition.Role

  /// - Parameter role: which rendition is shown
  package init(role: Rendition.Role) {
    self.role = role
  }

  package mutating func header() -> String { "" }

  package mutating func entry(_ entry: ListingEntry) -> String {
    let photo = entry.photo
    let credit = CreditText.line(photo.credit, as: .markdown)
    guard let rendition = photo.rendition(role), SafeText.isWebLink(rendition.url) else {
      return "- \(credit)\n"
    }
    let name = SafeText.line(photo.title ?? photo.description ?? "Photo")
    let image = "![\(MarkdownText.escaped(name))](\(MarkdownText.destination(rendition.url)))"
    guard SafeText.isWebLink(photo.page) else { return "- \(image) \(credit)\n" }
    return "- [\(image)](\(MarkdownText.destination(photo.page))) \(credit)\n"
  }

  package mutating func footer(_ summary: ListingSummary) -> String { "" }
}
