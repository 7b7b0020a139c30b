/// Why a recording cannot be used
public enum RecordingError: Error, Hashable, Sendable {
  /// There is no such file or folder
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
