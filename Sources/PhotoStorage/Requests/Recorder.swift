import Foundation
package import PhotoSearch
import Platform

/// Records the requests and replies of a run, and writes them to a file at its end
package struct Recorder {
  /// Why a recording can't be made
  package enum Fault: Error, CustomStringConvertible {
    case cannotWrite(path: String, reason: String)
    /// The existing file isn't a recording of this program
    case unreadable(path: String, problem: String)
    /// The recording has no room for some exchanges
    case full(path: String, missing: Int)

    package var description: String {
      switch self {
      case .cannotWrite(let path, let reason):
        "couldn't write \(path): \(reason); choose another place"
      case .unreadable(let path, let problem):
        "\(path) isn't a recording that can be added to: \(problem); "
          + "it was left as it was; choose another place"
      case .full(let path, let missing):
        "\(path) lacks \(missing) of this run's exchanges: a recording of more than "
          + "\(HARArchive.sizeLimit >> 20) MB couldn't be read again; "
          + "record the rest into another file"
      }
    }
  }

  package let transport: RecordingTransport
  private let path: String
  private let redaction: Redaction

  /// - Throws: ``Fault``, before any request is sent.
  package init(
    _ path: String, around wrapped: any HTTPTransport, apis: [APIDescription], redaction: Redaction
  ) throws {
    self.path = path
    self.redaction = redaction
    transport = RecordingTransport(wrapped, apis: apis, redaction: redaction)
    _ = try existingRecording()
  }

  /// The existing recording, to be extended; nil if there is none
  ///
  /// It is read again at the end, because another program may have extended it.
  private func existingRecording() throws -> HARFile? {
    let (manager, url) = (FileManager.default, URL(filePath: path))
    guard manager.isWritableFile(atPath: url.deletingLastPathComponent().path) else {
      throw failure("no such folder, or not writable")
    }
    guard manager.fileExists(atPath: path) else { return nil }
    guard OpenFolder.current.status(of: path)?.isFile ?? true else {
      throw failure("it isn't a regular file")
    }
    do {
      return try HARFile(contentsOf: url, redaction: redaction)
    } catch .unreadable(_, let problem) {
      throw Fault.unreadable(path: path, problem: "\(problem)")
    } catch { throw failure("\(error)") }
  }

  /// How long to wait for other programs that write
  private static let patience = Duration.seconds(30)

  /// Writes the whole recording under another name and moves it into place; old exchanges are kept
  ///
  /// - Throws: ``Fault``; the existing file stays then.
  package func write() throws {
    let url = URL(filePath: path)
    let folder = url.resolvingSymlinksInPath().deletingLastPathComponent()
    // If the folder can't be locked, the file is written all the same: a recording is worth more.
    try FolderLock.holding(folder, patience: Self.patience) { _ in
      let existing = try existingRecording()
      guard existing == nil || !transport.isEmpty else { return }
      var missing = 0
      do {
        try FileReplacement.of(url, permissions: 0o644).write { file in
          missing = try transport.write(addedTo: existing) { try $0.write(to: file) }
        }
      } catch FileFault.cannotWrite(_, let reason, _) { throw failure(reason) }
      guard missing == 0 else { throw Fault.full(path: path, missing: missing) }
    }
  }

  /// Another transport whose exchanges are recorded, too
  package func recorded(_ other: any HTTPTransport) -> WholeBodies {
    WholeBodies { [transport] in try await transport.send($0, over: other) }
  }

  private func failure(_ reason: String) -> Fault { .cannotWrite(path: path, reason: reason) }
}
