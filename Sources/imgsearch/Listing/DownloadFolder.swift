import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// The folder that a server saves pictures to for whoever calls it, fixed when it begins
struct DownloadFolder: Sendable {
  /// How pictures are saved
  struct Manner: Sendable {
    var size = PictureSource.defaultSize
    var template = FileNameTemplate.standard
    /// Pictures at a time
    var jobs = 1
  }

  /// With all links resolved
  let url: URL
  /// Whether credits go into the pictures, too
  let embeds: Bool

  init(_ folder: String, embeds: Bool) {
    url = PictureFolder.resolved(URL(filePath: folder))
    self.embeds = embeds
  }

  /// Saves photos, each with its credit; several calls may do so at once, as several programs may
  ///
  /// - Parameters:
  ///   - next: the next photo, asked for while others are on their way; nil at the end
  ///   - note: takes a line that says that a service wasn't told of a saved photo
  ///   - report: called from several tasks
  /// - Throws: what ``DownloadQueue/run(_:next:report:)`` throws, `FileNameTemplate.Problem`, and a
  ///   failure with code 74 where a link is in the folder's place by now.
  func save(
    in manner: Manner, over session: Session, next: () async throws -> Photo?,
    note: @escaping @Sendable (String) -> Void,
    report: @escaping @Sendable (DownloadQueue.Event) throws -> Void
  ) async throws {
    let template = try FileNameTemplate(manner.template)
    // Still the folder of the start, without a link in the place of it or of one above it
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
