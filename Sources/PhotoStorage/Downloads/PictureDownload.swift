package import Foundation
package import PhotoSearch
import Pictures

/// A download put together: pictures of photos saved to one folder, each with its credit
package struct PictureDownload: Sendable {
  /// What is saved, and how
  package struct Settings: Sendable {
    package var size = PictureSource.defaultSize
    package var template: FileNameTemplate
    /// Pictures at a time
    package var jobs = 1
    /// Whether a picture takes the place of a file that has its name
    package var overwrites = false
    /// Whether credits go into the pictures, too
    package var embeds = false
    /// Whether photos that were saved to the folder before are skipped, even if their files are gone
    package var isOnlyNew = false
    /// Whether copies of them at other services are skipped as well
    package var isWithoutCopies = false

    package init(template: FileNameTemplate) { self.template = template }
  }

  /// What carries the requests of a download, and keeps what comes of them
  package struct Services: Sendable {
    let pictures: any StreamingTransport
    let apiOrigins: [String: Set<Origin>]?
    let notice: DownloadNotice
    let hashes: PictureHashes

    /// - Parameter apiOrigins: see ``PictureSource/init(of:size:apiOrigins:)``
    package init(
      pictures: any StreamingTransport, apiOrigins: [String: Set<Origin>]?, notice: DownloadNotice,
      hashes: PictureHashes
    ) {
      (self.pictures, self.apiOrigins) = (pictures, apiOrigins)
      (self.notice, self.hashes) = (notice, hashes)
    }
  }

  private let settings: Settings
  private let services: Services
  private let folder: PictureFolder
  private let names: FolderNames
  /// Photos that were saved to the folder before; empty unless they are skipped
  private let known: Set<PhotoID>
  private let copies = SavedCopies()
  private let hash: @Sendable (PhotoID) -> PictureHash?

  /// - Parameters:
  ///   - credits: where each picture's credit is kept before the picture has its name
  ///   - hash: what a photo's picture looks like, where one was fetched before
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package init(
    to place: URL, _ settings: Settings, credits: any PictureCredits, _ services: Services,
    hash: @escaping @Sendable (PhotoID) -> PictureHash?
  ) throws {
    (self.settings, self.services, self.hash) = (settings, services, hash)
    folder = try PictureFolder(
      place, transport: services.pictures, credits: credits, overwrites: settings.overwrites,
      embeds: settings.embeds
    ) { [copies] photo, address, bytes in
      let hash = services.hashes.take(file: bytes, of: photo, from: address)
      guard settings.isWithoutCopies, let looks = hash.flatMap(PictureFingerprint.init) else {
        return
      }
      try await copies.check(looks)
    }
    var names = try folder.names(by: settings.template)
    if settings.isOnlyNew { try names.readFolders() }
    self.names = names
    known = settings.isOnlyNew ? names.creditedPhotos : []
    if settings.isWithoutCopies { copies.add(known.compactMap(fingerprint)) }
  }

  /// Whether a photo was saved before and is to be skipped, by any of the names it goes by
  package func skips(_ identities: [PhotoID]) -> Bool {
    identities.contains(where: known.contains)
  }

  /// Saves photos; several programs may do so in one folder at once
  ///
  /// - Parameters:
  ///   - next: the next photo, asked for while others are on their way; nil at the end
  ///   - report: called from several tasks; ``DownloadFault/copy(of:)`` for a copy that is skipped
  /// - Throws: what ``DownloadQueue/run(_:next:report:)`` throws.
  package func run(
    next: () async throws -> Photo?,
    report: @escaping @Sendable (DownloadQueue.Event) throws -> Void
  ) async throws {
    let queue = DownloadQueue(
      folder, size: settings.size, apiOrigins: services.apiOrigins, jobs: settings.jobs,
      afterSaving: services.notice.send)
    try await queue.run(
      names,
      next: {
        while let photo = try await next() {
          if let original = copies.original(of: fingerprint(photo.id)) {
            try report(.failed(photo.id, DownloadFault.copy(of: original)))
            continue
          }
          copies.begin(photo)
          return photo
        }
        return nil
      },
      report: { [copies] event in
        copies.note(event)
        try report(event)
      })
    services.hashes.keep()
  }

  private func fingerprint(_ id: PhotoID) -> PictureFingerprint? {
    settings.isWithoutCopies ? hash(id).flatMap(PictureFingerprint.init) : nil
  }
}
