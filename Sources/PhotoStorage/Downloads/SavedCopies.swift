package import PhotoSearch
package import Pictures
import Synchronization

/// Finds pictures that look like one already saved from another service
///
/// Pictures of one run are compared in the order of their list, so that the result doesn't depend
/// on which arrives first.
package final class SavedCopies: Sendable {
  private struct State {
    /// Photos of this run that are neither saved nor given up yet, in the order of the list
    var unfinished: [PhotoID] = []
    var saved: [PictureFingerprint] = []
    /// Pictures that have arrived and aren't saved yet
    var arrived: [PhotoID: PictureFingerprint] = [:]
    /// Checks that wait until all photos before theirs are finished
    var waiting: [PhotoID: CheckedContinuation<Void, Never>] = [:]

    func mustWait(_ id: PhotoID) -> Bool { unfinished.first != id && unfinished.contains(id) }
  }

  private let state = Mutex(State())

  /// Adds the hashes of saved pictures
  package func add(_ saved: [PictureFingerprint]) { state.withLock { $0.saved += saved } }

  /// The saved photo that a picture looks like
  package func lookAlike(of fingerprint: PictureFingerprint?) -> PhotoID? {
    guard let fingerprint else { return nil }
    return state.withLock { $0.saved.first { fingerprint.isCopy(of: $0) }?.id }
  }

  /// Notes a photo that is to be saved; called in the order of the list
  package func begin(_ photo: Photo) { state.withLock { $0.unfinished.append(photo.id) } }

  /// Waits for the photos before this one, then checks whether it looks like one of them
  ///
  /// - Throws: ``DownloadFault/copy(of:)``, `CancellationError`.
  package func check(_ fingerprint: PictureFingerprint) async throws {
    await waitForEarlier(than: fingerprint.id)
    try Task.checkCancellation()
    if let lookAlike = lookAlike(of: fingerprint) { throw DownloadFault.copy(of: lookAlike) }
    state.withLock { $0.arrived[fingerprint.id] = fingerprint }
  }

  /// Waits until the photos before this one are saved or given up, or the task is cancelled
  private func waitForEarlier(than id: PhotoID) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          // A task that is cancelled after this check is found among those that wait.
          guard !Task.isCancelled, state.mustWait(id) else { return false }
          state.waiting[id] = continuation
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }

  /// Follows a step in saving a photo
  package func update(with event: PictureDownload.Event) {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      let id: PhotoID
      switch event {
      case .began, .progress: return nil
      case .saved(let picture):
        id = picture.photo.id
        if let fingerprint = state.arrived[id] { state.saved.append(fingerprint) }
      case .skipped(let photo, _), .planned(let photo, _, _), .failed(let photo, _): id = photo
      }
      state.unfinished.removeAll { $0 == id }
      state.arrived[id] = nil
      return state.unfinished.first.flatMap { state.waiting.removeValue(forKey: $0) }
    }
    next?.resume()
  }
}
