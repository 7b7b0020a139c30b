package import Foundation
package import PhotoSearch
package import Pictures
import Platform

/// Saves photos, several at a time, and reports the result of each
package struct DownloadQueue: Sendable {
  /// A step in saving a photo
  package enum Event: Sendable {
    /// The picture is being requested; its name may still change
    case began(PhotoID, name: String)
    /// Bytes received so far, and in all if known
    case progress(PhotoID, Int, of: Int?)
    /// The photo is saved; `refusal` tells why the credit isn't inside the picture, if it should be
    case saved(Photo, URL, bytes: Int, refusal: EmbeddingRefusal?)
    /// The photo was saved earlier, in this file
    case skipped(PhotoID, URL)
    /// The photo wasn't saved: ``DownloadFault`` or `TransportError`
    case failed(PhotoID, any Error)
  }

  private let folder: PictureFolder
  private let size: Rendition.Role
  private let apiOrigins: [String: Set<Origin>]?
  private let jobs: Int
  private let afterSaving: @Sendable (Photo) async -> Void

  /// - Parameters:
  ///   - folder: the folder of the pictures
  ///   - size: the rendition to save
  ///   - apiOrigins: see ``PictureSource/init(of:size:apiOrigins:)``
  ///   - jobs: pictures at a time, at most as many as the limit of open files allows
  ///   - afterSaving: called once for each newly saved photo. It is waited for even if the rest is
  ///     cancelled, so it must end soon
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

  /// Most pictures at a time within the limit of open files: each takes four (its folder, itself, a
  /// connection and sometimes its credit), and 64 are left for everything else
  private static var maxJobs: Int { (sysconf(Int32(_SC_OPEN_MAX)) - 64) / 4 }

  /// Saves photos until there are no more
  ///
  /// - Parameters:
  ///   - names: the folder's names; photos get their names in the order in which they come
  ///   - next: gives the next photo, even while others are being saved; nil at the end
  ///   - report: called from several tasks
  /// - Throws: `CancellationError`; ``FileFault/cannotWrite(path:reason:)``, which ends the run.
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
      // The first job that fails for good ends the others, which may be waiting for it.
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
      // Some services want a request for each saved picture, even if the run is being cancelled.
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

/// The address of a photo's picture, after a check that it may be requested
package struct PictureSource: Sendable {
  package let url: URL
  /// The photo and its size, which identify a half-saved picture
  let name: String

  /// The role to add to the file's name; nil for the picture that is saved by default
  static func namedRole(_ size: Rendition.Role, of photo: Photo) -> Rendition.Role? {
    guard let rendition = photo.rendition(size),
      rendition.url != photo.rendition(defaultSize)?.url
    else { return nil }
    return rendition.role
  }

  /// The rendition that is saved by default
  package static let defaultSize = Rendition.Role.regular

  /// The photo's picture for a role, with the same checks
  package init(
    of photo: Photo, size: Rendition.Role, apiOrigins: [String: Set<Origin>]?
  ) throws(DownloadFault) {
    try self.init(of: photo, photo.rendition(size), apiOrigins: apiOrigins)
  }

  /// - Parameters:
  ///   - rendition: the picture to save; nil for none
  ///   - apiOrigins: addresses of services, by name, whose pictures may be outside the internet;
  ///     nil if no request will be sent
  /// - Throws: ``DownloadFault/noPicture(reason:)`` without a picture, or if its address isn't
  ///   allowed: it must be https and on the internet, unless scheme, host and port are those of the
  ///   service's own API.
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
