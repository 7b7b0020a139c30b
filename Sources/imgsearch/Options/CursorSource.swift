import Foundation
import PhotoSearch

/// The value of `--cursor`: a token, `@FILE`, or `-` for standard input
enum CursorSource: Sendable {
  case token(String)
  case file(String)
  case standardInput

  /// - Throws: a usage failure for a file without a name.
  init(_ value: String) throws {
    if value == "-" {
      self = .standardInput
    } else if value.begins(with: "@") {
      self = .file(String(value.unicodeScalars.dropFirst()))
      guard value != "@" else { throw CommandFailure.usage("--cursor: @ needs a file's name") }
    } else {
      self = .token(value)
    }
  }

  /// - Throws: a failure with code 65 for text that isn't a cursor, or 66 for a file that can't be read.
  func cursor() async throws -> SearchCursor {
    let token =
      switch self {
      case .token(let token): token
      case .file(let path): Self.next(in: try Self.read(path))
      case .standardInput: Self.next(in: try await Self.input())
      }
    if token.trimmingCharacters(in: .whitespacesAndNewlines) == "null" {
      throw CommandFailure(
        "--cursor: null: that search had come to its end; there is nothing to go on with",
        code: .data)
    }
    do {
      return try SearchCursor(token)
    } catch {
      throw CommandFailure("--cursor: \(ErrorText.line(error))", code: .data)
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
    do {
      return try String(contentsOf: URL(filePath: path), encoding: .utf8)
    } catch {
      throw CommandFailure(
        "--cursor: the file \(path) cannot be read; check the name and its permissions",
        code: .noInput)
    }
  }
}
