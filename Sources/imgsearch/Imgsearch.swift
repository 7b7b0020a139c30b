import Foundation
import PhotoSearch
import PhotoStorage
import Platform

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
        try console.print(CompletionAnswer.text(for: Array(words.dropFirst()), in: console))
      } catch {}
      exit(ExitCode.success.rawValue)
    }
    let arguments = Result {
      try words.isEmpty
        ? nil : Arguments(words, defaults: ConfigFile(in: console.folders.config).defaults)
    }
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

  /// - Parameter arguments: the command line; nil if it is empty
  private static func run(
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
      for remark in arguments.remarks { console.note("imgsearch: \(remark)") }
      return try await perform(arguments, console: console.colored(arguments.terminalColor))
    } catch is OutputClosed {
      return .success
    } catch is CancellationError {
      // The reader has left, which isn't an error; after Ctrl-C another code replaces this one.
      return .success
    } catch let failure as CommandFailure {
      console.note("imgsearch: \(failure.message)")
      return failure.code
    } catch let error as StorageError {
      console.note("imgsearch: \(ErrorText.line(error))")
      return ExitCode(for: error)
    } catch let error where error is FileFault || error is DownloadFault {
      console.note("imgsearch: \(ErrorText.line(error))")
      return .cannotWrite
    } catch {
      console.note("imgsearch: \(ErrorText.line(error))")
      return .unavailable
    }
  }

  /// Runs a command with its options; nothing else does
  private static func perform(
    _ arguments: Arguments, console: Console
  ) async throws -> ExitCode {
    switch arguments.command {
    case .search, .list:
      try await SearchCommand(options: SearchOptions(arguments), console: console).run()
    case .more:
      try await MoreCommand(arguments, console: console).run()
    case .again:
      try await AgainCommand(arguments, console: console).run()
    case .pick:
      try await PickCommand(options: PickOptions(arguments), console: console).run()
    case .favorites:
      try await FavoritesCommand(options: FavoritesOptions(arguments), console: console).run()
    case .history:
      try HistoryCommand(options: HistoryOptions(arguments), console: console).run()
    case .show:
      try await ShowCommand(options: ShowOptions(arguments), console: console).run()
    case .open:
      try await OpenCommand(options: OpenOptions(arguments), console: console).run()
    case .credit:
      try await CreditCommand(options: CreditOptions(arguments), console: console).run()
    case .download:
      try await DownloadCommand(options: DownloadOptions(arguments), console: console).run()
    case .browse:
      try await BrowseCommand(options: BrowseOptions(arguments), console: console).run()
    case .mcp:
      try await AssistantCommand(options: AssistantOptions(arguments), console: console).run()
    case .harvest:
      try await HarvestCommand(options: HarvestOptions(arguments), console: console).run()
    case .completions:
      try CompletionsCommand(arguments, console: console).run()
    case .providers:
      try ProvidersCommand(arguments, console: console).run()
    case .keys:
      try await KeysCommand(options: KeysOptions(arguments), console: console).run()
    case .doctor:
      try DoctorCommand(arguments, console: console).run()
    case .help:
      try HelpCommand(arguments, console: console).run()
    }
  }
}
