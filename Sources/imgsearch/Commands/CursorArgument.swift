import Foundation
import PhotoSearch

/// The value of `--cursor`: a token, `@FILE`, or `-` for standard input
struct CursorArgument {
  let cursor: SearchCursor

  init(_ value: String) async throws {
    let token: String
    if value == "-" {
      token = Self.next(in: try await Self.input())
    } else if value.hasPrefix("@") {
      token = Self.next(in: try Self.read(String(value.dropFirst())))
    } else {
      token = value
    }
    if token.trimmingCharacters(in: .whitespacesAndNewlines) == "null" {
      throw CommandFailure(
        "--cursor: null: that search had come to its end; there is nothing to go on with",
        code: .data)
    }
    do {
      cursor = try SearchCursor(token)
    } catch {
      throw CommandFailure("--cursor: \(error)", code: .data)
    }
  }

  /// All of standard input, as far as it may be one
  private static func input() async throws -> String {
    var lines = InputLines(.standardInput, longest: 64_000_000)
    var text = ""
    while case .text(let line)? = try await lines.next() { text += line + "\n" }
    return text
  }

  /// Of what `--format json` printed its `next`, of anything else all
  private static func next(in text: String) -> String {
    guard text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return text }
    do throws(JSONProblem) {
      let root = try JSONDocument(Data(text.utf8)).root
      return root["next"]?.string ?? (root["photos"] == nil ? text : "null")
    } catch {
      return text
    }
  }

  private static func read(_ path: String) throws -> String {
    guard !path.isEmpty else { throw CommandFailure.usage("--cursor: @ needs a file's name") }
    do {
      return try String(contentsOf: URL(filePath: path), encoding: .utf8)
    } catch {
      throw CommandFailure(
        "--cursor: the file \(path) cannot be read; check the name and its permissions",
        code: .noInput)
    }
  }
}
