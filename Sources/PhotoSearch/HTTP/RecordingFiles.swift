internal import Foundation

/// The files of a recording, found and read within bounds
enum RecordingFiles {
  /// The file itself, or the recordings of a folder sorted by name
  static func files(at url: URL) throws(RecordingError) -> [URL] {
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw .notFound(path: url.path)
    }
    guard isFolder(url) else { return [url] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    } catch {
      throw .unreadable(file: url.path, problem: reason(error))
    }
    let files =
      names
      .filter { !$0.begins(with: ".") && $0.lowercased().ends(with: ".har") }
      .sorted()
      .map { url.appendingPathComponent($0) }
      .filter { !isFolder($0) }
    guard !files.isEmpty else { throw .noRecordings(folder: url.path) }
    return files
  }

  /// - Parameter limit: bytes; what is larger is not read to its end
  static func contents(of file: URL, atMost limit: Int) throws(RecordingError) -> Data {
    do {
      let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
      guard size <= limit else { throw tooLarge(file) }
      let handle = try FileHandle(forReadingFrom: file)
      var data = Data(capacity: size)
      while let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty {
        data.append(chunk)
        guard data.count <= limit else { throw tooLarge(file) }
      }
      return data
    } catch let error as RecordingError {
      throw error
    } catch {
      throw .unreadable(file: file.path, problem: reason(error))
    }
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static func tooLarge(_ file: URL) -> RecordingError {
    .unreadable(
      file: file.path,
      problem: "it is too large: recordings may have \(HARArchive.sizeLimit >> 20) MB in all")
  }

  private static func reason(_ error: any Error) -> String {
    (error as NSError).localizedDescription
  }
}

/// Why a recording cannot be used
public enum RecordingError: Error, Hashable, Sendable {
  /// The file or folder does not exist
  case notFound(path: String)
  /// The folder has no `.har` file
  case noRecordings(folder: String)
  /// Not a recording, or a damaged one: the file, and what is wrong with it where
  case unreadable(file: String, problem: String)
}

extension RecordingError: CustomStringConvertible {
  /// What happened, why, and what to do next, on one line
  public var description: String {
    switch self {
    case .notFound(let path):
      "there is no recording \(path); check the path"
    case .noRecordings(let folder):
      "the folder \(folder) has no recordings: no file there ends in .har; name another one"
    case .unreadable(let file, let problem):
      "the recording \(file) cannot be read: \(problem); record it again, or name another one"
    }
  }
}
