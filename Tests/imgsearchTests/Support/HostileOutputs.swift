import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

@testable import imgsearch

/// Every output there is of some photos, each a file of a folder, for other programs to read
struct HostileOutputs {
  /// What the outputs are to say of a photo, written by Foundation
  private struct Expected: Encodable {
    let id: String
    let file: String
    /// As they are
    let title, description, author: String?
    let tags: [String]
    /// On one line, as people see them
    let caption, name, credit: String
    /// The link's text where a listing shows a picture
    let picture: String?
  }

  let folder: URL
  private let photos: [Photo]

  init(_ photos: [Photo], in folder: URL) throws {
    self.photos = photos
    self.folder = folder
    try write()
    try writeCredits()
    let encoder = JSONEncoder()
    try encoder.encode(photos.enumerated().map { try Self.expected($1, $0) })
      .write(to: folder.appending(path: "expected.json"))
  }

  /// All names of outputs that people and terminals see as they are
  static let names = [
    "grid.txt", "table.txt", "listing.json", "listing.ndjson", "listing.csv", "listing.md",
    "urls.txt", "cards.txt", "show.ndjson", "credit.txt", "credit.md", "credit.html",
    "export.ndjson", "credits.csv",
  ]

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  private func put(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func write() throws {
    let plan = SearchPlan(
      query: PhotoQuery(words: "kittens"), providers: ProviderCatalog.profiles.map(\.id))
    let style = TerminalStyle.plain
    let shiny = TerminalStyle(color: true, hyperlinks: true, addresses: false)
    try put(listing(by: GridRenderer(width: 80, columns: nil, style: style), plan), "grid.txt")
    try put(listing(by: GridRenderer(width: 80, columns: 2, style: shiny), plan), "color.txt")
    try put(listing(by: TableRenderer(width: 120, plan: plan, style: style), plan), "table.txt")
    try put(listing(by: JSONRenderer(plan: plan, words: ErrorText.line), plan), "listing.json")
    try put(listing(by: NDJSONRenderer(), plan), "listing.ndjson")
    try put(listing(by: CSVRenderer(role: .regular), plan), "listing.csv")
    try put(listing(by: MarkdownRenderer(role: .regular), plan), "listing.md")
    try put(listing(by: URLsRenderer(role: .original), plan), "urls.txt")
    let cards = photos.map { PhotoCard(photo: $0, isFavorite: true, width: 80, style: style).text }
    try put(cards.joined(), "cards.txt")
    try put(photos.map { PhotoJSON.detailed($0, isFavorite: true) }.joined(), "show.ndjson")
    for (form, name) in [
      (CreditText.Form.text, "credit.txt"), (.markdown, "credit.md"), (.html, "credit.html"),
    ] {
      try put(photos.map { CreditText.line($0.credit, as: form) + "\n" }.joined(), name)
    }
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    try put(photos.map { Favorite(photo: $0, added: date).line + "\n" }.joined(), "export.ndjson")
  }

  private func listing(by renderer: some ListingRenderer, _ plan: SearchPlan) -> String {
    var renderer = renderer
    var text = renderer.header()
    for (index, photo) in photos.enumerated() {
      text += renderer.entry(ListingEntry(number: index + 1, photo: photo))
    }
    return text + renderer.footer(ListingSummary(plan: plan, next: nil, reports: []))
  }

  private func writeCredits() throws {
    let credits = CreditsFile(in: folder, row: CSVText.row)
    for (number, photo) in photos.enumerated() {
      try credits.keep(photo, file: Self.file(photo, number))
    }
  }

  /// Named by what the photo says of itself
  private static func file(_ photo: Photo, _ number: Int) throws -> String {
    "\(try FileNameTemplate("{title}-{author}-{id}").stem(for: photo))-\(number).jpg"
  }

  private static func expected(_ photo: Photo, _ number: Int) throws -> Expected {
    let hasPicture = photo.rendition(.regular) != nil
    return Expected(
      id: photo.id.description, file: try file(photo, number), title: photo.title,
      description: photo.description, author: photo.author?.name, tags: photo.tags,
      caption: SafeText.line(photo.title ?? photo.description ?? ""),
      name: SafeText.line(photo.author?.name ?? ""),
      credit: photo.credit.pieces.map { SafeText.piece($0.text) }.joined(),
      picture: hasPicture ? SafeText.line(photo.title ?? photo.description ?? "Photo") : nil)
  }
}
