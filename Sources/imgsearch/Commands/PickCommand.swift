import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// `imgsearch pick <words>`: shows a search in fzf, with a preview of each photo; the chosen photos
/// are printed as ids, added to the favorites, or saved
struct PickCommand {
  /// Explains what keys do, for people
  private static let keys = """
    Type to find words in the list.

    Tab      selects, or deselects
    Enter    takes what is selected
    Ctrl-O   opens the page
    Up Down  move in the list
    Esc      leaves
    """

  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure; a failure with code 69 if fzf can't be run.
  func run() async throws -> ExitCode {
    let search = try SearchOptions(arguments, only: .table)
    guard let path = console.desktop.path("fzf") else {
      throw CommandFailure(
        "pick shows its list in fzf, which isn't installed here: apt install fzf, brew install fzf, "
          + "or https://github.com/junegunn/fzf", code: .unavailable)
    }
    // The photos are in the database before the user chooses, so that each number means its photo.
    var entries: [ListingEntry] = []
    let code = try await SearchCommand(options: search, console: console) { entries.append($0) }
      .run()
    guard !entries.isEmpty else { return code }
    // The preview takes the other half of the terminal.
    let lines = ChoiceTable.lines(of: entries, width: max(30, Console.errorSize.columns / 2 - 4))
    var program = ChildProgram(
      path: path, arguments: fzfArguments(for: search), input: Data(lines.utf8))
    program.output = .interactive
    let end: ChildProgram.End
    do { end = try await program.run() } catch let error as POSIXError {
      throw CommandFailure(
        "\(path) can't be started (\(SystemReason.words(for: error))), so it isn't fzf; remove it from "
          + "the PATH, or install fzf before it: https://github.com/junegunn/fzf",
        code: .unavailable)
    }
    switch end.status {
    case 0: return try await use(end.output, from: search)
    case 1 << 8: return .success
    case 130 << 8: return .interrupted
    default:
      throw CommandFailure(
        "fzf ended without a choice; pick needs a terminal, and fzf 0.27 or later",
        code: .unavailable)
    }
  }

  private func fzfArguments(for search: SearchOptions) -> [String] {
    let pictures = arguments.value(OptionTable.shownPictures)
    let hasPictures = pictures == .auto ? console.errorStyle.color : console.showsPictures(pictures)
    let use: PictureUse = hasPictures ? .always : .never
    let offline = search.requests.isOffline ? " \(OptionTable.offline.row.flag)" : ""
    let show = "\(Self.program) \(Command.show.name) {1} --pictures \(use.rawValue)\(offline)"
    let open = "\(Self.program) \(Command.open.name) {1}"
    return [
      "--multi", "--delimiter", "\t", "--with-nth", "3", "--header-lines", "1", "--header",
      "Tab selects, Enter takes, ? all keys", "--layout", "reverse", "--preview", show,
      "--preview-window", "right:50%", "--bind",
      "?:preview(printf %s '\(Self.keys)'),ctrl-o:execute-silent(\(open))",
    ]
  }

  /// The command to start this program, quoted for a shell
  private static var program: String {
    let name = CommandLine.arguments[0]
    let path = name.contains(bytes: "/") ? URL(filePath: name).path : name
    return ShellWord.quoted(path, by: "'")
  }

  /// - Parameter chosen: the lines that fzf gives back, each with the photo's number and id first
  private func use(_ chosen: Data, from search: SearchOptions) async throws -> ExitCode {
    let photos = String(decoding: chosen, as: UTF8.self).components(at: "\n", keepsEmpty: false)
      .map { $0.components(at: "\t").map(String.init) }
    let ids = photos.map { $0[1] }
    let numbers = photos.map { $0[0] }.joined(separator: " ")
    let addsFavorites = arguments.value(OptionTable.favorite)
    let downloads = arguments.value(OptionTable.download)
    guard addsFavorites || downloads else {
      try console.print(ids.map { $0 + "\n" }.joined())
      suggest("download \(numbers) · favorites add \(numbers) · credit \(numbers)")
      return .success
    }
    var codes: [ExitCode] = []
    if addsFavorites {
      let addition = FavoritesAddition(requests: search.requests, collection: nil, console: console)
      codes.append(try await addition.add(ids))
    }
    if downloads {
      let replay = search.requests.replay.map { [(row: OptionTable.replay.row, text: $0)] } ?? []
      let options = try OptionValues(
        replay, defaults: ConfigFile(in: console.folders.config).defaults(),
        of: OptionTable.options(of: .download))
      var download = try DownloadCommand(options: DownloadOptions(ids, options), console: console)
      download.searchedChoice = search.plan.flatMap { RenditionChoice($0.query.filters) }
      codes.append(try await download.run())
    }
    suggest(addsFavorites ? "favorites" : "credit \(numbers)")
    return codes.first { $0 != .success } ?? .success
  }

  /// Says to a person which commands take the chosen photos
  private func suggest(_ commands: String) {
    if console.isErrorTerminal { console.note("imgsearch \(commands)") }
  }
}
