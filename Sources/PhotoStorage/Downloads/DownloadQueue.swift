package import Foundation
package import PhotoSearch
package import Pictures
import Platform

/// Saves photos, several at a time, and tells what comes of each
package struct DownloadQueue: Sendable {
  /// What happens to a photo
  package enum Event: Sendable {
    /// Its picture is asked for; its name so far
    case began(PhotoID, name: String)
    /// Bytes there are, and are to be
    case progress(PhotoID, Int, of: Int?)
    /// With why the credit isn't in it, where it should be
    case saved(Photo, URL, bytes: Int, refusal: EmbeddingRefusal?)
    /// It is there already
    case skipped(PhotoID, URL)
    /// It was not saved: ``DownloadFault`` or `TransportError`
    case failed(PhotoID, any Error)
  }

  private let folder: PictureFolder
  private let size: Rendition.Role
  private let apiOrigins: [String: Set<Origin>]?
  private let jobs: Int
  private let afterSaving: @Sendable (Photo) async -> Void

  /// - Parameters:
  ///   - folder: where the pictures go
  ///   - size: which rendition is saved
  ///   - apiOrigins: see ``PictureSource/init(of:size:apiOrigins:)``
  ///   - jobs: pictures at a time, no more than there can be open files for
  ///   - afterSaving: called once for each photo that is saved, not for those that are there; it
  ///     is waited for also when the rest is cancelled, and so must end soon
  package init(
    _ folder: PictureFolder, size: Rendition.Role, apiOrigins: [String: Set<Origin>]?, jobs: Int,
    afterSaving: @escaping @Sendable (Photo) async -> Void = { _ in }
  ) {
    self.folder = folder
    self.size = size
    self.apiOrigins = apiOrigins
    self.jobs = max(1, min(jobs, Self.maxJobs))
    self.afterSaving = afterSaving
  }

  /// Pictures at a time for which a program may have enough open files: each takes its folder,
  /// itself, a connection and at times its credit, and 64 are for everything else
  private static var maxJobs: Int { (sysconf(Int32(_SC_OPEN_MAX)) - 64) / 4 }

  /// Saves what comes, until nothing more comes
  ///
  /// - Parameters:
  ///   - names: the names of the folder; names are given in the order the photos come
  ///   - next: the next photo, asked for while others are on their way; nil at the end
  ///   - report: called from several tasks
  /// - Throws: `CancellationError`; ``FileFault/cannotWrite(path:reason:)``, which ends all.
  package func run(
    _ names: FolderNames, next: () async throws -> Photo?,
    report: @escaping @Sendable (Event) throws -> Void
  ) async throws {
    var names = names
    var requested: Set<PhotoID> = []
    try await withThrowingTaskGroup(of: Void.self) { group in
      var busy = 0
      while let photo = try await next() {
        guard requested.insert(photo.id).inserted else { continue }
        let destination: FolderNames.Destination
        do {
          destination = try names.destination(
            for: photo, size: PictureSource.namedRole(size, of: photo))
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
          try names.keepCredit(of: photo, in: file)
          try report(.skipped(photo.id, folder.url(of: file)))
        case .free(let stem):
          if busy == jobs {
            try await group.next()
            busy -= 1
          }
          busy += 1
          group.addTask { try await save(photo, as: stem, report: report) }
        }
      }
      // The first that can't go on ends the others, which may wait for it.
      while try await group.next() != nil {}
    }
    try Task.checkCancellation()
  }

  private func save(
    _ photo: Photo, as stem: String, report: @escaping @Sendable (Event) throws -> Void
  ) async throws {
    do {
      let source = try PictureSource(of: photo, size: size, apiOrigins: apiOrigins)
      try report(.began(photo.id, name: stem))
      let (file, bytes, refusal) = try await folder.save(photo, from: source, as: stem) {
        count, total in
        do { try report(.progress(photo.id, count, of: total)) } catch {}
      }
      // Some services want a request for each saved picture, even if the run is cancelled now.
      await Task { await afterSaving(photo) }.value
      try report(.saved(photo, file, bytes: bytes, refusal: refusal))
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

/// The picture of a photo that is to be saved: where it is, if it may be asked for there
package struct PictureSource: Sendable {
  package let url: URL
  /// The photo and its size, by which a half-saved picture is recognized
  let name: String

  /// The role to put into the file's name; nil for the picture that is saved when nobody names a size
  static func namedRole(_ size: Rendition.Role, of photo: Photo) -> Rendition.Role? {
    guard let rendition = photo.rendition(size),
      rendition.url != photo.rendition(defaultSize)?.url
    else { return nil }
    return rendition.role
  }

  /// Which rendition is saved when nobody names one
  package static let defaultSize = Rendition.Role.regular

  /// The picture for a role, by the same rules
  package init(
    of photo: Photo, size: Rendition.Role, apiOrigins: [String: Set<Origin>]?
  ) throws(DownloadFault) {
    try self.init(of: photo, photo.rendition(size), apiOrigins: apiOrigins)
  }

  /// - Parameters:
  ///   - rendition: of its pictures the one that is meant; nil for none
  ///   - apiOrigins: where services may have pictures beside the internet, by their names; nil when
  ///     nothing is asked anyway
  /// - Throws: ``DownloadFault/noPicture(reason:)`` when the photo has none, or one at an address
  ///   that must not be asked: anything but https; and this machine and private networks, unless
  ///   that is where the service's API is, by scheme, host and port.
  package init(
    of photo: Photo, _ rendition: Rendition?, apiOrigins: [String: Set<Origin>]?
  ) throws(DownloadFault) {
    guard let rendition else {
      throw .noPicture(reason: "its provider offers no picture of it")
    }
    let origin = Origin(rendition.url)
    do throws(TransportError) {
      let own = apiOrigins?[photo.id.service] ?? []
      try Origin.check(rendition.url, plain: own)
      if apiOrigins != nil, !own.contains(origin) { try origin.checkPublic() }
    } catch {
      throw .noPicture(reason: "\(error)")
    }
    guard rendition.url.user == nil, rendition.url.password == nil else {
      throw .noPicture(reason: "\(origin) isn't asked: there is a name or password in the address")
    }
    url = rendition.url
    name = "\(photo.id) \(rendition.role.rawValue)"
  }
}
