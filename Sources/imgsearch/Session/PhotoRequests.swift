import PhotoSearch
import PhotoStorage
import Platform
import Synchronization
import Terminal

/// How current a photo that was named has to be, and so whether a service is asked for it
///
/// A photo of which only the id is known is always asked for. One that no service can be asked for
/// stays as it is.
enum PhotoFreshness: Equatable {
  /// The photo as it was given or stored
  case stored
  /// With addresses of pictures that work, as those of some services expire
  ///
  /// If a choice is given, only the address of its rendition has to work. Some services have larger
  /// pictures in the reply for a single photo than in lists: they are asked for them if needed.
  case withPictures(RenditionChoice?)
  /// With its author: a service that finds photos elsewhere knows little about them, so the
  /// original's service is asked if its own can't be asked for single photos
  case withAuthor
  /// All facts as its service tells them now, or the original's if its own can't be asked
  case current
}

extension PhotoReference {
  /// The photo if it is fresh enough, or if its stored copy is; nil if a service has to be asked
  ///
  /// - Parameters:
  ///   - isRecorded: whether a recording has its pictures, at the addresses of its day
  ///   - stored: gives the stored copy of a photo by its id
  func photo(_ freshness: PhotoFreshness, isRecorded: Bool, stored: (PhotoID) -> Photo?) -> Photo? {
    guard let photo else { return nil }
    return switch freshness {
    case .withPictures(let choice) where !isRecorded:
      photo.withWorkingAddresses(choice?.role, stored: stored)
    case .stored, .withPictures: photo
    case .withAuthor: photo.askedID == photo.origin && photo.origin != photo.id ? nil : photo
    case .current: photo.askedID == nil ? photo : nil
    }
  }

  /// The photo as it was stored, for use after its service failed
  ///
  /// - Throws: the failure if only the id is known.
  func photo(after failure: any Error, isRecorded: Bool) throws -> Photo {
    guard let photo else { throw failure }
    return isRecorded ? photo : photo.withoutExpiredAddresses
  }
}

extension Photo {
  /// The id by which a service can be asked for the photo: its own or the original's; nil if none
  /// can be asked
  fileprivate var askedID: PhotoID? {
    ProviderCatalog.canBeAsked(id) ? id : origin == id ? nil : origin
  }

  /// The photo without addresses that have expired; an imported photo is of unknown age, so its
  /// addresses stay in a list, which has no others. The page and assistants can ask its service, see
  /// ``AnswerSource/working(_:)``
  var withoutKnownExpiredAddresses: Photo { fetched == nil ? self : withoutExpiredAddresses }
}

/// Single photos that were named, as they are stored or as their services tell them now
struct PhotoRequests: Sendable {
  let providers: [any PhotoProvider]
  let source: AnswerSource
  let transport: any HTTPTransport
  let console: Console
  private let failures = LargerPictureFailures()

  private final class LargerPictureFailures: Sendable {
    /// Services that couldn't be asked for larger pictures, and aren't again in this run
    let services = Mutex<Set<String>>([])
  }

  /// Opens the database to find photos; if another program locks it, it isn't waited for
  func openLookup() -> PhotoLookup {
    PhotoLookup(
      at: console.folders.database, for: console.terminal, patience: SharedDatabase.lockTimeout)
  }

  /// The photo that was named, as fresh as it has to be
  ///
  /// - Parameter stored: gives the stored copy of a photo; by default a locked database isn't
  ///   waited for, see ``openLookup()``
  /// - Throws: ``PhotoFault``, `CancellationError`.
  func photo(
    _ reference: PhotoReference, _ freshness: PhotoFreshness, stored: ((PhotoID) -> Photo?)? = nil
  ) async throws -> Photo {
    let stored = stored ?? { openLookup().storedPhoto($0) }
    if let fresh = reference.photo(freshness, isRecorded: !source.isLive, stored: stored) {
      guard case .withPictures(let choice?) = freshness else { return fresh }
      return try await enlarged(fresh, for: choice)
    }
    guard let given = reference.photo else { return try await requested(reference.id) }
    let id = given.askedID ?? given.id
    let photo = try await requested(id, isStored: id == given.id)
    // The page that was taken for the original's may show another picture.
    let isMeant = id == given.id || photo.identities.contains(given.aliases.last ?? given.origin)
    return isMeant ? photo : given
  }

  /// The photo as ``photo(_:_:stored:)`` gives it; if that fails, as it was stored, with the fault
  ///
  /// - Throws: the fault, if only the id is known; `CancellationError`.
  func photoOrStored(
    _ reference: PhotoReference, _ freshness: PhotoFreshness
  ) async throws -> (photo: Photo, fault: PhotoFault?) {
    do {
      return (try await photo(reference, freshness), nil)
    } catch let fault as PhotoFault {
      return (try reference.photo(after: fault, isRecorded: !source.isLive), fault)
    }
  }

  /// The photo as its service tells it alone, if it needs larger pictures than it has; on a failure
  /// the photo itself
  private func enlarged(_ photo: Photo, for choice: RenditionChoice) async throws -> Photo {
    let service = photo.id.service
    guard choice.exceeds(photo),
      providers.contains(where: { $0.profile.service == service && $0.profile.hasSizesByPhoto }),
      !failures.services.withLock({ $0.contains(service) })
    else { return photo }
    do {
      let larger = try await requested(photo.id, isStored: true)
      func width(_ photo: Photo) -> Int { choice.rendition(of: photo)?.size?.width ?? 0 }
      return width(larger) > width(photo) ? larger : photo
    } catch let fault as PhotoFault {
      if case .unanswered = fault { failures.services.withLock { _ = $0.insert(service) } }
      return photo
    }
  }

  /// Requests the photo with this id
  ///
  /// - Parameter isStored: whether the photo is stored, so that a missing one is reported as gone
  private func requested(_ id: PhotoID, isStored: Bool = false) async throws -> Photo {
    guard let provider = providers.first(where: { $0.profile.service == id.service }) else {
      let services = providers.map(\.profile.service).distinct(by: \.self)
      throw PhotoFault.noService(of: id, known: services)
    }
    do {
      let photo = try await provider.photo(id.native, over: transport)
      if isStored { noteFavorite(id, isGone: false) }
      return photo
    } catch {
      try Task.checkCancellation()
      switch error.reason {
      case .transport(.notRecorded): throw PhotoFault.notRecorded(id)
      case .transport(.notCached): throw PhotoFault.notCached(id)
      case .noSuchPhoto(_, let message) where isStored:
        noteFavorite(id, isGone: true)
        throw PhotoFault.gone(id, from: error.provider, message: message)
      case .noSuchPhoto, .video: throw PhotoFault.absent(error)
      default: throw PhotoFault.unanswered(error)
      }
    }
  }

  /// Notes in the favorites whether a service still has a photo
  private func noteFavorite(_ id: PhotoID, isGone: Bool) {
    guard source.isLive else { return }
    PhotoDatabase.noteFavorite(id, isGone: isGone, at: console.folders.database)
  }
}
