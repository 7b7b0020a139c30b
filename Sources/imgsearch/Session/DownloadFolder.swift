import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// The folder in which a server saves pictures for its clients, fixed at its start
struct DownloadFolder: Sendable {
  /// The path with all links resolved
  let url: URL
  /// Whether to put credits into the pictures, too
  let embeds: Bool

  init(_ folder: String, embeds: Bool) {
    url = PictureFolder.resolved(URL(filePath: folder))
    self.embeds = embeds
  }

  /// Saves photos with their credits; several calls may run at the same time
  ///
  /// - Parameter body: called with one event after another while photos are being saved
  /// - Throws: what ``PictureDownload/run(_:_:)`` throws, and a failure with code
  ///   74 if a link has replaced the folder.
  func save(
    _ orders: [PictureOrder], _ settings: PictureDownload.Settings, over session: Session,
    _ body: (PictureDownload.Event) async throws -> Void
  ) async throws {
    // Fails if a link has replaced the folder, or one above it, since the start.
    guard PictureFolder.resolved(url).path == url.path else {
      throw CommandFailure(
        "\(url.path) is a link now, or in a folder that became one after the start; "
          + "start imgsearch again", code: .cannotWrite)
    }
    var settings = settings
    settings.embeds = embeds
    let download = try session.download(
      to: url, settings, credits: CreditsFile(in: url, row: CSVText.row))
    try await download.run(orders, body)
  }
}

extension Session {
  /// A download with the transports of this run
  ///
  /// - Throws: ``FileFault/cannotWrite``
  func download(
    to folder: URL, _ settings: PictureDownload.Settings, credits: any PictureCredits
  ) throws -> PictureDownload {
    let notice = DownloadNotice(providers, over: layers.notices) { [console] profile, error in
      console.note(
        "imgsearch: \(profile.name) was not told of a saved photo, as its terms ask: "
          + ErrorText.line(error))
    }
    return try PictureDownload(
      to: folder, settings, credits: credits, over: pictures, apiOrigins: apiOrigins,
      hashes: hashes, afterSaving: notice.send)
  }
}
