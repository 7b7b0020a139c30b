package import Foundation
package import PhotoSearch
import Platform

/// Saves photos, several at a time, and reports the result of each
package struct DownloadQueue: Sendable {
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

  let folder: PictureFolder
  /// The origins of the services' APIs; see ``PictureSource/init(of:_:apiOrigins:)``
  let apiOrigins: [String: Set<Origin>]?
  /// Pictures at a time, at most as many as the limit of open files allows
  let jobs: Int
  /// Called once for each newly saved photo. It is waited for even if the rest is cancelled, so it
  /// must end soon
  let afterSaving: @Sendable (Photo) async -> Void

  /// Most pictures at a time within the limit of open files: each takes four (its folder, itself, a
  /// connection and sometimes its credit), and 64 are left for everything else
  private static var maxJobs: Int { (sysconf(Int32(_SC_OPEN_MAX)) - 64) / 4 }

  /// Saves photos until there are no more
  ///
  /// - Parameters:
  ///   - names: the folder's names; photos get their names in the order in which they come
  ///   - next: gives the next photo, even while others are being saved; nil at the end
  ///   - report: called from several tasks
  /// - Throws: `CancellationError`; ``FileFault/cannotWrite``, which ends the run.
  package func run(
    _ names: FolderNames, next: () async throws -> PictureOrder?,
    report: @escaping @Sendable (Event) throws -> Void
  ) async throws {
    var names = names
    var requested: Set<PhotoID> = []
    let jobs = max(1, min(jobs, Self.maxJobs))
    try await withThrowingTaskGroup(of: Void.self) { group in
      var busy = 0
      while let order = try await next() {
        let photo = order.photo
        guard requested.insert(photo.id).inserted else { continue }
        let destination: FolderNames.Destination
        do {
          destination = try names.destination(for: photo, size: order.choice.name(of: photo))
        } catch {
          switch error {
          case FileFault.noFolder, DownloadFault.notPictureThere:
            try report(.failed(photo.id, error))
          default: throw error
          }
          continue
        }
        switch destination {
        case .saved(let file):
          if !folder.isTried { try names.keepCredit(of: photo, in: file) }
          try report(.skipped(photo.id, folder.url(of: file)))
        case .free(let stem) where folder.isTried: try plan(order, as: stem, report: report)
        case .free(let stem):
          if busy == jobs {
            try await group.next()
            busy -= 1
          }
          busy += 1
          group.addTask { try await save(order, as: stem, report: report) }
        }
      }
      // The first job that fails for good ends the others, which may be waiting for it.
      while try await group.next() != nil {}
    }
    try Task.checkCancellation()
  }

  /// Tells what would be saved. The name ends as the address does, since only the picture itself
  /// tells its format
  private func plan(
    _ order: PictureOrder, as stem: String, report: (Event) throws -> Void
  ) throws {
    let source: PictureSource
    do {
      source = try PictureSource(of: order.photo, order.choice, apiOrigins: apiOrigins)
    } catch {
      return try report(.failed(order.photo.id, error))
    }
    let file = folder.url(of: "\(stem).\(source.fileExtension)")
    try report(.planned(order.photo.id, file, source))
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
    } catch {
      switch error {
      case is DownloadFault, is TransportError, FileFault.noFolder:
        try report(.failed(photo.id, error))
      default: throw error
      }
    }
  }
}
