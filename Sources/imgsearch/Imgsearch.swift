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
    return ![.download, .browse, .harvest].contains(arguments.command)
      && arguments.outputFile == nil && !arguments.value(OptionTable.open)
  }

  /// The command line after the program's name, with what config.json sets; nil if it is empty
  static func arguments(
    _ words: [String], _ console: Console
  ) -> Result<Arguments?, any Error> {
    Result {
      try words.isEmpty
        ? nil : Arguments(words, defaults: ConfigFile(in: console.folders.config).defaults)
    }
  }

  /// Does what a command line says
  ///
  /// - Returns: the code to exit with
  static func run(
    _ arguments: Result<Arguments?, any Error>, console: Console
  ) async -> ExitCode {
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
      if !isQuiet {
        for remark in arguments.remarks { console.note("imgsearch: \(remark)") }
      }
      let console = isQuiet ? console.quiet(but: "imgsearch: ") : console
      let work = work(of: CommandName(of: arguments.command))
      return try await work(arguments, console.colored(arguments.terminalColor))
    } catch is OutputClosed {
      return .success
    } catch is CancellationError {
      // The reader has left, which isn't an error; after Ctrl-C another code replaces this one.
      return .success
    } catch {
      let failure = CommandFailure(of: error)
      console.note("imgsearch: \(failure.message)")
      return failure.code
    }
  }

  /// The function of a command, which reads its options and runs it
  private static func work(
    of command: CommandName
  ) -> @Sendable (Arguments, Console) async throws -> ExitCode {
    switch command {
    case .search, .list:
      { try await SearchCommand(options: SearchOptions($0), console: $1).run() }
    case .similar: { try await SimilarCommand($0, console: $1).run() }
    case .more: { try await MoreCommand($0, console: $1).run() }
    case .again: { try await AgainCommand($0, console: $1).run() }
    case .pick: { try await PickCommand(options: PickOptions($0), console: $1).run() }
    case .favorites:
      { try await FavoritesCommand(options: FavoritesOptions($0), console: $1).run() }
    case .history: { try HistoryCommand(options: HistoryOptions($0), console: $1).run() }
    case .show: { try await ShowCommand(options: ShowOptions($0), console: $1).run() }
    case .open: { try await OpenCommand(options: OpenOptions($0), console: $1).run() }
    case .credit: { try await CreditCommand(options: CreditOptions($0), console: $1).run() }
    case .download: { try await DownloadCommand(options: DownloadOptions($0), console: $1).run() }
    case .browse: { try await BrowseCommand(options: BrowseOptions($0), console: $1).run() }
    case .mcp: { try await AssistantCommand(options: AssistantOptions($0), console: $1).run() }
    case .harvest: { try await HarvestCommand(options: HarvestOptions($0), console: $1).run() }
    case .completions: { try CompletionsCommand($0, console: $1).run() }
    case .providers: { try ProvidersCommand($0, console: $1).run() }
    case .keys: { try await KeysCommand(options: KeysOptions($0), console: $1).run() }
    case .doctor: { try DoctorCommand($0, console: $1).run() }
    case .help: { try HelpCommand($0, console: $1).run() }
    }
  }
}
