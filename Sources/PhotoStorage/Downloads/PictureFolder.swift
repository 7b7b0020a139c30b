package import Foundation
package import PhotoSearch

/// A folder that pictures are saved to, whole or not at all, each with its credit
package struct PictureFolder: Sendable {
  private let folder: URL
  private let transport: any StreamingTransport
  private let credits: any CreditKeeper
  private let overwrites: Bool
  private let clock: any Clock<Duration>
  private let randomness: @Sendable (ClosedRange<Double>) -> Double

  /// - Parameters:
  ///   - folder: made when it is not there
  ///   - transport: without retries, which are made here, so that they go on where it stopped
  ///   - credits: told of each picture before it has its name
  ///   - overwrites: whether a picture takes the place of what has its name
  ///   - clock: what pauses between tries are measured by
  ///   - randomness: a number from a range, each as likely
  /// - Throws: ``DownloadFault/cannotWrite(path:reason:)``
  package init(
    _ folder: URL, transport: any StreamingTransport, credits: any CreditKeeper,
    overwrites: Bool = false, clock: any Clock<Duration> = ContinuousClock(),
    randomness: @escaping @Sendable (ClosedRange<Double>) -> Double = { .random(in: $0) }
  ) throws {
    self.folder = folder
    self.transport = transport
    self.credits = credits
    self.overwrites = overwrites
    self.clock = clock
    self.randomness = randomness
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw DownloadFault.cannotWrite(path: folder.path, reason: error.localizedDescription)
    }
    guard access(folder.path, W_OK | X_OK) == 0 else { throw DownloadFault(writing: folder) }
  }

  /// The names that are taken by now
  package func names(by template: FileNameTemplate) throws -> FolderNames {
    try FolderNames(in: folder, credits: credits, template: template, overwrites: overwrites)
  }

  /// Where a file of the folder is
  package func url(of file: String) -> URL { folder.appending(path: file) }

  /// Fetches a picture, or the rest of it, and gives it its name
  ///
  /// What came stays to be gone on with when the network fails or the task is cancelled.
  ///
  /// - Parameters:
  ///   - photo: whose it is
  ///   - stem: its name without extension, from ``FolderNames``
  ///   - progress: bytes there are, and are to be
  /// - Returns: the file, and its bytes
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  package func save(
    _ photo: Photo, from source: PictureSource, as stem: String,
    progress: @escaping @Sendable (Int, Int?) -> Void = { _, _ in }
  ) async throws -> (file: URL, bytes: Int) {
    let part = try PartFile(url(of: stem + ".part"), source: source.name)
    var fetch = PictureFetch(url: source.url, source: source.name, transport: transport)
    fetch.patience = .init(clock: clock, randomness: randomness)
    do {
      let type = try await fetch.fill(part, progress: progress)
      try Task.checkCancellation()
      let (name, bytes) = ("\(stem).\(type.fileExtension)", part.length)
      try credits.keep(photo, file: name)
      try part.finish(as: url(of: name), overwriting: overwrites)
      return (url(of: name), bytes)
    } catch let fault as DownloadFault where fault.isFinal {
      part.discard()
      throw fault
    } catch {
      part.leave()
      throw error
    }
  }
}

extension DownloadFault {
  /// Whether what came is of no use
  fileprivate var isFinal: Bool {
    switch self {
    case .notPicture, .wrongLength, .changed, .nameTaken: true
    default: false
    }
  }
}
