import Foundation
import PhotoSearch

/// The value of `--cursor`: a token, `@FILE`, or `-` for standard input
struct CursorArgument {
  let cursor: SearchCursor

  init(_ value: String, console: Console) throws {
    let token: String
    if value == "-" {
      token = try console.readInput()
    } else if value.hasPrefix("@") {
      token = try Self.read(String(value.dropFirst()))
    } else {
      token = value
    }
    do {
      cursor = try SearchCursor(token)
    } catch {
      throw CommandFailure("--cursor: \(error)", code: .data)
    }
  }

  private static func read(_ path: String) throws -> String {
    do {
      return try String(contentsOf: URL(filePath: path), encoding: .utf8)
    } catch {
      throw CommandFailure(
        "--cursor: the file \(path) cannot be read; check the name and its permissions",
        code: .noInput)
    }
  }
}
