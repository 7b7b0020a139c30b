import Foundation
import PhotoSearch
import PhotoStorage
import Terminal

/// What the last word of a command line may become, told by the tables of commands and options, the
/// database and the folders of this machine
///
/// It asks no service, and makes no database where there is none.
struct LineCompletion {
  /// A word that may take the place of the last one
  struct Offer: Hashable {
    let word: String
    /// What it does, in a few words; empty for values
    var summary = ""

    /// Whether something may follow without a blank: the rest of a path
    var isBegun: Bool { word.hasSuffix("/") }
  }

  /// Where files are to be offered
  struct Place: Hashable {
    /// Characters of the word before the path: those of `--replay=`
    let start: Int
    let isFolder: Bool
  }

  private let database: URL
  private let environment: [String: String]
  /// The word to complete; may be empty
  private let word: String
  private var command: Command?
  /// The first word after the command
  private var action: String?
  /// The option whose value the last word is
  private var option: OptionRow?
  /// The options before the word, such as `-n`
  private var typed: [String] = []
  /// Whether `--` was typed, after which nothing is an option
  private var isEnded = false
  /// What stands before the value in the word, such as `--provider=`; empty for a value by itself
  private var start = ""

  /// How long another program that has the database is waited for
  private static let patience = Duration.milliseconds(200)
  private static let maxRecentWords = 20
  private static let maxFiles = 1_000

  /// - Parameter words: those after the program's name, without quotes and backslashes, up to the one
  ///   to complete
  init(_ words: [String], in console: Console) {
    (database, environment) = (console.folders.database, console.environment)
    word = words.last ?? ""
    for word in words.dropLast() { read(word) }
    guard option == nil, !isEnded, word.begins(with: "-") else { return }
    if word.begins(with: "--") {
      guard word.holds("=") else { return }
      start = word.cut(at: "=").before + "="
      option = row(String(start.dropLast()))
    } else if word.unicodeScalars.count > 2, let row = row(Self.name(in: word)), row.takesValue {
      (option, start) = (row, Self.name(in: word))
      if word.dropFirst(2).first == "=" { start += "=" }
    }
  }

  private mutating func read(_ word: String) {
    if option != nil {
      option = nil
    } else if !isEnded, word == "--" {
      (isEnded, command) = (true, command ?? .search)
    } else if !isEnded, word.begins(with: "-"), word != "-" {
      let name = Self.name(in: word)
      typed.append(name)
      if name == word, let row = row(name), row.takesValue { option = row }
    } else if command != nil {
      action = action ?? word
    } else if let named = Command(rawValue: word) ?? Command.meant(by: [word])?.0 {
      command = named
    } else {
      (command, action) = (.search, word)
    }
  }

  /// `--size` of `--size=full`, `-n` of `-n3`
  private static func name(in word: String) -> String {
    word.begins(with: "--")
      ? String(word.cut(at: "=").before) : String(word.unicodeScalars.prefix(2))
  }

  /// The options that may be typed here
  private var rows: [OptionRow] {
    OptionTable.rows(of: command ?? .search, action.map { [$0] } ?? [])
  }

  /// The option of that name, by the command's meaning of it, else by any
  private func row(_ name: String) -> OptionRow? {
    (rows + OptionTable.rows(of: command ?? .search) + OptionTable.rows).first {
      $0.isCalled(name)
    }
  }

  // MARK: - What is offered

  /// Where files are offered; nil where words are
  var place: Place? {
    let kind = option?.kind ?? operand
    return switch kind {
    case .path: Place(start: start.count, isFolder: false)
    case .folder: Place(start: start.count, isFolder: true)
    default: nil
    }
  }

  /// All words that the last one may become, files and folders too
  var offers: [Offer] {
    let offers =
      if let option {
        values(of: option.kind, canLeaveOut: option.canLeaveOut)
      } else if !isEnded, word.begins(with: "-") {
        rows.flatMap { row in row.spellings.map { Offer(word: $0, summary: row.summary) } }
      } else if command == nil {
        commands + (word.isEmpty ? [] : recentWords)
      } else {
        values(of: operand) + (takesRecentWords ? recentWords : [])
      }
    var seen: Set<String> = []
    return offers.filter { offer in
      offer.word.begins(with: word) && Self.isHarmless(offer.word)
        && seen.insert(offer.word).inserted
    }
  }

  /// Whether a text stays as it is when it is shown: no control characters, nothing hidden
  private static func isHarmless(_ text: String) -> Bool {
    text.utf8.count <= 1_000 && SafeText.line(text) == text
  }

