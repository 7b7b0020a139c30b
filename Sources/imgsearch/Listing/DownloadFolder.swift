import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// The folder in which a server saves pictures for its clients, fixed at its start
struct DownloadFolder: Sendable {
  /// Options for saving pictures
  struct Manner: Sendable {
    var size = PictureSource.defaultSize
    var template = FileNameTemplate.standard
    /// Pictures to download at a time
    var jobs = 1
  }

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
  /// - Parameters:
  ///   - next: gives the next photo, even while others are being saved; nil at the end
  ///   - note: takes a warning if a service couldn't be told about a saved photo
  ///   - report: called from several tasks
  /// - Throws: what ``DownloadQueue/run(_:next:report:)`` throws, `FileNameTemplate.Problem`, and a
  ///   failure with code 74 if a link has replaced the folder.
  func save(
    in manner: Manner, over session: Session, next: () async throws -> Photo?,
    note: @escaping @Sendable (String) -> Void,
    report: @escaping @Sendable (DownloadQueue.Event) throws -> Void
  ) async throws {
    let template = try FileNameTemplate(manner.template)
    // Fails if a link has replaced the folder, or one above it, since the start.
    guard PictureFolder.resolved(url).path == url.path else {
      throw CommandFailure(
        "\(url.path) is a link now, or in a folder that is one, which it wasn't at the start; "
          + "start imgsearch again", code: .cannotWrite)
    }
    let folder = try PictureFolder(
      url, transport: session.pictures, credits: CreditsFile(in: url, row: CSVText.row),
      embeds: embeds, inspect: session.hashes.note)
    let notice = DownloadNotice(session, note: note)
    let queue = DownloadQueue(
      folder, size: manner.size, apiOrigins: session.apiOrigins, jobs: manner.jobs,
      afterSaving: notice.send)
    try await queue.run(folder.names(by: template), next: next, report: report)
    session.hashes.keep()
  }
}
