import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

extension Gallery {
  /// Bytes of the file per line of the answer
  private static let piece = 60_000

  /// A file of photos for the page to save, with the content that `imgsearch … --format` prints;
  /// favorites as `imgsearch favorites` prints them
  ///
  /// - Throws: a usage failure for a format that isn't a file's, a failure with code 66 if the
  ///   collection doesn't exist.
  func export(_ call: JSONValue, to lines: GalleryCall.Lines) async throws {
    let form = [(OptionTable.listingFormat.row, call["form"]?.string ?? "")]
    let size = OptionTable.listedSize.row.setting
    let defaults = try ConfigFile(in: console.folders.config).defaults()
      .filter { $0.key == size }
    let options = try ListingOptions(Arguments(.favorites, [], form, defaults: defaults))
    guard !options.format.hasNumbers else {
      throw CommandFailure.usage("'\(options.format.rawValue)' is for a terminal, not for a file")
    }
    var file = FilePieces(lines: lines, size: Self.piece)
    if call["ids"] != nil {
      let photos = try await known(photos(namedBy: call))
      let title = call["title"]?.string ?? ""
      guard title.utf8.count <= Session.maxWordBytes else {
        throw CommandFailure.usage("that is too long for the name of a page")
      }
      try await write(photos, as: options, title: title, to: &file)
    } else {
      let name = try call["collection"]?.string.map { try CollectionName(typed: $0) }
      let (title, favorites) = try await favorites(in: name)
      if options.format == .ndjson {
        for favorite in favorites { try await file.add(favorite.line + "\n") }
      } else {
        try await write(favorites.map(\.photo), as: options, title: title, to: &file)
      }
    }
    try await file.end()
  }

  private func favorites(
    in name: CollectionName?
  ) async throws -> (title: String, favorites: [Favorite]) {
    try await database.reading { database in
      let collection = try name.map { try PhotoDatabase.collection($0, in: database).name }
      return (collection?.text ?? "Favorites", try database?.favorites(in: collection) ?? [])
    }
  }

  private func write(
    _ photos: [Photo], as options: ListingOptions, title: String, to file: inout FilePieces
  ) async throws {
    let plan = SearchPlan(query: PhotoQuery(nil), providers: [])
    var renderer = options.renderer(for: plan, title: title, on: console)
    var entries = ListingEntries(
      options, listing(), PrivateAddressFilter { session.apiOrigins ?? [:] })
    try await file.add(renderer.header())
    for photo in photos {
      try await file.add(renderer.entry(entries.next(photo.asLastSeen, kept: nil)))
    }
    try await file.add(renderer.footer(ListingSummary(plan: plan, next: nil, reports: [])))
  }
}

/// Sends a text to the page in pieces
private struct FilePieces {
  let lines: GalleryCall.Lines
  let size: Int
  var text = ""

  mutating func add(_ more: String) async throws {
    text += more
    if text.utf8.count >= size { try await send() }
  }

  /// Sends the last piece, and the end of the file
  mutating func end() async throws {
    try await send()
    try await lines.send(#"{"end":true}"#)
  }

  private mutating func send() async throws {
    let line = JSONWriter.object(capacity: size * 2) { $0.member("text", text) }
    text = ""
    try await lines.send(line)
  }
}