  /// Commands that take all the options that are typed
  private var commands: [Offer] {
    Command.allCases.filter { command in
      let rows = OptionTable.rows(of: command)
      return typed.allSatisfy { name in rows.contains { $0.isCalled(name) } }
    }.map { Offer(word: $0.rawValue, summary: $0.summary) }
  }

  /// What may be typed where no option's value is; nothing is offered for photos
  private var operand: OptionRow.Kind {
    let words: [String]? =
      switch (command, action) {
      case (.favorites?, nil), (.history?, nil), (.keys?, nil): command?.actions
      case (.keys?, let action?) where KeysAction(rawValue: action) != nil: KeysOptions.services
      case (.completions?, nil): Shell.allCases.map(\.rawValue)
      case (.help?, nil): Command.allCases.map(\.rawValue) + HelpTopic.names
      default: nil
      }
    if let words { return .choice(words, placeholder: "") }
    return switch (command, action) {
    case (.harvest?, nil), (.favorites?, FavoritesAction.import.rawValue?): .path(placeholder: "")
    case (.favorites?, let action?)
    where [.list, .remove, .rename].contains(FavoritesAction(synonym: action)):
      .collection(placeholder: "")
    default: .none
    }
  }

  private var takesRecentWords: Bool {
    switch command {
    case .search, .pick, .browse: action == nil
    case .history: action == nil || action == HistoryAction.remove.rawValue
    default: false
    }
  }

  private func values(of kind: OptionRow.Kind, canLeaveOut: Bool = false) -> [Offer] {
    switch kind {
    case .choice(let words, _): words.map { Offer(word: start + $0) }
    case .choices(let words, _): further(words, canLeaveOut)
    case .collection:
      stored { try $0.collections().map(\.name.text) }.map { Offer(word: start + $0) }
    case .path, .folder: files
    case .none, .text, .number, .seconds, .secondsOrForever, .filter: []
    }
  }

  /// The words that a list separated by commas doesn't have yet; behind a hyphen, those left out
  private func further(_ words: [String], _ canLeaveOut: Bool) -> [Offer] {
    let list = word.dropFirst(start.count)
    let chosen = list.lastPlace(of: ",").map { list[...$0] } ?? ""
    let hyphen = canLeaveOut && list.dropFirst(chosen.count).begins(with: "-") ? "-" : ""
    let names = chosen.parts(at: ",")
    return words.map { hyphen + $0 }.filter { !names.contains(Substring($0)) }
      .map { Offer(word: start + chosen + $0) }
  }

  private var recentWords: [Offer] {
    let words = stored { try $0.history().compactMap(\.words) }
    return words.prefix(Self.maxRecentWords).map { Offer(word: $0) }
  }

  /// Nothing where it can't be read: a shell that completes a line shows no reasons
  private func stored(_ read: (PhotoDatabase) throws -> [String]) -> [String] {
    do {
      return try PhotoDatabase.reading(at: database, patience: Self.patience).map(read) ?? []
    } catch {
      return []
    }
  }

  /// Paths that begin as the value does; hidden ones where a point is typed
  private var files: [Offer] {
    let value = word.dropFirst(start.count)
    let folder = value.lastPlace(of: "/").map { value[...$0] } ?? ""
    let name = value.dropFirst(folder.count)
    let home = Folders.home(environment)
    // Shells take ~ for the home folder at the beginning of a word alone.
    let path =
      start.isEmpty && folder.begins(with: "~/") ? home + folder.dropFirst() : String(folder)
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path.isEmpty ? "." : path)
    } catch {
      return []
    }
    let fitting = names.filter { file in
      file.begins(with: String(name)) && (!file.begins(with: ".") || name.begins(with: "."))
    }
    return fitting.sorted().prefix(Self.maxFiles).compactMap { file in
      var status = stat()
      let isFolder = stat(path + file, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      guard isFolder || place?.isFolder == false else { return nil }
      return Offer(word: start + folder + file + (isFolder ? "/" : ""))
    }
  }
}

extension OptionRow {
  /// Every way to type its name
  fileprivate var spellings: [String] { [flag] + (letter.map { ["-\($0)"] } ?? []) }

  /// Whether it is called that, hyphens included: `--licence`, `-n`
  fileprivate func isCalled(_ name: String) -> Bool {
    name.begins(with: "--") ? isNamed(name.dropFirst(2)) : letter.map { "-\($0)" == name } ?? false
  }
}
