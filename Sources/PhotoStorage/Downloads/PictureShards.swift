package import Foundation
package import PhotoSearch
import Platform
import Synchronization

/// A download's pictures in tar files of so many, each beside texts of its own, as WebDataset has them
///
/// Pictures wait in a folder beside the tar files until there are enough for one, which is written
/// whole or not at all. They stand in it in the order of the list, whatever order they came in: the
/// same list makes the same bytes, however often it was interrupted. Which photos are in tar files
/// is read from them; nothing else keeps it.
package final class PictureShards: Sendable {
  /// What stands beside a picture: the ending of its name, and the text
  package typealias Texts = @Sendable (Photo) -> [(ending: String, text: String)]

  /// How pictures are named while they wait
  package static var template: FileNameTemplate {
    get throws { try FileNameTemplate("{provider}-{id}") }
  }

  private struct State {
    /// Those whose pictures are on their way, or behind such a one, in the order of the list
    var coming: [Photo] = []
    /// What became of them: a file, or nil for none
    var outcomes: [PhotoID: URL?] = [:]
    /// Pictures for the next files, in the order of the list
    var waiting: [(photo: Photo, file: URL)] = []
    /// All that the list has named
    var named: Set<PhotoID> = []
    /// The lowest number that may be free
    var number = 0
  }

  /// Where pictures wait
  package let pictures: URL
  /// Those that were in tar files at the start
  package let photos: Set<PhotoID>
  /// Pictures of a tar file; the last one of a list may have fewer
  private let size: Int

  private let folder: URL
  private let name: ShardName
  private let texts: Texts
  private let state = Mutex(State())
  /// The folder itself, locked until this is let go
  private let lock: OpenFile

  /// Bytes of a photo's row that are read
  private static let maxRowBytes = 64_000_000

  /// Reads what is in the folder's tar files
  ///
  /// - Parameters:
  ///   - folder: where they are, and are to be; made when it isn't there
  ///   - size: pictures of one
  ///   - texts: what is to stand beside a picture; one of them ends with `json`, and has the `id`
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``, also for what has the name of a tar file
  ///   and isn't one, and when another program saves to the folder.
  package init(_ folder: URL, name: ShardName, size: Int, texts: @escaping Texts) throws {
    (self.folder, self.name, self.size, self.texts) = (folder, name, size, texts)
    pictures = folder.appending(path: name.text + ".part")
    try PictureFolder.make(folder)
    guard let lock = try FolderLock.taken(folder) else {
      throw FileFault.cannotWrite(
        path: folder.path,
        reason: "another imgsearch writes to it; wait for it, or choose another place")
    }
    self.lock = lock
    var photos: Set<PhotoID> = []
    for file in try FolderNames.names(in: folder) where name.number(of: file) != nil {
      photos.formUnion(try Self.photos(in: folder.appending(path: file)))
    }
    self.photos = photos
    try removeLeftOver()
  }

  /// How it is known whose a picture is that waits
  package var credits: CreditSidecars {
    CreditSidecars(in: pictures, form: .json) { PhotoJSON.line($0, isFavorite: false) }
  }

  /// The photos of a tar file, as the rows in it say
  private static func photos(in url: URL) throws -> [PhotoID] {
    let file = try RegularFile.opened(url, O_RDONLY)
    do {
      if let members = try TarArchive.members(of: file) {
        return try members.filter { $0.name.ends(with: ".json") }.compactMap { member in
          guard member.bytes <= maxRowBytes else { return nil }
          return try TarArchive.content(of: file, at: member.place, bytes: member.bytes)
            .flatMap { SidecarForm.json.owner(Data($0)) }
        }
      }
    } catch {
      throw FileFault(writing: url, after: error)
    }
    throw FileFault.cannotWrite(
      path: url.path, reason: "it isn't a whole tar file of imgsearch; move it away")
  }

  // MARK: - What comes of the list

  /// One more photo of the list, whose picture is about to be asked for
  package func expect(_ photo: Photo) {
    state.withLock { state in
      guard state.named.insert(photo.id).inserted else { return }
      state.coming.append(photo)
    }
  }

  /// What became of a picture
  package func note(_ event: DownloadQueue.Event) {
    switch event {
    case .saved(let photo, let file, _, _): settle(photo.id, file)
    case .skipped(let id, let file): settle(id, file)
    case .failed(let id, _): settle(id, nil)
    case .began, .progress: return
    }
  }

  private func settle(_ id: PhotoID, _ file: URL?) {
    state.withLock { state in
      state.outcomes[id] = .some(file)
      var count = 0
      for photo in state.coming {
        guard let outcome = state.outcomes.removeValue(forKey: photo.id) else { break }
        if let outcome { state.waiting.append((photo, outcome)) }
        count += 1
      }
      state.coming.removeFirst(count)
    }
  }

  /// Writes the tar files for which there are enough pictures by now
  ///
  /// - Parameter isEnd: whether nothing more comes, and so fewer are enough
  /// - Returns: those that were written, in their order
  /// - Throws: ``FileFault/cannotWrite(path:reason:)``; the next run finds what waits.
  package func write(isEnd: Bool = false) throws -> [URL] {
    var written: [URL] = []
    while let (number, waiting) = next(atLeast: isEnd ? 1 : size) {
      written.append(try write(waiting, as: number))
      for (_, file) in waiting { try remove(file) }
    }
    // What is left in it is of pictures that didn't come whole.
    if isEnd { rmdir(pictures.path) }
    return written
  }

  /// What goes into the next tar file, and its number; nil for too few
  private func next(atLeast count: Int) -> (Int, [(photo: Photo, file: URL)])? {
    state.withLock { state in
      guard state.waiting.count >= count else { return nil }
      while RegularFile.isThere(folder.appending(path: name.file(state.number))) {
        state.number += 1
      }
      defer { state.waiting.removeFirst(min(size, state.waiting.count)) }
      return (state.number, Array(state.waiting.prefix(size)))
    }
  }

  // MARK: - Writing one

  private func write(_ pictures: [(photo: Photo, file: URL)], as number: Int) throws -> URL {
    let url = folder.appending(path: name.file(number))
    let file = try FileReplacement.of(url, permissions: 0o644)
    do {
      for (place, (photo, picture)) in pictures.enumerated() {
        // Without a point, where WebDataset parts a name
        let key = "\(name.digits(of: number))-\(place.text(digits: "\(size - 1)".utf8.count))"
        try add(picture, as: key, to: file)
        for (ending, text) in texts(photo) {
          let bytes = Array(text.utf8)
          let member = TarArchive.header(of: "\(key).\(ending)", bytes: bytes.count)
          try put(member + bytes + TarArchive.padding(after: bytes.count), into: file)
        }
      }
      try put(TarArchive.end, into: file)
      guard fsync(file.descriptor) == 0 else { throw FileFault(writing: url) }
    } catch {
      file.discard()
      throw error as? FileFault ?? FileFault(writing: url, after: error)
    }
    try file.finish()
    return url
  }

  private func add(_ picture: URL, as key: String, to file: FileReplacement) throws {
    let source = try RegularFile.opened(picture, O_RDONLY)
    var status = stat()
    guard fstat(source.descriptor, &status) == 0 else { throw FileFault(writing: picture) }
    let count = Int(status.st_size)
    let ending = FileNameText.split(picture.lastPathComponent).ending
    try put(TarArchive.header(of: "\(key).\(ending)", bytes: count), into: file)
    var left = count
    while left > 0 {
      let part = try OpenFile.part(of: source.descriptor, upTo: min(left, 1 << 20))
      guard !part.isEmpty else {
        throw FileFault.cannotWrite(
          path: picture.path, reason: "another program has changed it; run it again")
      }
      try put(part, into: file)
      left -= part.count
    }
    try put(TarArchive.padding(after: count), into: file)
  }

  private func put(_ bytes: [UInt8], into file: FileReplacement) throws {
    try bytes.withUnsafeBytes { try $0.write(to: file.descriptor) }
  }

  // MARK: - What waits no longer

  /// Removes pictures that are in tar files: a program was ended before it could
  private func removeLeftOver() throws {
    guard RegularFile.isThere(pictures) else { return }
    let owners = try credits.owners(of: FolderNames.names(in: pictures))
    // Pictures first, as the files beside them say whose they are
    let files = owners.filter { photos.contains($0.value) }.keys.sorted {
      !SidecarForm.json.isName($0) && SidecarForm.json.isName($1)
    }
    for file in files { try remove(pictures.appending(path: file)) }
  }

  /// Removes a picture, then what is beside it, last what says whose it is
  private func remove(_ picture: URL) throws {
    let name = picture.lastPathComponent
    let beside = [SidecarForm.xmp, .json].map { $0.name(for: name) }
    for file in [name] + beside.filter({ $0 != name }) {
      let url = pictures.appending(path: file)
      guard unlink(url.path) == 0 || errno == ENOENT else { throw FileFault(writing: url) }
    }
  }
}
