import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Terminal

/// The page's calls for files: pictures that are saved, and lists to save
extension Gallery {
  /// Saves a picture to the gallery's folder, with its credit, and reports its progress
  ///
  /// Several pages may save to one folder at the same time.
  func download(_ call: JSONValue, to lines: GalleryCall.Lines) async throws {
    let named = try await self.photo(namedBy: call)
    let typed = call["size"]?.string.flatMap { Rendition.Role(rawValue: $0) }
    let searched = await photos.size(of: named.id)
    let size = typed ?? searched ?? PictureSource.defaultSize
    // The size that the filters lead to stands for the pixels that they ask for.
    let filters = RenditionChoice(try plan(call).query.filters)
    let isOfFilters = named.photo.flatMap { filters?.rendition(of: $0)?.role } == size
    let choice = isOfFilters ? filters ?? .role(size) : .role(size)
    let photo = try await session.current(named, choice, lastSeen: lookup.storedPhoto)
    let settings = try PictureDownload.Settings(template: .init(FileNameTemplate.standard))
    try await options.folder.save(
      [PictureOrder(photo, choice)], settings, over: session, console: console
    ) { event in
      if let line = Self.line(event, in: options.folder.url) { try await lines.send(line) }
    }
  }

  private static func line(_ event: PictureDownload.Event, in folder: URL) -> String? {
    switch event {
    case .began, .planned: nil
    case .progress(_, let count, let total):
      JSONWriter.object { json in
        json.member("bytes", count)
        json.member("of", total)
      }
    case .saved(let picture): line(picture.file, picture, in: folder)
    case .skipped(_, let file): line(file, nil, in: folder)
    case .failed(_, let error):
      JSONWriter.object {
        $0.member("error", SafeText.line(ErrorText.pageLine(error), cells: 1_000))
      }
    }
  }

  /// - Parameter picture: its pixels, whether the search's filters ask for more, and the next
  ///   larger size; nil if it was saved before
  private static func line(_ file: URL, _ picture: SavedPicture?, in folder: URL) -> String {
    JSONWriter.object { json in
      json.member("saved", SafeText.line(file.lastPathComponent))
      json.member("folder", SafeText.line(folder.standardizedFileURL.path))
      json.member("width", picture?.facts.size?.width)
      json.member("height", picture?.facts.size?.height)
      json.member("isShort", picture?.shortfall != nil)
      json.member("larger", picture?.larger?.rawValue)
    }
  }
}

extension Gallery {
  /// A file of photos for the page to save, with the content that `imgsearch … --format` prints;
  /// favorites as `imgsearch favorites` prints them
  ///
  /// - Throws: a usage failure for a format that isn't a file's, a failure with code 66 if the
  ///   collection doesn't exist.
  func export(_ call: JSONValue, to lines: GalleryCall.Lines) async throws {
    let form = [(OptionTable.listingFormat.row, call["form"]?.string ?? "")]
    let size = OptionTable.listedSize.row.setting
    let defaults = try ConfigFile(in: console.folders.config).defaults().filter { $0.key == size }
    let options = try ListingOptions(Arguments(.favorites, [], form, defaults: defaults))
    guard !options.format.hasNumbers else {
      throw CommandFailure.usage("'\(options.format.rawValue)' is for a terminal, not for a file")
    }
    var file = FilePieces(lines: lines)
    if call["ids"] != nil {
      let photos = try await known(photos(namedBy: call))
      let title = call["title"]?.string ?? ""
      guard title.utf8.count <= Session.maxWordBytes else {
        throw CommandFailure.usage("that is too long for the name of a page")
      }
      try await write(photos, as: options, title: title, to: &file)
    } else {
      let name = try call["collection"]?.string.map { try CollectionName(typed: $0) }
      let (title, favorites) = try await database.reading { database in
        let collection = try name.map { try PhotoDatabase.collection($0, in: database).name }
        return (collection?.text ?? "Favorites", try database?.favorites(in: collection) ?? [])
      }
      if options.format == .ndjson {
        for favorite in favorites { try await file.add(favorite.line + "\n") }
      } else {
        try await write(favorites.map(\.photo), as: options, title: title, to: &file)
      }
    }
    try await file.end()
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
  /// Bytes of the file per line of the answer
  private static let size = 60_000

  let lines: GalleryCall.Lines
  var text = ""

  mutating func add(_ more: String) async throws {
    text += more
    if text.utf8.count >= Self.size { try await send() }
  }

  /// Sends the last piece, and the end of the file
  mutating func end() async throws {
    try await send()
    try await lines.send(#"{"end":true}"#)
  }

  private mutating func send() async throws {
    let line = JSONWriter.object(capacity: Self.size * 2) { $0.member("text", text) }
    text = ""
    try await lines.send(line)
  }
}
