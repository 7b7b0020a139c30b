import CommandSyntax
import Foundation
import PhotoStorage
import Platform
import Terminal

/// `imgsearch completions bash|zsh|fish`
struct CompletionsCommand {
  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure unless the operand is one shell.
  func run() throws -> ExitCode {
    let name = arguments.operands.first ?? ""
    guard arguments.operands.count == 1, let shell = Shell(rawValue: name) else {
      let shells = Shell.names.joined(separator: ", ")
      let nearest = Suggestion.nearest(to: name, among: Shell.names)
      throw CommandFailure.usage(
        "completions takes one shell: \(shells)"
          + Suggestion.question(nearest == name ? nil : nearest))
    }
    try console.print(shell.completions(of: CommandLanguage.imgsearch.program))
    return .success
  }
}

extension LineCompletion.Source {
  /// How long to wait for another program that is using the database
  private static let patience = Duration.milliseconds(200)
  private static let maxRecentWords = 20

  /// Completions from the database, which isn't created if it is missing; no service is asked
  init(_ console: Console) {
    let database = console.folders.database
    /// Texts from the database; empty if it can't be read, because a completion can't show errors
    @Sendable func stored(_ read: (PhotoDatabase) throws -> [String]) -> [String] {
      ifReadable {
        try PhotoDatabase.reading(at: database, patience: Self.patience).map(read)
      } ?? []
    }
    self.init(
      recentWords: {
        Array(stored { try $0.history().compactMap(\.words) }.prefix(Self.maxRecentWords))
      }, listed: { stored { try $0.collections().map(\.name.text) } },
      home: Folders.home(console.environment))
  }
}
