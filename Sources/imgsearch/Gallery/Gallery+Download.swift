import Foundation
import PhotoSearch
import PhotoStorage
import Pictures
import Terminal

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
    let photo = try await session.current(
      named, choice, lastSeen: lookup.storedPhoto)
    try await save(PictureOrder(photo, choice), to: lines)
  }

  private func save(
    _ order: PictureOrder, to lines: GalleryCall.Lines
  ) async throws {
    let (events, report) = AsyncThrowingStream<PictureDownload.Event, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(8))
    async let saving: Void = {
      var orders = [order]
      do {
        let settings = try PictureDownload.Settings(template: .init(FileNameTemplate.standard))
        try await options.folder.save(
          settings, over: session, console: console, next: { orders.popLast() },
          report: { report.yield($0) })
        report.finish()
      } catch {
        report.finish(throwing: error)
      }
    }()
    for try await event in events {
      if let line = Self.line(event, in: options.folder.url) { try await lines.send(line) }
    }
    await saving
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
