package import PhotoSearch
import Platform
import Terminal

/// The values for `show --field`: those that every listing has, so that no request is needed
package enum PhotoField: String, CaseIterable, Sendable {
  /// The address of the largest rendition except the original
  case picture
  case page, id, title, author
  /// The author's page
  case profile
  /// The licence's name
  case license
  /// The address of the licence's terms
  case terms
  case credit, description, tags, taken, published

  /// Whether the original's service knows the value better than the service that found it
  package var isOfAuthor: Bool { [.author, .profile, .license, .terms, .credit].contains(self) }

  /// The value on one line; nil if unknown
  package func text(of photo: Photo) -> String? {
    let text =
      switch self {
      case .picture: photo.rendition(.full)?.address.printable
      case .page: photo.page.printable
      case .id: photo.id.description
      case .title: photo.title
      case .author: photo.author?.name
      case .profile: photo.author?.address?.printable
      case .license: photo.license?.name
      case .terms: photo.license?.address?.printable
      case .credit: CreditText.line(of: photo, as: .text)
      case .description: photo.description
      case .tags: photo.tags.isEmpty ? nil : photo.tags.joined(separator: ", ")
      case .taken: photo.taken?.replacing(each: "T", by: " ")
      case .published: photo.published.flatMap(CalendarDate.init)?.day
      }
    return text.map { SafeText.line($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
