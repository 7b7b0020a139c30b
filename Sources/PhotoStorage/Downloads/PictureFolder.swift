package import Foundation
package import PhotoSearch
package import Pictures
import Platform

/// A folder of saved pictures, each complete and with its credit
package struct PictureFolder: Sendable {
  /// Examines a complete JPEG file before it gets its name: the photo, the picture's address, its
  /// bytes
  ///
  /// - Throws: ``DownloadFault/copy(of:)`` if the picture is not to be saved, `CancellationError`.
  package typealias Inspection = @Sendable (Photo, URL, Data) async throws -> Void

  /// Most bytes of a picture; a larger one isn't saved
  package static let maxPictureBytes = 2_000_000_000
  /// Most bytes of a picture to be inspected
  private static let maxInspectedBytes = 50_000_000

  private let folder: URL
  /// The opened folder itself, even if its path leads elsewhere by now; nil if nothing is written
  private let root: OpenFolder?
  private let credits: any PictureCredits
  private let overwrites: Bool
  private let embeds: Bool
  private let inspect: Inspection?
  private let fetch: PictureFetch

  /// - Parameters:
  ///   - folder: created if it doesn't exist, unless the download is only tried
  ///   - transport: must not retry, because the retries here continue where the last try stopped
  ///   - credits: stores each picture's credit before the picture gets its name
  ///   - overwrites: whether a picture replaces a file with its name
  ///   - embeds: whether the credit is put into each picture, or beside it if the format can't hold
  ///     it
  ///   - isDryRun: whether nothing is to be written: only names are wanted
  ///   - inspect: examines each JPEG file of ordinary size
  ///   - clock: measures pauses between tries
  ///   - randomness: gives a uniformly distributed number of a range
  ///   - limit: most bytes of a picture
  /// - Throws: ``FileFault/cannotWrite``
  package init(
    _ folder: URL, transport: any StreamingTransport, credits: any PictureCredits,
    overwrites: Bool = false, embeds: Bool = false, isDryRun: Bool = false,
    inspect: Inspection? = nil, clock: any Clock<Duration> = ContinuousClock(),
    randomness: @escaping @Sendable (ClosedRange<Double>) -> Double = { .random(in: $0) },
    limit: Int = maxPictureBytes
  ) throws {
    self.folder = folder
    self.credits = credits
    self.inspect = inspect
    self.overwrites = overwrites
    self.embeds = embeds
    fetch = PictureFetch(transport: transport, clock: clock, randomness: randomness, limit: limit)
    guard !isDryRun else {
      root = nil
      try Self.check(folder)
      return
    }
    try Self.make(folder)
    guard let root = try OpenFolder(folder) else { throw FileFault(writing: folder) }
    self.root = root
    FileReplacement.removeAbandoned(in: folder)
  }

  /// A folder's path with all links resolved, as far as it exists. It changes if somebody replaces
  /// it, or a folder above it, with a link
  package static func resolved(_ folder: URL) -> URL {
    var (path, rest) = (folder.standardizedFileURL.path, [String]())
    while path != "/" {
      if let real = realpath(path, nil) {
        defer { free(real) }
        return rest.reversed().reduce(URL(filePath: String(cString: real))) {
          $0.appending(path: $1)
        }
      }
      rest.append(OpenFolder.name(of: path))
      path = URL(filePath: path).deletingLastPathComponent().path
    }
    return folder.standardizedFileURL
  }

  /// Creates a folder unless it exists
  ///
  /// - Throws: ``FileFault`` if it is a file, or can't be created or written to.
  static func make(_ folder: URL) throws {
    try check(folder)
    try withFileFaults(of: folder) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  /// Checks that pictures can be saved in a folder, which need not exist yet
  ///
  /// - Throws: ``FileFault`` if it is a file, or can't be written to.
  package static func check(_ folder: URL) throws {
    guard let status = stat(at: folder.path) else { return }
    guard status.isFolder else {
      throw FileFault.cannotWrite(
        path: folder.path, reason: "it is a file, and no folder", advice: "choose another place")
    }
    guard access(folder.path, W_OK | X_OK) == 0 else { throw FileFault(writing: folder) }
  }

  /// The names that are taken in the folder
  package func names(by template: FileNameTemplate) throws -> FolderNames {
    try FolderNames(in: folder, credits: credits, template: template, overwrites: overwrites)
  }

  /// The path of a file in the folder
  package func url(of file: String) -> URL { folder.appending(path: file) }

  /// Fetches a picture, or the rest of it, and gives it its name
  ///
  /// If the network fails, the reply is an error, or the task is cancelled, the received bytes are
  /// kept to continue later. If another program is saving the same picture, this one waits for it.
  ///
  /// - Parameters:
  ///   - photo: the picture's photo
  ///   - stem: the file's name without extension, from ``FolderNames``
  ///   - progress: gets the bytes so far, and the bytes in all if known
  /// - Returns: the file, its facts, and why the credit isn't inside the picture, if it should be
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  package func save(
    _ photo: Photo, from source: PictureSource, as stem: String,
    progress: @escaping @Sendable (Int, Int?) -> Void = { _, _ in }
  ) async throws -> (file: URL, facts: PictureFacts, refusal: EmbeddingRefusal?) {
    guard let subfolder = try root?.folder(of: stem, creates: true) else {
      throw FileFault(writing: folder)
    }
    let last = OpenFolder.name(of: stem)
    let part = try await UnfinishedPicture(
      last + FileReplacement.ending, in: subfolder, source: source.name, clock: fetch.clock)
    var isComplete = false
    do {
      try checkFolder()
      try checkName(stem, for: photo)
      try await fetch.fill(part, from: source, progress: progress)
      try Task.checkCancellation()
      isComplete = true
      let type = try fetch.type(of: part)
      if let inspect, type == .jpeg, part.length <= Self.maxInspectedBytes {
        try await inspect(photo, source.url, part.prefix(part.length))
      }
      let ending = type.fileExtension
      let name = "\(stem).\(ending)"
      try checkFolder()
      let refusal = embeds ? try embedCredit(of: photo, in: part, beside: name) : nil
      let facts = try PictureFacts(of: part.bytes)
      try credits.add(photo, file: name, facts: facts)
      try part.finish(as: "\(last).\(ending)", overwriting: overwrites)
      return (url(of: name), facts, refusal)
    } catch {
      // The bytes are useless if there are too many, if they aren't a picture, or if another file has
      // taken the picture's name.
      let isTooLarge = if case TransportError.tooLarge = error { true } else { false }
      let isUseless = isTooLarge || isComplete && error is DownloadFault
      if isUseless { part.discard() } else { part.closeToResume() }
      throw error
    }
  }

  /// Puts the credit into a complete picture before it gets its name
  ///
  /// - Parameter name: the picture's name; if it can't hold the credit, that goes beside it
  /// - Returns: why the credit isn't inside the picture
  /// - Throws: ``FileFault/cannotWrite``
  private func embedCredit(
    of photo: Photo, in part: UnfinishedPicture, beside name: String
  ) throws -> EmbeddingRefusal? {
    do {
      let edits = try EmbeddedCredit(photo).edits(for: part.bytes)
      if !edits.isEmpty { try part.apply(edits) }
      return nil
    } catch let refusal as EmbeddingRefusal {
      do {
        try CreditSidecars.xmp(in: folder).add(photo, file: name, facts: nil)
      } catch DownloadFault.nameTaken {
        // Somebody else's file is kept.
      }
      return refusal
    }
  }

  /// - Throws: ``FileFault/cannotWrite`` if the folder's path leads to another folder
  ///   by now, because the credits would go there.
  private func checkFolder() throws {
    guard root?.isInPlace != true else { return }
    throw FileFault.cannotWrite(
      path: folder.path, reason: "something else has taken its place", advice: "run it again")
  }

  /// Checks the name again, as another program may have saved a picture while this one waited
  ///
  /// - Throws: ``DownloadFault``: `savedMeanwhile`, `nameTaken`.
  private func checkName(_ stem: String, for photo: Photo) throws {
    guard !overwrites else { return }
    let names = PictureType.allCases.map { "\(stem).\($0.fileExtension)" }
    guard let name = names.first(where: { FileContent.of(url(of: $0)) != .empty }) else { return }
    let sidecar = credits.form?.name(for: name)
    let owner = try credits.owners(of: [name] + [sidecar].compactMap(\.self))[name]
    throw owner == photo.id ? DownloadFault.savedMeanwhile(name) : .nameTaken(name)
  }
}
