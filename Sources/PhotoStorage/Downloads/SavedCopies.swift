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
  }

  private static let pause = Duration.milliseconds(10)

  private let state = Mutex(State())

  /// Adds the hashes of saved pictures
  package func add(_ saved: [PictureFingerprint]) { state.withLock { $0.saved += saved } }

  /// The saved photo that a picture looks like
  package func original(of looks: PictureFingerprint?) -> PhotoID? {
    guard let looks else { return nil }
    return state.withLock { $0.saved.first { looks.isCopy(of: $0) }?.id }
  }

  /// Notes a photo that is to be saved; called in the order of the list
  package func begin(_ photo: Photo) {
    state.withLock { $0.unfinished.append(photo.id) }
  }

  /// Waits for the photos before this one, then checks whether it looks like one of them
  ///
  /// - Throws: ``DownloadFault/copy(of:)``, `CancellationError`.
  package func check(_ looks: PictureFingerprint) async throws {
    while state.withLock({ $0.unfinished.first != looks.id && $0.unfinished.contains(looks.id) }) {
      try await Task.sleep(for: Self.pause)
    }
    if let original = original(of: looks) { throw DownloadFault.copy(of: original) }
    state.withLock { $0.arrived[looks.id] = looks }
  }

  /// Notes a step in saving a photo
  package func note(_ event: PictureDownload.Event) {
    state.withLock { state in
      let id: PhotoID
      switch event {
      case .began, .progress: return
      case .saved(let picture):
        id = picture.photo.id
        if let looks = state.arrived[id] { state.saved.append(looks) }
      case .skipped(let photo, _), .planned(let photo, _, _), .failed(let photo, _): id = photo
      }
      state.unfinished.removeAll { $0 == id }
      state.arrived[id] = nil
    }
  }
}
