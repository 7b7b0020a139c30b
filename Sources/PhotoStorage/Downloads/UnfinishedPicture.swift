import Foundation
import PhotoSearch
import Pictures
import Platform
import Synchronization

/// A picture that isn't complete yet: a file that bytes are added to, and another one
/// that tells its version
///
/// Both files stay if the program ends early, so that the next run can continue. Only one program
/// at a time has them open. In this program the state owns the picture's file: it is only read and
/// written while the state is locked, and not at all once it is closed.
final class UnfinishedPicture: Sendable {
  private struct State {
    /// The file, locked for this program; nil once it is closed
    var file: OpenFile?
    var length: Int
    var resumeInfo: ResumeInfo?
    var restarts = 0
    var received = 0
  }

  private let folder: OpenFolder
  /// The file's name in the folder
  private let name: String
  /// The name of the file beside it that has the ``ResumeInfo`` as JSON
  private let infoName: String
  private let state: Mutex<State>

  /// Opens or creates the files once no other program has them open
  ///
  /// - Parameters:
  ///   - name: the file's name in the folder
  ///   - source: the photo and its size; stored bytes of anything else are discarded
  ///   - clock: measures the wait for another program
  /// - Throws: ``FileFault``, `CancellationError`.
  init(
    _ name: String, in folder: OpenFolder, source: String, clock: any Clock<Duration>
  ) async throws {
    self.folder = folder
    self.name = name
    infoName = name + ".note"
    let file = try await Self.opened(name, in: folder, clock)
    do {
      let length = Int(lseek(file.descriptor, 0, SEEK_END))
      let infoFile = try folder.exists(infoName) ? folder.opened(infoName, O_RDONLY) : nil
      // A version that is too long or damaged counts as none: the picture starts over.
      let info = infoFile.flatMap { file in
        ifReadable {
          try OpenFile.bytes(of: file.descriptor, atMost: ResumeInfo.maxBytes)
            .map { try JSONDecoder().decode(ResumeInfo.self, from: Data($0)) }
        }
      }
      if let info, info.source == source, info.isResumable, length <= info.total ?? 0 {
        state = Mutex(State(file: file, length: length, resumeInfo: info))
      } else {
        try withFileFaults(of: folder.url(of: name)) { try OpenFile.cut(file.descriptor) }
        state = Mutex(State(file: file, length: 0, resumeInfo: nil))
      }
    } catch {
      if lseek(file.descriptor, 0, SEEK_END) == 0 { folder.remove(name) }
      throw error
    }
  }

  var length: Int { state.withLock { $0.length } }
  var resumeInfo: ResumeInfo? { state.withLock { $0.resumeInfo } }
  /// How often the picture was started over
  var restarts: Int { state.withLock { $0.restarts } }
  /// Bytes that were appended by this program, also those discarded since
  var received: Int { state.withLock { $0.received } }

  /// Discards the stored bytes, and writes down the version whose bytes follow
  ///
  /// If a crash cuts that off, it can't be read and the picture starts over.
  ///
  /// - Parameter info: nil if that version isn't known yet
  func restart(with info: ResumeInfo?) throws {
    try withFile { file, state in
      try OpenFile.cut(file)
      if state.length > 0 { state.restarts += 1 }
      (state.length, state.resumeInfo) = (0, info)
      if let info { try folder.write(JSONEncoder().encode(info), to: infoName) }
    }
  }

  /// Appends bytes
  ///
  /// - Returns: how many bytes there are now
  func append(_ bytes: Data) throws -> Int {
    try withFile { file, state in
      try bytes.write(to: file, at: state.length)
      state.length += bytes.count
      state.received += bytes.count
      return state.length
    }
  }

  /// The first bytes, at most this many
  func prefix(_ count: Int) -> Data {
    Data(ifReadable { try part(upTo: count, at: 0) } ?? [])
  }

  /// The stored bytes
  var bytes: PictureBytes {
    PictureBytes(count: length) { [self] in try part(upTo: $0.count, at: $0.lowerBound) }
  }

  private func part(upTo count: Int, at offset: Int) throws -> [UInt8] {
    try withFile(reads: true) { file, _ in try OpenFile.part(of: file, upTo: count, at: offset) }
  }

  /// Changes some bytes of the complete picture, or none if that fails
  ///
  /// - Throws: ``FileFault/cannotWrite``
  func apply(_ edits: [PictureEdit]) throws {
    let before = bytes
    let permissions = try withFile { file, _ in
      guard let status = stat(of: file) else { throw POSIXError.ofLastCall }
      return status.st_mode & 0o777
    }
    let copy = try FileReplacement.of(name, in: folder, permissions: permissions)
    try copy.fill { copy in try edits.apply(to: before) { try $0.write(to: copy) } }
    // Without its version, a changed picture can't be continued with bytes of the original.
    folder.remove(infoName)
    try copy.finish()
    state.withLock { state in
      // The copy is locked for this program, too.
      state.file = copy.file
      state.length = before.count + edits.growth
      state.resumeInfo = nil
    }
  }

