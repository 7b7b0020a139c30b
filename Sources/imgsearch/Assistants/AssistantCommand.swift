import CommandSyntax
import Foundation
import ModelContext
import PhotoSearch
import PhotoStorage
import Terminal

/// The options of `mcp`
struct AssistantOptions: Sendable {
  let run: RequestOptions
  let manner: SearchSettings
  /// Defaults for arguments that a search leaves out, by their names in config.json
  let defaults: [String: [String]]
  /// The folder for pictures; nil if none may be saved
  let folder: DownloadFolder?

  /// - Throws: a usage failure, also for defaults that exclude each other.
  init(_ arguments: Arguments) throws {
    guard arguments.operands.isEmpty else {
      throw CommandFailure.usage(
        "mcp takes no words; to search for them: imgsearch search mcp "
          + arguments.operands.joined(separator: " "))
    }
    _ = try PlanOptions(arguments)
    run = RequestOptions(arguments)
    manner = SearchSettings(arguments)
    defaults = arguments.planned
    folder = arguments.value(OptionTable.assistantOutput).map {
      DownloadFolder($0, embeds: arguments.value(OptionTable.embed))
    }
  }
}

/// `imgsearch mcp`: a server of the Model Context Protocol on standard input and output
///
/// Standard output only has the protocol's messages.
struct AssistantCommand {
  let options: AssistantOptions
  let console: Console

  func run() async throws -> ExitCode {
    // Checked now, rather than at the first download
    if let folder = options.folder { try PictureFolder.check(folder.url) }
    if isatty(STDIN_FILENO) == 1 {
      console.note(
        "This server waits for Model Context Protocol messages from the assistant that starts it: "
          + "see imgsearch help mcp. Ctrl-C ends it")
    }
    let input = LineReader()
    let session = try Session(options.run, console: console)
    try await session.finishing {
      let tools = AssistantTools(session: session, options: options, console: console)
      let server = ToolServer(
        name: "imgsearch", version: UserAgent.version,
        tools: AssistantTool.allCases.map { $0.tool(tools.call) },
        instructions: AssistantTool.instructions, write: console.print)
      try await server.run(input)
    }
    return .success
  }
}
