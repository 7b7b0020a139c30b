import CommandSyntax
import Foundation
import PhotoSearch
import Platform

/// The value of `--cursor`: a token, `@FILE`, or `-` for standard input
struct CursorSource: Sendable {
  private let value: String

  /// - Throws: a usage failure for a file without a name.
  init(_ value: String) throws {
    guard value != "@" else { throw CommandFailure.usage("--cursor: @ needs a file's name") }
    self.value = value
  }

  /// - Throws: a failure with code 65 if the text isn't a cursor, or 66 if the file can't be read.
  func cursor() async throws -> SearchCursor {
    let isFile = value == "-" || value.begins(with: "@")
    let path = value == "-" ? value : String(value.unicodeScalars.dropFirst())
    let token = isFile ? Self.next(in: try await Self.text(path)) : value
    if token.trimmed == "null" {
      throw CommandFailure(
        "--cursor: null: that search has reached its end; there is nothing to continue",
        code: .data)
    }
    do {
      return try SearchCursor(token)
    } catch { throw CommandFailure("--cursor: \(ErrorText.line(error))", code: .data) }
  }

  /// Most bytes of the text, more than any listing has
  private static let maxBytes = 64_000_000

  /// A file's whole content, up to the limit; `-` is standard input
  private static func text(_ path: String) async throws -> String {
    do {
      var lines = try InputLines(path: path, maxBytes: maxBytes)
      var text = ""
      while let line = try await lines.next(), text.utf8.count <= maxBytes { text += line + "\n" }
      return text
    } catch let fault as InputFault {
      throw CommandFailure("--cursor: \(ErrorText.line(fault))", code: ExitCode(for: fault))
    }
  }

  /// The member `next` of a listing printed with `--format json`; any other text stays as it is
  private static func next(in text: String) -> String {
    guard text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return text }
    do throws(JSONProblem) {
      let root = try JSONDocument(Data(text.utf8)).root
      return root["next"]?.string ?? (root["photos"] == nil ? text : "null")
    } catch { return text }
  }
}
