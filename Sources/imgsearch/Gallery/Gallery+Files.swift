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
  ///
  /// - Parameters:
  ///   - size: nil for the size that its search asks for
  ///   - filters: those of the page, which may ask for pixels
  func download(
    _ id: PhotoID, size typed: Rendition.Role?, _ filters: PhotoFilters, to lines: GalleryCall.Lines
  ) async throws {
    let reference = await reference(to: id)
    func role(_ choice: RenditionChoice?) -> Rendition.Role? {
      reference.photo.flatMap { choice?.rendition(of: $0)?.role }
    }
    let searched = await photoCache.choice(of: reference.id)
    let size = typed ?? role(searched) ?? PictureSource.defaultSize
    // The size that the filters lead to stands for the pixels that they ask for.
    let filtered = RenditionChoice(filters)
    let choice = role(filtered) == size ? filtered ?? .role(size) : .role(size)
    let photo = try await session.photos.photo(reference, .withPictures(choice))
    let settings = try PictureDownload.Settings(template: .init(FileNameTemplate.standard))
    try await options.folder.save([PictureOrder(photo, choice)], settings, over: session.pictures) {
      event in
      if let line = Self.line(event, in: options.folder.url) { try await lines.send(line) }
    }
  }

  /// An event for the page; nil for one that it isn't told
  private static func line(_ event: PictureDownload.Event, in folder: URL) -> String? {
    var (file, picture) = (URL?.none, SavedPicture?.none)
    switch event {
    case .began, .planned: return nil
    case .progress(_, let count, let total):
      return JSONWriter.object { json in
        json.member("bytes", count)
        json.member("of", total)
      }
    case .failed(_, let error):
      let words = SafeText.line(ErrorText.line(error, for: .page), cells: 1_000)
      return JSONWriter.object { $0.member("error", words) }
    case .saved(let saved): (file, picture) = (saved.file, saved)
    // The picture was saved before.
    case .skipped(_, let there): file = there
    }
    return JSONWriter.object { json in
      json.member("saved", file.map { SafeText.line($0.lastPathComponent) })
      json.member("folder", SafeText.line(folder.standardizedFileURL.path))
      json.member("width", picture?.facts.size?.width)
      json.member("height", picture?.facts.size?.height)
      // Whether the search's filters ask for more pixels, and the next larger size
      json.member("isShort", picture?.shortfall() != nil)
      json.member("larger", picture?.larger?.rawValue)
    }
  }
}

extension Gallery {
  /// A file of photos for the page to save, with the content that `imgsearch … --format` prints;
  /// favorites as `imgsearch favorites` prints them
  ///
  /// - Throws: a failure with code 66 if the collection doesn't exist.
  func export(
    _ subject: ExportedPhotos, as options: ListingOptions, to lines: GalleryCall.Lines
  ) async throws {
    var file = FilePieces(send: lines.send)
    switch subject {
    case .photos(let ids, let title):
      try await write(complete(references(to: ids)), as: options, title: title, to: &file)
    case .favorites(let name):
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
    var renderer = options.renderer(for: plan, title: title, on: session.console)
    var entries = ListingEntries(
      options, listing(), PrivateAddressFilter { session.pictures.apiOrigins ?? [:] })
    try await file.add(renderer.header())
    for photo in photos {
      try await file.add(
        renderer.entry(entries.next(photo.withoutKnownExpiredAddresses, kept: nil)))
    }
    try await file.add(renderer.footer(ListingSummary(plan: plan, next: nil, reports: [])))
  }
}

/// The photos of a file for the page to save
enum ExportedPhotos {
  case photos([PhotoID], title: String)
  case favorites(in: CollectionName?)
}
