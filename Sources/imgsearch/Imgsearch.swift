import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// The program: reads the command line, runs the command, and exits with its code
@main
enum Imgsearch {
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    Console.reserveDescriptors()
    let console = Console()
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == CompletionAnswer.name {
      // A shell can't show why a completion fails.
      do {
        try console.print(
          CompletionAnswer.text(
            for: Array(words.dropFirst()), in: .imgsearch, from: LineCompletion.Source(console)))
      } catch {}
      exit(ExitCode.success.rawValue)
    }
    let arguments = arguments(words, console)
    let work = Task { await run(arguments, console: console) }
    let interrupts = SignalHandler(
      end: { work.cancel() },
      leave: {
        console.unfinished.discard()
        console.input.leave()
      }, resume: { console.resume() }, pause: { console.input.pause() },
      resize: { console.resize() })
    if isForReaders(arguments) { OutputReader.whenGone { work.cancel() } }
    let code = await work.value
    exit(interrupts.code ?? code.rawValue)
  }

  /// Whether the program may end once nobody reads its output; not if it saves pictures, writes
  /// files or serves pages
  private static func isForReaders(_ arguments: Result<Arguments?, any Error>) -> Bool {
    guard case .success(let arguments?) = arguments else { return true }
    return !arguments.commandRow.outlivesReader && arguments.options.outputFile == nil
      && !arguments.value(OptionTable.open)
  }

  /// The command line after the program's name, with what config.json sets; nil if it is empty
  static func arguments(_ words: [String], _ console: Console) -> Result<Arguments?, any Error> {
    Result {
      try words.isEmpty
        ? nil : Arguments(words, defaults: ConfigFile(in: console.folders.config).defaults)
    }
  }

  /// Does what a command line says
  ///
  /// - Returns: the code to exit with
  static func run(_ arguments: Result<Arguments?, any Error>, console: Console) async -> ExitCode {
    do {
      guard let arguments = try arguments.get() else {
        console.show(Help.short)
        return .usage
      }
      if arguments.value(OptionTable.version) {
        try console.print("imgsearch \(UserAgent.version)\n")
        return .success
      }
      if arguments.value(OptionTable.help) {
        try console.print(
          arguments.isCommandNamed ? Help(console).text(of: arguments.command) : Help(console).all)
        return .success
      }
      let isQuiet = arguments.value(OptionTable.quiet)
      if !isQuiet { for remark in arguments.remarks { console.note("imgsearch: \(remark)") } }
      var console = console
      if isQuiet { console.spoken = "imgsearch: " }
      console.color = arguments.value(OptionTable.terminalColor)
      return try await work(arguments, console)
    } catch is OutputClosed, is CancellationError {
      // The reader has left, which isn't an error; after Ctrl-C another code replaces this one.
      return .success
    } catch { return console.report(error) }
  }

  /// Does the work of a command
  private static func work(_ line: Arguments, _ console: Console) async throws -> ExitCode {
    switch line.command {
    case .search, .list:
      try await SearchCommand(options: SearchOptions(line), console: console).run()
    case .similar: try await SimilarCommand(arguments: line, console: console).run()
    case .more: try await MoreCommand(arguments: line, console: console).run()
    case .again: try await AgainCommand(arguments: line, console: console).run()
    case .pick: try await PickCommand(arguments: line, console: console).run()
    case .show: try await ShowCommand(arguments: line, console: console).run()
    case .open: try await OpenCommand(arguments: line, console: console).run()
    case .credit: try await CreditCommand(arguments: line, console: console).run()
    case .download:
      try await DownloadCommand(
        options: DownloadOptions(line.photos, line.options), console: console
      ).run()
    case .favorites:
      try await FavoritesCommand(options: FavoritesOptions(line), console: console).run()
    case .history: try HistoryCommand(arguments: line, console: console).run()
    case .browse: try await BrowseCommand(arguments: line, console: console).run()
    case .mcp: try await AssistantCommand(options: AssistantOptions(line), console: console).run()
    case .harvest: try await Harvest.run(HarvestOptions(line), on: console)
    case .keys: try await KeysCommand(options: KeysOptions(line), console: console).run()
    case .providers: try ProvidersCommand(arguments: line, console: console).run()
    case .completions: try CompletionsCommand(arguments: line, console: console).run()
    case .doctor: try DoctorCommand(arguments: line, console: console).run()
    case .help: try HelpCommand(arguments: line, console: console).run()
    }
  }
}
