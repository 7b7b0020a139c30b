import Foundation
package import PhotoSearch

/// All that is known of one photo, for `show`: labelled lines, what is unknown left out
package struct PhotoCard {
  private let photo: Photo
  private let isFavorite: Bool
  private let style: TerminalStyle
  private var lines: CardLines

  /// - Parameter width: terminal cells of a line; addresses may be longer
  package init(photo: Photo, isFavorite: Bool, width: Int, style: TerminalStyle) {
    self.photo = photo
    self.isFavorite = isFavorite
    self.style = style
    lines = CardLines(width: width, style: style)
    addPicture()
    addWords()
    addDetails()
    addCredit()
  }

  /// With a line break after each line
  package var text: String { lines.text }

  private mutating func addPicture() {
    lines.add("Title", photo.title, ink: .bold)
    if isFavorite { lines.add("Favorite", "♥", ink: .red) }
    lines.add("Author", photo.author?.name)
    lines.add("Profile", address: photo.author?.url)
    lines.add("Page", address: photo.page)
    lines.add("Size", photo.size.map { "\(PixelsLabel.text(for: $0).text) pixels" })
    let largest = photo.renditions.last
    let extent = largest?.size.map { " (\(PixelsLabel.text(for: $0).text))" }
    lines.add("Full size", address: largest?.url, note: largest?.size == photo.size ? nil : extent)
    let label = LicenseLabel(photo.license)
    lines.add("Licence", photo.license?.name ?? "licence not stated", ink: label.ink)
    lines.add("Terms", address: photo.license?.url)
  }

  private mutating func addWords() {
    lines.add("Likes", photo.likes.map(Counts.grouped))
    lines.add("Description", photo.description)
    lines.add("Tags", photo.tags.isEmpty ? nil : photo.tags.prefix(100).joined(separator: ", "))
  }

  private mutating func addDetails() {
    let details = photo.details ?? PhotoDetails()
    lines.add("Place", details.place.flatMap(PlaceText.line))
    lines.add("Camera", details.camera.flatMap(CameraText.camera))
    lines.add("Exposure", details.camera.flatMap(CameraText.exposure))
    lines.add("Published", photo.published.flatMap(CalendarDate.init)?.day)
    lines.add("Views", details.views.map(Counts.grouped))
    lines.add("Downloads", details.downloads.map(Counts.grouped))
  }

  private mutating func addCredit() {
    let adapter = photo.provider.rawValue == photo.id.service ? "" : " (\(photo.provider))"
    lines.add("ID", photo.id.description + adapter)
    lines.add("Credit", photo.credit.text)
  }
}
