package import Foundation
package import PhotoSearch
package import Pictures
import Platform

/// A folder that pictures are saved to, whole or not at all, each with its credit
package struct PictureFolder: Sendable {
  /// Looks at a JPEG file that is all there, before it has its name: of which photo, from where, its bytes
  ///
  /// - Throws: ``DownloadFault/copy(of:)`` for one that isn't to be saved, `CancellationError`.
  package typealias Inspection = @Sendable (Photo, URL, Data) async throws -> Void

  /// Bytes of a picture; what is larger is not kept
  package static let maxPictureBytes = 2_000_000_000
  /// Bytes of a picture that is inspected
  private static let maxInspectedBytes = 50_000_000

  private let folder: URL
  /// The folder itself, wherever its name leads by now
  private let root: OpenFolder
  private let transport: any StreamingTransport
  private let credits: any PictureCredits
  private let overwrites: Bool
  private let embeds: Bool
  private let inspect: Inspection?
  private let clock: any Clock<Duration>
  private let limit: Int
  private let randomness: @Sendable (ClosedRange<Double>) -> Double

  /// - Parameters:
  ///   - folder: made when it is not there
  ///   - transport: without retries: those made here continue where the last try stopped
  ///   - credits: where each picture's credit is kept before the picture has its name
  ///   - overwrites: whether a picture takes the place of what has its name
  ///   - embeds: whether the credit is put into each picture, or beside one that can't hold it
  ///   - inspect: looks at each JPEG file of no unusual size
  ///   - clock: what pauses between tries are measured by
  ///   - randomness: a number from a range, each as likely
  ///   - limit: bytes of a picture
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  package init(
    _ folder: URL, transport: any StreamingTransport, credits: any PictureCredits,
    overwrites: Bool = false, embeds: Bool = false, inspect: Inspection? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    randomness: @escaping @Sendable (ClosedRange<Double>) -> Double = { .random(in: $0) },
    limit: Int = maxPictureBytes
  ) throws {
    self.limit = limit
    self.folder = folder
    self.transport = transport
    self.credits = credits
    self.overwrites = overwrites
    self.embeds = embeds
    self.inspect = inspect
    self.clock = clock
    self.randomness = randomness
    try Self.make(folder)
    guard let root = try OpenFolder(folder) else { throw FileFault(writing: folder) }
    self.root = root
    FileReplacement.removeAbandoned(in: folder)
  }

  /// The path to a folder with all links resolved, as far as it is there by now: it changes when
  /// somebody puts a link in the place of it or of a folder above it
  package static func resolved(_ folder: URL) -> URL {
    var (place, rest) = (folder.standardizedFileURL.path, [String]())
    while place != "/" {
      if let real = realpath(place, nil) {
        defer { free(real) }
        return rest.reversed().reduce(URL(filePath: String(cString: real))) {
          $0.appending(path: $1)
        }
      }
      rest.append(OpenFolder.name(of: place))
      place = URL(filePath: place).deletingLastPathComponent().path
    }
    return folder.standardizedFileURL
  }

  /// Makes a folder where there is none
  ///
  /// - Throws: ``DownloadFault`` for a file, and for a folder that can't be made or written in.
  static func make(_ folder: URL) throws {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      try check(folder)
      throw FileFault(writing: folder, after: error)
    }
    try check(folder)
  }

  /// Checks that pictures can be saved in a folder, which need not be there yet
  ///
  /// - Throws: ``DownloadFault`` for a file, and for a folder that can't be written in.
  package static func check(_ folder: URL) throws {
    guard let status = stat(at: folder.path) else { return }
    guard status.isFolder else {
      let reason = "it is a file, and no folder; choose another place"
      throw FileFault.cannotWrite(path: folder.path, reason: reason)
    }
    guard access(folder.path, W_OK | X_OK) == 0 else { throw FileFault(writing: folder) }
  }

  /// The names that are taken by now
  package func names(by template: FileNameTemplate) throws -> FolderNames {
    try FolderNames(in: folder, credits: credits, template: template, overwrites: overwrites)
  }

  /// Where a file of the folder is
  package func url(of file: String) -> URL { folder.appending(path: file) }

  /// Fetches a picture, or the rest of it, and gives it its name
  ///
  /// What came stays, to be continued later, when the network fails, something else answers, or the
  /// task is cancelled. While another program saves the same picture, this one waits for it.
  ///
  /// - Parameters:
  ///   - photo: whose it is
  ///   - stem: its name without extension, from ``FolderNames``
  ///   - progress: bytes there are, and are to be
  /// - Returns: the file, its bytes, and why the credit isn't in it where it should be
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  package func save(
    _ photo: Photo, from source: PictureSource, as stem: String,
    progress: @escaping @Sendable (Int, Int?) -> Void = { _, _ in }
  ) async throws -> (file: URL, bytes: Int, refusal: EmbeddingRefusal?) {
    guard let place = try root.folder(of: stem, makes: true) else {
      throw FileFault(writing: folder)
    }
    let last = OpenFolder.name(of: stem)
    let part = try await UnfinishedPicture(
      last + FileReplacement.ending, in: place, source: source.name, clock: clock)
    var fetch = PictureFetch(url: source.url, source: source.name, transport: transport)
    fetch.limit = limit
    fetch.patience = .init(clock: clock, randomness: randomness)
    do {
      try checkPlace()
      try checkName(stem, for: photo)
      try await fetch.fill(part, progress: progress)
      try Task.checkCancellation()
    } catch TransportError.tooLarge(let host, let limit) {
      part.discard()
      throw TransportError.tooLarge(host: host, limit: limit)
    } catch {
      part.leave()
      throw error
    }
    do {
      let type = try fetch.type(of: part)
      if let inspect, type == .jpeg, part.length <= Self.maxInspectedBytes {
        try await inspect(photo, source.url, part.start(part.length))
      }
      let ending = type.fileExtension
      let name = "\(stem).\(ending)"
      try checkPlace()
      let refusal = embeds ? try embedCredit(of: photo, in: part, beside: name) : nil
      let bytes = part.length
      try credits.keep(photo, file: name)
      try part.finish(as: "\(last).\(ending)", overwriting: overwrites)
      return (url(of: name), bytes, refusal)
    } catch let fault as DownloadFault {
      // Not a picture, or its name is taken by now: what was fetched is discarded.
      part.discard()
      throw fault
    } catch {
      part.leave()
      throw error
    }
  }

  /// Puts the credit into a picture that is all there, before it has its name
  ///
  /// - Parameter name: of the picture, beside which the credit goes where it can't be in it
  /// - Returns: why it isn't in the picture
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``
  private func embedCredit(
    of photo: Photo, in part: UnfinishedPicture, beside name: String
  ) throws -> EmbeddingRefusal? {
    do {
      let edits = try EmbeddedCredit(photo).edits(for: part.bytes)
      if !edits.isEmpty { try part.apply(edits) }
      return nil
    } catch let refusal as EmbeddingRefusal {
      do {
        try CreditSidecars.xmp(in: folder).keep(photo, file: name)
      } catch DownloadFault.nameTaken {
        // Somebody else's file stays.
      }
      return refusal
    }
  }

  /// - Throws: ``FileFault/cannotWrite(path:reason:)`` when something else is at the folder's
  ///   path by now, to which the credits would go.
  private func checkPlace() throws {
    guard !root.isInPlace else { return }
    throw FileFault.cannotWrite(
      path: folder.path, reason: "something else has taken its place; run it again")
  }

  /// Another program may have saved a picture while this one waited for it
  ///
  /// - Throws: ``DownloadFault``: `savedMeanwhile`, `nameTaken`.
  private func checkName(_ stem: String, for photo: Photo) throws {
    guard !overwrites else { return }
    let names = PictureType.allCases.map { "\(stem).\($0.fileExtension)" }
    guard let name = names.first(where: { FileContent(at: url(of: $0)) != .empty }) else { return }
    let sidecar = credits.form?.name(for: name)
    let owner = try credits.owners(of: [name] + [sidecar].compactMap(\.self))[name]
    throw owner == photo.id ? DownloadFault.savedMeanwhile(name) : .nameTaken(name)
  }
}
