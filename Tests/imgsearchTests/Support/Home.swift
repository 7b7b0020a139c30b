import Foundation
import Testing

/// A home folder of one test's own: what one program keeps in it, the next one finds
final class Home {
  let folder: URL
  let environment: [String: String]

  init(_ more: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-home-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "TZ": "UTC"].merging(more) { $1 }
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch {}
  }

  var data: URL { folder.appending(path: ".local/share/imgsearch") }
  var database: URL { data.appending(path: "imgsearch.db") }

  func run(_ arguments: String..., input: String = "") throws -> Program.Outcome {
    try Program.run(arguments, environment: environment, input: input)
  }

  /// A search of our own fixtures
  func replay(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(arguments + ["--replay", Program.fixtures], environment: environment)
  }

  /// A program that runs beside this one, its output to be read
  func start(_ arguments: [String], input: URL) throws -> (process: Process, output: FileHandle) {
    let process = Process()
    process.executableURL = URL(filePath: try Program.path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: input)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  /// A file of photos as `--format ndjson` prints them, with these numbers as their ids
  func photos(_ numbers: ClosedRange<Int>) throws -> URL {
    let lines = numbers.map { number in
      #"{"id":"flickr:\#(number)","title":"Photo \#(number)","#
        + #""page":"https://www.flickr.com/photos/someone/\#(number)"}"#
    }
    let file = folder.appending(path: "\(numbers.lowerBound).ndjson")
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    return file
  }
}

extension Program.Outcome {
  /// The ids of NDJSON
  func ids() throws -> [String] {
    struct Photo: Decodable { let id: String }
    return try lines.filter { !$0.isEmpty }.map { line in
      try JSONDecoder().decode(Photo.self, from: Data(line.utf8)).id
    }
  }
}
