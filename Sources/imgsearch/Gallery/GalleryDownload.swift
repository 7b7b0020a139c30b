import Foundation
import PhotoSearch
import PhotoStorage
import Terminal

/// Saves a picture to the gallery's folder, with its credit, and reports its progress
struct GalleryDownload {
  let gallery: Gallery

  /// Several pages may save to one folder at the same time
  func run(_ call: JSONValue, to lines: GalleryCall.Lines) async throws {
    let size =
      call["size"]?.string.flatMap { Rendition.Role(rawValue: $0) } ?? PictureSource.defaultSize
    let named = try await gallery.photo(namedBy: call)
    let photo = try await gallery.session.current(named, size, lastSeen: gallery.lookup.storedPhoto)
    try await save(photo, size: size, to: lines)
  }

  private func save(
    _ photo: Photo, size: Rendition.Role, to lines: GalleryCall.Lines
  ) async throws {
    let (events, report) = AsyncThrowingStream<DownloadQueue.Event, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(8))
    async let saving: Void = {
      var photos = [photo]
      do {
        var settings = try PictureDownload.Settings(template: .init(FileNameTemplate.standard))
        settings.size = size
        try await gallery.options.folder.save(
          settings, over: gallery.session, console: gallery.console, next: { photos.popLast() },
          report: { report.yield($0) })
        report.finish()
      } catch {
        report.finish(throwing: error)
      }
    }()
    for try await event in events {
      if let line = Self.line(event, in: gallery.options.folder.url) { try await lines.send(line) }
    }
    await saving
  }

  private static func line(_ event: DownloadQueue.Event, in folder: URL) -> String? {
    switch event {
    case .began: nil
    case .progress(_, let count, let total):
      JSONWriter.object { json in
        json.member("bytes", count)
        json.member("of", total)
      }
    case .saved(_, let file, _, _), .skipped(_, let file):
      JSONWriter.object { json in
        json.member("saved", SafeText.line(file.lastPathComponent))
        json.member("folder", SafeText.line(folder.standardizedFileURL.path))
      }
    case .failed(_, let error):
      JSONWriter.object {
        $0.member("error", SafeText.line(ErrorText.pageLine(error), cells: 1_000))
      }
    }
  }
}
