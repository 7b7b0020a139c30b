import Foundation
import Platform
import Terminal

/// Completes the last word of a command line, from the tables of commands and options, the
/// program's data, and the folders of this machine
package struct LineCompletion {
  /// The program's own data for completions; its functions are only called if needed
  package struct Source: Sendable {
    /// Words of earlier command lines, for ``OptionRow/Kind/recentWords``, the likeliest first
    let recentWords: @Sendable () -> [String]
    /// The current names for ``OptionRow/Kind/listed``
    let listed: @Sendable () -> [String]
    /// The home folder, written `~`
    let home: String

    package init(
      recentWords: @escaping @Sendable () -> [String], listed: @escaping @Sendable () -> [String],
      home: String
    ) {
      self.recentWords = recentWords
      self.listed = listed
      self.home = home
    }
  }

  /// A word that may replace the last one
  struct Offer: Hashable {
    let word: String
    /// A few words about the offer's effect; empty for values
    var summary = ""

    /// Whether the user may continue the offer without a blank, as a path
    var isBegun: Bool { word.hasSuffix("/") }
  }

  private let language: CommandLanguage
  private let source: Source
  /// The word to complete; may be empty
  private let word: String
  private var command: CommandRow?
  /// The first word after the command
  private var action: String?
  /// The option whose value is the last word
  private var option: OptionRow?
  /// Options before the word, such as `-n`
  private var typed: [String] = []
  /// Whether `--` was typed, after which no word is an option
  private var isEnded = false
  /// The part of the word before the value, such as `--provider=`; empty if the value is a word of
  /// its own
  private var start = ""

  private static let maxFiles = 1_000

  /// - Parameter words: the words after the program's name, unquoted, up to the one to complete
  init(_ words: [String], in language: CommandLanguage, from source: Source) {
    self.language = language
    self.source = source
    word = words.last ?? ""
    for word in words.dropLast() { read(word) }
    guard option == nil, !isEnded, word.begins(with: "-"), let value = Arguments.attached(word),
      let row = row(Arguments.name(in: word)), row.takesValue || word.begins(with: "--")
    else { return }
    option = row
    start = String(word.unicodeScalars.dropLast(value.unicodeScalars.count))
  }

  private mutating func read(_ word: String) {
    if option != nil {
      option = nil
    } else if !isEnded, word == "--" {
      (isEnded, command) = (true, command ?? language.fallback)
    } else if !isEnded, word.begins(with: "-"), word != "-" {
      let name = Arguments.name(in: word)
      typed.append(name)
      if name == word, let row = row(name), row.takesValue { option = row }
    } else if command != nil {
      action = action ?? word
    } else if let named = language.command(meantBy: word) {
      command = named
    } else {
      (command, action) = (language.fallback, word)
    }
  }

  /// The options that may be typed here
  private var rows: [OptionRow] {
    language.rows(of: command ?? language.fallback, action.map { [$0] } ?? [])
  }

  /// The option with this name, as the command defines it or else any
  private func row(_ name: String) -> OptionRow? {
    (rows + language.rows(of: command ?? language.fallback) + language.rows).first {
      $0.isCalled(name)
    }
  }

  // MARK: - Offers

  /// Where files are offered, or folders alone, by the number of characters of the word before the
  /// path, such as `--replay=`; nil if words are
  var place: (start: Int, isFolder: Bool)? {
    switch option?.kind ?? operand {
    case .path: (start: start.count, isFolder: false)
    case .folder: (start: start.count, isFolder: true)
    default: nil
    }
  }

  /// All words that may replace the last one, including files and folders
  var offers: [Offer] {
    let offers =
      if let option {
        values(of: option.kind)
      } else if !isEnded, word.begins(with: "-") {
        rows.flatMap { row in row.spellings.map { Offer(word: $0, summary: row.summary) } }
      } else if command == nil {
        commands + (word.isEmpty ? [] : values(of: language.fallback.operandKind))
      } else { actions + values(of: operand) }
    return offers.filter { $0.word.begins(with: word) && Self.isHarmless($0.word) }
      .distinct(by: \.word)
  }

  /// Whether a text has no control or hidden characters, so that it is safe to show
  private static func isHarmless(_ text: String) -> Bool {
    text.utf8.count <= 1_000 && SafeText.line(text) == text
  }

  /// Commands that take all the options typed so far
  private var commands: [Offer] {
    language.commands.filter { command in
      let rows = language.rows(of: command)
      return typed.allSatisfy { name in rows.contains { $0.isCalled(name) } }
    }.map { Offer(word: $0.name, summary: $0.summary) }
  }

  private var actions: [Offer] {
    action == nil ? (command?.actions ?? []).map { Offer(word: $0.name) } : []
  }

  /// The kind of operand at this place
  private var operand: OptionRow.Kind {
    guard let command else { return .none }
    guard let action else { return command.operandKind }
    return command.action(named: action)?.operandKind ?? .none
  }

  private func values(of kind: OptionRow.Kind) -> [Offer] {
    switch kind {
    case .choice(let choices) where choices.isList: further(choices)
    case .choice(let choices): choices.words.map { Offer(word: start + $0) }
    case .listed: source.listed().map { Offer(word: start + $0) }
    case .recentWords: source.recentWords().map { Offer(word: start + $0) }
    case .path, .folder: files
    case .none, .text, .form: []
    }
  }

  /// Words to continue a comma-separated list; after a hyphen, the words to leave out
  private func further(_ choices: OptionRow.Choices) -> [Offer] {
    let list = word.dropFirst(start.count)
    let chosen = list.lastIndex(ofASCII: ",").map { list[...$0] } ?? ""
    let hyphen = choices.all != nil && list.dropFirst(chosen.count).begins(with: "-") ? "-" : ""
    let names = chosen.components(at: ",")
    return choices.words.map { hyphen + $0 }.filter { !names.contains(Substring($0)) }
      .map { Offer(word: start + chosen + $0) }
  }

  /// Paths that begin like the value; hidden ones only if a point was typed
  private var files: [Offer] {
    let value = word.dropFirst(start.count)
    let folder = value.lastIndex(ofASCII: "/").map { value[...$0] } ?? ""
    let name = value.dropFirst(folder.count)
    // Shells only expand ~ at the beginning of a word.
    let path =
      start.isEmpty && folder.begins(with: "~/") ? source.home + folder.dropFirst() : String(folder)
    let names = ifReadable {
      try FileManager.default.contentsOfDirectory(atPath: path.isEmpty ? "." : path)
    }
    let fitting = (names ?? []).filter { file in
      file.begins(with: String(name)) && (!file.begins(with: ".") || name.begins(with: "."))
    }
    return fitting.sorted().prefix(Self.maxFiles).compactMap { file in
      let isFolder = stat(at: path + file)?.isFolder ?? false
      guard isFolder || place?.isFolder == false else { return nil }
      return Offer(word: start + folder + file + (isFolder ? "/" : ""))
    }
  }
}
