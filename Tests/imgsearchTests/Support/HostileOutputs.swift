import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

@testable import imgsearch
import Terminal

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

  private let folder: URL
  private let photos: [Photo]
  private let names: [String]

  /// - Parameter names: of the files in `credits.csv`; nil for names made of what the photos say
  init(_ photos: [Photo], named names: [String]? = nil, in folder: URL) throws {
    self.photos = photos
    self.names = try names ?? photos.enumerated().map { try Self.file($1, $0) }
    self.folder = folder
  }

  /// All names of outputs that people and terminals see as they are
  static let names = [
    "grid.txt", "table.txt", "listing.json", "listing.ndjson", "listing.csv", "listing.md",
    "urls.txt", "page.html", "cards.txt", "show.ndjson", "credit.txt", "credit.md", "credit.html",
    "export.ndjson", "credits.csv",
  ]

  /// All files of the folder by their names
  func files() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.reduce(into: [:]) { $0[$1] = try Data(contentsOf: folder.appending(path: $1)) }
  }

  func write() throws {
    let plan = SearchPlan(
      query: PhotoQuery("kittens"), providers: ProviderCatalog.profiles.map(\.id))
    for (name, text) in Self.texts(of: photos, for: plan) {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    try writeCredits()
  }

  /// All outputs by the names of their files, but for `credits.csv`
  static func texts(of photos: [Photo], for plan: SearchPlan) -> [String: String] {
    let plain = TerminalStyle.plain
    let shiny = TerminalStyle(color: true, hyperlinks: true, addresses: false)
    func listing(_ renderer: some ListingRenderer) -> String {
      var renderer = renderer
      var text = renderer.header()
      for (index, photo) in photos.enumerated() {
        text += renderer.entry(ListingEntry(number: index + 1, photo: photo))
      }
      return text + renderer.footer(ListingSummary(plan: plan, next: nil, reports: []))
    }
    func credits(_ form: CreditText.Form) -> String {
      photos.map { CreditText.line($0.credit, as: form) + "\n" }.joined()
    }
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    return [
      "grid.txt": listing(GridRenderer(width: 80, columns: nil, style: plain)),
      "color.txt": listing(GridRenderer(width: 80, columns: 2, style: shiny)),
      "table.txt": listing(TableRenderer(width: 120, style: plain)),
      "tabbed.txt": listing(LineRenderer.tabbed()),
      "listing.json": listing(JSONRenderer(plan: plan, words: { ErrorText.line($0) })),
      "listing.ndjson": listing(LineRenderer.ndjson()),
      "listing.csv": listing(LineRenderer.csv(.usual(role: .regular))),
      "listing.md": listing(LineRenderer.markdown(role: .regular)),
      "page.html": listing(PageRenderer(title: "kittens", date: date)),
      "urls.txt": listing(LineRenderer.urls(role: .original)),
      "cards.txt": photos.map {
        PhotoCard(photo: $0, isFavorite: true, width: 80, style: plain).text
      }.joined(),
      "show.ndjson": photos.map { PhotoJSON.line($0, isFavorite: true, hasDetails: true) + "\n" }
        .joined(),
      "credit.txt": credits(.text), "credit.md": credits(.markdown), "credit.html": credits(.html),
      "export.ndjson": photos.map { Favorite(photo: $0, added: date).line + "\n" }.joined(),
    ]
  }

  /// `credits.csv`, and what it is expected to say
  func writeCredits() throws {
    let credits = CreditsFile(in: folder, row: CSVText.row)
    for (photo, name) in zip(photos, names) { try credits.add(photo, file: name, facts: nil) }
    try JSONEncoder().encode(zip(photos, names).map(Self.expected))
      .write(to: folder.appending(path: "expected.json"))
  }

  /// Named by what the photo says of itself
  private static func file(_ photo: Photo, _ number: Int) throws -> String {
    "\(try FileNameTemplate("{title}-{author}-{id}").stem(for: photo))-\(number).jpg"
  }

  private static func expected(_ photo: Photo, _ name: String) -> Expected {
    let hasPicture = photo.rendition(.regular) != nil
    return Expected(
      id: photo.id.description, file: name, title: photo.title,
      description: photo.description, author: photo.author?.name, tags: photo.tags,
      caption: SafeText.line(photo.title ?? photo.description ?? ""),
      name: SafeText.line(photo.author?.name ?? ""),
      credit: photo.credit.pieces.map { SafeText.piece($0.text) }.joined(),
      picture: hasPicture ? SafeText.line(photo.title ?? photo.description ?? "Photo") : nil)
  }
}
