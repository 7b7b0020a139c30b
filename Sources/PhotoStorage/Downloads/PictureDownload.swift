package import Foundation
package import PhotoSearch
import Platform
import Synchronization

/// A whole download: saves pictures of photos to one folder, several at a time, each with its
/// credit, and reports the result of each
///
/// Nothing is kept of a photo that fails, except the bytes received so far: the same download goes
/// on from there another time, and skips pictures that are saved.
package struct PictureDownload: Sendable {
  /// A step in saving a photo
  package enum Event: Sendable {
    /// The picture is being requested; its name may still change
    case began(PhotoID, name: String)
    /// Bytes received so far, and in all if known
    case progress(PhotoID, Int, of: Int?)
    case saved(SavedPicture)
    /// The photo would be saved, in this file: the download is only tried
    case planned(PhotoID, URL, PictureSource)
    /// The photo was saved earlier, in this file
    case skipped(PhotoID, URL)
    /// The photo wasn't saved: ``DownloadFault`` or `TransportError`
    case failed(PhotoID, any Error)
  }

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
    package var isDryRun = false
    /// Whether to skip copies of those at other services, too
    package var isWithoutCopies = false

    package init(template: FileNameTemplate) { self.template = template }
  }

  /// Most pictures at a time within the limit of open files: each takes four (its folder, itself, a
  /// connection and sometimes its credit), and 64 are left for everything else
  private static var maxJobs: Int { (sysconf(Int32(_SC_OPEN_MAX)) - 64) / 4 }

  private let settings: Settings
  private let folder: PictureFolder
  private let names: FolderNames
  private let apiOrigins: [String: Set<Origin>]?
  private let hashes: PictureHashes
  private let copies: SavedCopies
  /// Photos saved to the folder earlier; empty unless they are to be skipped
  private let savedEarlier: Set<PhotoID>
  private let afterSaving: @Sendable (Photo) async -> Void

  /// - Parameters:
  ///   - credits: stores each picture's credit before the picture gets its name
  ///   - apiOrigins: see ``PictureSource/init(of:_:apiOrigins:)``
  ///   - hashes: stores the hashes of saved pictures
  ///   - afterSaving: called once for each newly saved photo. It is waited for even if the rest is
  ///     cancelled, so it must end soon
  /// - Throws: ``FileFault/cannotWrite``
  package init(
    to url: URL, _ settings: Settings, credits: any PictureCredits,
    over pictures: any StreamingTransport, apiOrigins: [String: Set<Origin>]?,
    hashes: PictureHashes, afterSaving: @escaping @Sendable (Photo) async -> Void
  ) throws {
    let copies = SavedCopies()
    let folder = try PictureFolder(
      url, transport: pictures, credits: credits, overwrites: settings.overwrites,
      embeds: settings.embeds, isDryRun: settings.isDryRun
    ) { photo, address, bytes in
      let fingerprint = hashes.add(file: bytes, of: photo, from: address)
      if settings.isWithoutCopies, let fingerprint { try await copies.check(fingerprint) }
    }
    try self.init(
      into: folder, settings, apiOrigins: apiOrigins, hashes: hashes, copies: copies,
      afterSaving: afterSaving)
  }

  /// - Parameters:
  ///   - folder: its inspection hashes the pictures, and checks them for copies
  ///   - copies: the pictures saved so far, which the inspection uses too
  init(
    into folder: PictureFolder, _ settings: Settings, apiOrigins: [String: Set<Origin>]?,
    hashes: PictureHashes, copies: SavedCopies,
    afterSaving: @escaping @Sendable (Photo) async -> Void
  ) throws {
    self.settings = settings
    self.folder = folder
    self.apiOrigins = apiOrigins
    self.hashes = hashes
    self.copies = copies
    self.afterSaving = afterSaving
    var names = try folder.names(by: settings.template)
    if settings.isOnlyNew { try names.readFolders() }
    self.names = names
    savedEarlier = settings.isOnlyNew ? names.creditedPhotos : []
    if settings.isWithoutCopies {
      copies.add(hashes.stored(of: savedEarlier.sorted { "\($0)" < "\($1)" }))
    }
  }

  /// Whether a photo, given by its ids, was saved before and is to be skipped
  package func skips(_ identities: [PhotoID]) -> Bool {
    identities.contains(where: savedEarlier.contains)
  }

  /// Saves photos until there are no more; several programs may do so in one folder at once
  ///
  /// - Parameters:
  ///   - next: gives the next photo and its rendition, even while others are being saved; nil at
  ///     the end. Photos get their names in this order
  ///   - report: called from several tasks; with ``DownloadFault/copy(of:)`` for a copy that is
  ///     skipped
  /// - Throws: `CancellationError`; ``FileFault/cannotWrite``, which ends the run.
  package func run(
    next: () async throws -> PictureOrder?, report: @escaping @Sendable (Event) throws -> Void
  ) async throws {
    let send: @Sendable (Event) throws -> Void = { [copies] event in
      copies.update(with: event)
      try report(event)
    }
    var names = names
    var requested: Set<PhotoID> = []
    let jobs = max(1, min(settings.jobs, Self.maxJobs))
    try await withThrowingTaskGroup(of: Void.self) { group in
      var busy = 0
      while let order = try await next() {
        guard requested.insert(order.photo.id).inserted,
          let stem = try freeName(for: order, in: &names, report: send)
        else { continue }
        if busy == jobs { try await group.next() } else { busy += 1 }
        group.addTask { try await save(order, as: stem, report: send) }
      }
      // The first job that fails for good ends the others, which may be waiting for it.
      while try await group.next() != nil {}
    }
    try Task.checkCancellation()
    hashes.save()
  }

  /// Saves photos, and tells somebody who may be slow
  ///
  /// - Parameter body: called with one event after another while photos are being saved
  /// - Throws: what ``run(next:report:)`` and the body throw.
  package func run(_ orders: [PictureOrder], _ body: (Event) async throws -> Void) async throws {
    let (events, stream) = AsyncStream<Event>.makeStream()
    let unread = UnreadEvents()
    async let saving: Void = {
      defer { stream.finish() }
      var rest = orders[...]
      try await run(next: { rest.popFirst() }) { event in
        if unread.admit(event) { stream.yield(event) }
      }
    }()
    for await event in events {
      unread.read()
      try await body(event)
    }
    try Task.checkCancellation()
    try await saving
  }

  /// The name for a picture that is to be fetched, without an extension; nil if it isn't, after the
  /// reason was reported
  private func freeName(
    for order: PictureOrder, in names: inout FolderNames, report: (Event) throws -> Void
  ) throws -> String? {
    let photo = order.photo
    do {
      let fingerprint = settings.isWithoutCopies ? hashes.stored(of: [photo.id]).first : nil
      if let lookAlike = copies.lookAlike(of: fingerprint) {
        throw DownloadFault.copy(of: lookAlike)
      }
      copies.begin(photo)
      switch try names.destination(for: photo, size: order.choice.name(of: photo)) {
      case .free(let stem) where !settings.isDryRun: return stem
      case .free(let stem):
        // The name ends as the address does, since only the picture itself tells its format.
        let source = try PictureSource(of: photo, order.choice, apiOrigins: apiOrigins)
        try report(.planned(photo.id, folder.url(of: "\(stem).\(source.fileExtension)"), source))
      case .saved(let file):
        if !settings.isDryRun { try names.keepCredit(of: photo, in: file) }
        try report(.skipped(photo.id, folder.url(of: file)))
      }
    } catch let error where Self.isOfPhoto(error) { try report(.failed(photo.id, error)) }
    return nil
  }

  private func save(
    _ order: PictureOrder, as stem: String, report: @escaping @Sendable (Event) throws -> Void
  ) async throws {
    let photo = order.photo
    do {
      let source = try PictureSource(of: photo, order.choice, apiOrigins: apiOrigins)
      try report(.began(photo.id, name: stem))
      let (file, facts, refusal) = try await folder.save(photo, from: source, as: stem) {
        count, total in
        do { try report(.progress(photo.id, count, of: total)) } catch {}
      }
      // Some services want a request for each saved picture, even if the run is being cancelled.
      await Task { await afterSaving(photo) }.value
      try report(.saved(SavedPicture(order, in: file, facts, refusal)))
    } catch DownloadFault.savedMeanwhile(let name) {
      try report(.skipped(photo.id, folder.url(of: name)))
    } catch let error where Self.isOfPhoto(error) { try report(.failed(photo.id, error)) }
  }

  /// Whether an error concerns its photo alone, so that others may still be saved
  private static func isOfPhoto(_ error: any Error) -> Bool {
    switch error {
    case is DownloadFault, is TransportError, FileFault.noFolder: true
    default: false
    }
  }
}

/// Counts events that a reader hasn't read yet: if it is slow, it is told less often how many bytes
/// there are, so that memory stays bounded
private final class UnreadEvents: Sendable {
  private static let most = 8
  private let count = Atomic(0)

  func admit(_ event: PictureDownload.Event) -> Bool {
    if case .progress = event, count.load(ordering: .relaxed) >= Self.most { return false }
    count.add(1, ordering: .relaxed)
    return true
  }

  func read() { count.subtract(1, ordering: .relaxed) }
}