  /// Gives the complete picture its name
  ///
  /// - Parameters:
  ///   - picture: its name, in the same folder
  ///   - overwriting: whether it replaces a file with this name
  /// - Throws: ``DownloadFault``: `nameTaken`; ``FileFault/cannotWrite``.
  func finish(as picture: String, overwriting: Bool) throws {
    let isInPlace = try withFile { file, _ in
      guard fsync(file) == 0 else { throw POSIXError.ofLastCall }
      return folder.isFile(file, named: name)
    }
    // If something else has the unfinished file's name by now, such as a link, it isn't renamed.
    guard isInPlace || !folder.exists(name) else {
      throw DownloadFault.nameTaken(name)
    }
    // The version goes first: a picture without one starts over, but one without a picture would
    // stay for ever.
    folder.remove(infoName)
    // An empty file isn't a picture worth keeping.
    if let there = folder.status(of: picture), there.isFile, there.st_size == 0 {
      folder.remove(picture)
    }
    if !overwriting, folder.link(name, to: picture) {
      folder.remove(name)
    } else {
      // File systems without hard links, such as FAT, give another error.
      guard overwriting || errno != EEXIST && !folder.exists(picture) else {
        throw DownloadFault.nameTaken(picture)
      }
      guard folder.rename(name, to: picture) else {
        throw FileFault(writing: folder.url(of: picture))
      }
    }
    close()
  }

  /// Removes both files, as the received bytes are useless
  func discard() {
    folder.remove(infoName)
    folder.remove(name)
    close()
  }

  /// Keeps the files if the picture can be continued later, else removes them
  func closeToResume() {
    let isUseful = state.withLock { $0.length > 0 && $0.resumeInfo?.isResumable ?? false }
    if isUseful { close() } else { discard() }
  }

  private func close() { state.withLock { $0.file = nil } }

  /// Uses the picture's file, which nobody else uses meanwhile
  ///
  /// - Parameter body: takes the file's descriptor
  /// - Throws: ``FileFault``, also once the file is closed.
  private func withFile<Value: Sendable>(
    reads: Bool = false, _ body: (Int32, inout State) throws -> Value
  ) throws -> Value {
    try withFileFaults(of: folder.url(of: name), reads: reads) {
      try state.withLock { state in
        guard let file = state.file else { throw POSIXError(.EBADF) }
        return try body(file.descriptor, &state)
      }
    }
  }

  /// Opens the file once no other program has it open
  private static func opened(
    _ name: String, in folder: OpenFolder, _ clock: any Clock<Duration>
  ) async throws -> OpenFile {
    while true {
      let file = try folder.opened(name, O_RDWR | O_CREAT, mayHaveHardLinks: true)
      // Between opening and locking, another program may have given the file its final name.
      if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0, folder.isFile(file.descriptor, named: name)
      {
        if stat(of: file.descriptor)?.st_nlink == 1 { return file }
        // The file has its final name too, as a program ended in the middle. That picture is kept.
        folder.remove(name)
      }
      try await clock.sleep(for: .milliseconds(100))
    }
  }
}

/// The picture, and its version on the server, that an unfinished file has bytes of
struct ResumeInfo: Codable, Sendable {
  /// Most bytes of JSON to read
  static let maxBytes = 10_000

  /// The photo and its size
  var source: String
  /// The server's ETag of this version; nil if it has none
  var entityTag: String?
  /// The reply's Last-Modified, as the server wrote it
  var modified: String?
  /// The reply's Date, as the server wrote it
  var sent: String?
  /// Bytes of the whole picture; nil if the server doesn't say
  var total: Int?

  /// Reads a reply's header fields about the version
  init(source: String, head: WebReply, total: Int?) {
    self.source = source
    entityTag = head.headers["ETag"].flatMap(Self.short)
    modified = head.headers["Last-Modified"].flatMap(Self.short)
    sent = head.headers["Date"].flatMap(Self.short)
    self.total = total
  }

  /// A value of a header field; nil if it is absurdly long
  private static func short(_ text: String) -> String? { text.utf8.count <= 1_000 ? text : nil }

  /// The value of If-Range, with which the server sends the rest of this version only; nil for none
  ///
  /// A weak ETag doesn't qualify, nor does a date beside it (RFC 9110, 13.1.5). Without an ETag, the
  /// date qualifies if the reply was sent at least a second later (8.8.2.2): within that second, the
  /// picture may have changed again.
  var condition: String? {
    if let entityTag { return entityTag.begins(with: "W/") ? nil : entityTag }
    guard let changed = modified.flatMap({ Date(httpDate: $0) }),
      let sent = sent.flatMap({ Date(httpDate: $0) }), sent.timeIntervalSince(changed) >= 1
    else { return nil }
    return modified
  }

  /// Whether the rest of this version can be requested
  var isResumable: Bool { total != nil && condition != nil }

  /// Whether a partial reply is of this version: with an equal strong ETag it is; otherwise its
  /// Last-Modified, which it may lack, must not differ (RFC 9110, 15.3.7)
  func isSame(as part: ResumeInfo) -> Bool {
    guard total == part.total, entityTag == part.entityTag else { return false }
    return condition == entityTag || part.modified == nil || part.modified == modified
  }
}
