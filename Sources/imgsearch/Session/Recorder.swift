import Foundation
import PhotoSearch

/// `--record FILE`: keeps the exchanges of a run, and writes them when it ends
struct Recorder {
  let transport: RecordingTransport
  private let path: String

  /// - Throws: a failure with code 74 when the file cannot be written, before anything is asked.
  init(
    _ path: String, around wrapped: any HTTPTransport, apis: [APIDescription],
    redaction: Redaction
  ) throws {
    self.path = path
    transport = RecordingTransport(wrapped, apis: apis, redaction: redaction)
    if let problem { throw failure(problem) }
  }

  /// Why nothing can be put there; a file that is there is replaced
  private var problem: String? {
    let manager = FileManager.default
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard manager.isWritableFile(atPath: folder) else { return "no such folder, or not writable" }
    guard manager.fileExists(atPath: path) else { return nil }
    do {
      let type = try manager.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      return type == .typeRegular ? nil : "it is no regular file"
    } catch {
      return error.localizedDescription
    }
  }

  /// Writes the whole file aside and moves it into place
  func write() throws {
    do {
      try transport.har().write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw failure(error.localizedDescription)
    }
  }

  /// Another transport, whose exchanges are kept with these
  func recorded(_ other: any HTTPTransport) -> any HTTPTransport {
    RecordedToo(transport: other, recording: transport)
  }

  private func failure(_ reason: String) -> CommandFailure {
    CommandFailure(
      "--record: could not write \(path): \(reason); choose another place", code: .cannotWrite)
  }
}

/// A transport whose exchanges are kept in the recording of another
private struct RecordedToo: HTTPTransport {
  let transport: any HTTPTransport
  let recording: RecordingTransport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await recording.send(request, over: transport)
  }
}
