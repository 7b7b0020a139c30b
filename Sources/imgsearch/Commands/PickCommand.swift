import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// The options of `pick`
struct PickOptions: Sendable {
  let search: SearchOptions
  /// Whether to add the chosen photos to the favorites
  let addsFavorites: Bool
  /// Whether to save the chosen photos' pictures
  let downloads: Bool
  let pictures: PictureUse

  /// - Throws: a usage failure.
  init(_ arguments: Arguments) throws {
    search = try SearchOptions(arguments, only: .table)
    addsFavorites = arguments.value(OptionTable.favorite)
    downloads = arguments.value(OptionTable.download)
    pictures = arguments.terminalValue(OptionTable.shownPictures)
  }
}

/// `imgsearch pick <words>`: shows the table of a search in fzf, with a preview of each photo; the
/// chosen photos are printed as ids, added to the favorites, or saved
struct PickCommand {
  private static let fzf = "fzf"

  let options: PickOptions
  let console: Console

  func run() async throws -> ExitCode {
    guard let path = console.desktop.path(Self.fzf) else {
      throw CommandFailure(
        "pick shows its list in fzf, which isn't installed here: apt install fzf, brew install fzf, "
          + "or https://github.com/junegunn/fzf", code: .unavailable)
    }
    let (table, code) = try await table()
    // The first line has the names of the columns.
    guard table.split(separator: UInt8(ascii: "\n")).count > 1 else { return code }
    var program = ChildProgram(path: path, arguments: arguments, input: table)
    program.output = .chosen
    let end: ChildProgram.End
    do { end = try await program.run() } catch let error as POSIXError {
      throw CommandFailure(
        "\(path) can't be started (\(SystemReason.words(for: error))), so it isn't fzf; remove it from "
          + "the PATH, or install fzf before it: https://github.com/junegunn/fzf",
        code: .unavailable)
    }
    switch end.status {
    case 0: return try await take(Self.ids(in: end.output))
    case 1 << 8: return .success
    case 130 << 8: return .interrupted
    default:
      throw CommandFailure(
        "fzf ended without a choice; pick needs a terminal, and fzf 0.27 or later",
        code: .unavailable)
    }
  }

  /// The search's table, tab-separated and complete
  ///
  /// The photos are in the database before the user chooses, so that each number means its photo.
  private func table() async throws -> (Data, ExitCode) {
    let folder = FileManager.default.temporaryDirectory.path
    var name = Array("\(folder)/imgsearch-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else {
      throw CommandFailure(
        "couldn't write the list for fzf: \(String(cString: strerror(errno)))", code: .cannotWrite)
    }
    defer { close(file) }
    unlink(name)
    let search = SearchCommand(options: options.search, console: console.writing(to: file))
    let code = try await search.run()
    lseek(file, 0, SEEK_SET)
    return (Data(try OpenFile.bytes(of: file, atMost: 1_000_000_000) ?? []), code)
  }

  private var arguments: [String] {
    let hasPictures =
      options.pictures == .auto
      ? console.errorStyle.color : console.showsPictures(options.pictures)
    let use: PictureUse = hasPictures ? .always : .never
    let offline = options.search.run.isOffline ? " \(OptionTable.offline.row.flag)" : ""
    let show = "\(Self.program) \(Command.show.name) {1} --pictures \(use.rawValue)\(offline)"
    return [
      "--multi", "--delimiter", "\t", "--with-nth", "1,2,3,4,6", "--tabstop", "2",
      "--header-lines", "1", "--header", "Tab marks, Enter takes, Esc leaves", "--layout",
      "reverse", "--preview", show,
      "--preview-window", "right:60%",
    ]
  }

  /// The command to start this program, quoted for a shell
  private static var program: String {
    let name = CommandLine.arguments[0]
    let path = name.holds("/") ? URL(filePath: name).path : name
    return "'\(path.replacing(each: "'", by: "'\\''"))'"
  }

  /// The ids in the chosen lines
  private static func ids(in output: Data) -> [String] {
    String(decoding: output, as: UTF8.self).parts(at: "\n", keepsEmpty: false).compactMap { line in
      let columns = line.parts(at: "\t")
      return columns.count > 6 ? String(columns[6]) : nil
    }
  }

  private func take(_ ids: [String]) async throws -> ExitCode {
    guard options.addsFavorites || options.downloads else {
      try console.print(ids.map { $0 + "\n" }.joined())
      return .success
    }
    var codes: [ExitCode] = []
    if options.addsFavorites {
      let addition = FavoritesAddition(
        run: options.search.run, collection: nil, console: console)
      codes.append(try await addition.add(ids))
    }
    if options.downloads {
      let replay = options.search.run.replay.map { ["--replay", $0] } ?? []
      let arguments = try Arguments(
        [Command.download.name] + ids + replay,
        defaults: ConfigFile(in: console.folders.config).defaults)
      var download = try DownloadCommand(options: DownloadOptions(arguments), console: console)
      if case .anew(let search) = options.search.start {
        download.searched = RenditionChoice(search.plan.query.filters)
      }
      codes.append(try await download.run())
    }
    return codes.first { $0 != .success } ?? .success
  }
}
