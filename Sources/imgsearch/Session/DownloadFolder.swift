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
    _ orders: [PictureOrder], _ settings: PictureDownload.Settings, over pictures: PictureRequests,
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
    let download = try pictures.download(
      to: url, settings, credits: CreditsFile(in: url, row: CSVText.row))
    try await download.run(orders, body)
  }
}
