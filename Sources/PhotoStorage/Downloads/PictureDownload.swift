package import Foundation
package import PhotoSearch
import Pictures

/// A whole download: saves pictures of photos to one folder, each with its credit
package struct PictureDownload: Sendable {
  /// Options for saving pictures
  package struct Settings: Sendable {
    package var template: FileNameTemplate
    /// Pictures to download at a time
    package var jobs = 1
    /// Whether a picture replaces a file with its name
    package var overwrites = false
    /// Whether to put credits into the pictures, too
    package var embeds = false
    /// Whether to skip photos saved to the folder earlier, even if their files are gone
    package var isOnlyNew = false
    /// Whether to tell only what would be saved: no picture is requested, nothing written
    package var isTried = false
    /// Whether to skip copies of those at other services, too
    package var isWithoutCopies = false

    package init(template: FileNameTemplate) { self.template = template }
  }

  private let settings: Settings
  private let queue: DownloadQueue
  private let names: FolderNames
  private let hashes: PictureHashes
  /// Photos saved to the folder earlier; empty unless they are to be skipped
  private let known: Set<PhotoID>
  private let copies = SavedCopies()
  private let hash: @Sendable (PhotoID) -> PictureHash?

  /// - Parameters:
  ///   - credits: stores each picture's credit before the picture gets its name
  ///   - apiOrigins: see ``PictureSource/init(of:_:apiOrigins:)``
  ///   - hashes: stores the hashes of saved pictures
  ///   - hash: gives the stored hash of a photo's picture, if there is one
  ///   - afterSaving: see ``DownloadQueue/afterSaving``
  /// - Throws: ``FileFault/cannotWrite``
  package init(
    to place: URL, _ settings: Settings, credits: any PictureCredits,
    over pictures: any StreamingTransport, apiOrigins: [String: Set<Origin>]?,
    hashes: PictureHashes, hash: @escaping @Sendable (PhotoID) -> PictureHash?,
    afterSaving: @escaping @Sendable (Photo) async -> Void
  ) throws {
    (self.settings, self.hashes, self.hash) = (settings, hashes, hash)
    let folder = try PictureFolder(
      place, transport: pictures, credits: credits, overwrites: settings.overwrites,
      embeds: settings.embeds, isTried: settings.isTried
    ) { [copies] photo, address, bytes in
      let hash = hashes.take(file: bytes, of: photo, from: address)
      guard settings.isWithoutCopies, let looks = hash.flatMap(PictureFingerprint.init) else {
        return
      }
      try await copies.check(looks)
    }
    queue = DownloadQueue(
      folder: folder, apiOrigins: apiOrigins, jobs: settings.jobs, afterSaving: afterSaving)
    var names = try folder.names(by: settings.template)
    if settings.isOnlyNew { try names.readFolders() }
    self.names = names
    known = settings.isOnlyNew ? names.creditedPhotos : []
    if settings.isWithoutCopies { copies.add(known.compactMap(fingerprint)) }
  }

  /// Whether a photo, given by its ids, was saved before and is to be skipped
  package func skips(_ identities: [PhotoID]) -> Bool {
    identities.contains(where: known.contains)
  }

  /// Saves photos; several programs may do so in one folder at the same time
  ///
  /// - Parameters:
  ///   - next: gives the next photo and its rendition, even while others are being saved; nil at
  ///     the end
  ///   - report: called from several tasks; with ``DownloadFault/copy(of:)`` for a copy that is
  ///     skipped
  /// - Throws: what ``DownloadQueue/run(_:next:report:)`` throws.
  package func run(
    next: () async throws -> PictureOrder?,
    report: @escaping @Sendable (DownloadQueue.Event) throws -> Void
  ) async throws {
    try await queue.run(
      names,
      next: {
        while let order = try await next() {
          let photo = order.photo
          if let original = copies.original(of: fingerprint(photo.id)) {
            try report(.failed(photo.id, DownloadFault.copy(of: original)))
            continue
          }
          copies.begin(photo)
          return order
        }
        return nil
      },
      report: { [copies] event in
        copies.note(event)
        try report(event)
      })
    if !settings.isTried { hashes.keep() }
  }

  private func fingerprint(_ id: PhotoID) -> PictureFingerprint? {
    settings.isWithoutCopies ? hash(id).flatMap(PictureFingerprint.init) : nil
  }
}
