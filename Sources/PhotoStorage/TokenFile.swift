package import Foundation
import PhotoSearch
import Platform

/// `tokens.json`: tokens of accounts until they end, which only the user can read
package struct TokenFile: TokenStore {
  /// A token, and until when it lasts
  private struct Token: Codable {
    let value: String
    let end: Date
  }

  private let url: URL
  /// Most bytes of the file; a token has about 100
  private static let maxBytes = 1_000_000

  /// - Parameter folder: the cache folder, as a lost token costs one request
  package init(in folder: URL) {
    url = folder.appending(path: "tokens.json")
  }

  package func token(named name: String, at now: Date) -> String? {
    tokens[name].flatMap { $0.end > now ? $0.value : nil }
  }

  package func keep(_ token: String?, until end: Date, named name: String) {
    guard token != nil || tokens[name] != nil else { return }
    change { tokens in
      tokens = tokens.filter { $0.value.end > Date() }
      tokens[name] = token.map { Token(value: $0, end: end) }
    }
  }

  /// Removes all tokens
  package func removeAll() {
    if RegularFile.isThere(url) { change { $0 = [:] } }
  }

  /// The tokens; empty if the file is missing or can't be read
  private var tokens: [String: Token] {
    do {
      guard let data = try RegularFile.contents(url, limit: Self.maxBytes) else { return [:] }
      return try JSONDecoder().decode([String: Token].self, from: data)
    } catch {
      return [:]
    }
  }

  /// Changes the file under a lock, so that two programs don't undo each other's changes
  private func change(_ body: (inout [String: Token]) -> Void) {
    let folder = url.deletingLastPathComponent()
    do {
      try RegularFile.makeFolder(folder)
      try FolderLock.holding(folder, patience: .milliseconds(200)) { _ in
        var tokens = tokens
        body(&tokens)
        try RegularFile.replace(url, with: JSONEncoder().encode(tokens), permissions: 0o600)
      }
    } catch {
      // Errors are ignored: the next run asks for a token of its own.
    }
  }
}
