import PhotoSearch
import Platform

/// Typing mistakes that would be understood as something else; each becomes a usage failure that
/// says what was probably meant
struct OptionTypos {
  /// A list's value, and words after it that the list would accept too
  private struct SpacedList {
    let option: OptionRow
    let value: String
    let further: [String]
    /// How many words come before it
    let place: Int
  }

  private var spaced: SpacedList?
  /// The value of the last `--provider`
  private var providers: String?

  /// Refuses a provider's name after one hyphen: `-flickr` isn't `-f lickr`
  ///
  /// - Parameter line: the program's name and the words before it, without options
  func check(_ argument: String, after line: [String]) throws {
    guard !argument.begins(with: "--") else { return }
    let provider = OptionTable.provider.row
    let name = String(argument.unicodeScalars.dropFirst())
    let id = provider.canonical(name)
    guard provider.values.contains(id), id != ProviderChoice.all.rawValue else { return }
    let others = providers.map { "\($0)," } ?? ""
    throw CommandFailure.usage(
      "'\(argument)' isn't an option; to leave that provider out: -p \(others)-\(name)"
        + Self.wordsHint(argument, after: line))
  }

  /// Refuses a word after one hyphen: `-computer` isn't `-c omputer`
  ///
  /// - Parameter value: the text directly after the option's letter
  static func check(
    _ value: String, of option: OptionRow, in argument: String, after line: [String]
  ) throws {
    do {
      guard option.takesValue else {
        throw CommandFailure.usage("\(option.flag) takes no value, but got '\(value)'")
      }
      try option.check(option.canonical(value))
    } catch let failure as CommandFailure {
      throw CommandFailure.usage(
        "'\(argument)' isn't an option: \(failure.message)" + wordsHint(argument, after: line))
    }
  }

  /// Remembers a list's value, for ``check(_:behind:)``
  ///
  /// - Parameters:
  ///   - words: the words before it, without options
  ///   - rest: the arguments after it
  mutating func note(
    _ value: String, of option: OptionRow, after words: [String], before rest: ArraySlice<String>
  ) {
    if option.name == OptionTable.provider.row.name { providers = value }
    guard case .choices(let choices, _) = option.kind else { return }
    let further = rest.prefix { !$0.begins(with: "-") }
    guard !further.isEmpty, further.allSatisfy({ choices.contains(option.canonical($0)) }) else {
      return
    }
    spaced = SpacedList(
      option: option, value: value, further: Array(further), place: words.count)
  }

  /// Refuses a list with blanks instead of commas: `dogs -p unsplash flickr` isn't a search of
  /// Unsplash for `dogs flickr`
  ///
  /// - Parameters:
  ///   - words: all words, without options
  ///   - program: the text before them, for a hint
  func check(_ words: [String], behind program: String) throws {
    guard let spaced, words.count == spaced.place + spaced.further.count,
      spaced.place > 0 || spaced.value.ends(with: ",")
    else { return }
    let option = spaced.option.letter.map { "-\($0)" } ?? spaced.option.flag
    let value = spaced.value.ends(with: ",") ? String(spaced.value.dropLast()) : spaced.value
    let list = ([value] + spaced.further).joined(separator: ",")
    let typed = ([spaced.value] + spaced.further).joined(separator: " ")
    throw CommandFailure.usage(
      "\(option) \(typed): did you mean \(option) \(list)?"
        + "\nTo search for all the words: \(program)\(words.joined(separator: " ")) "
        + "\(option) \(value)")
  }

  /// The option that an unknown name probably means: one with a similar name, or one with this
  /// value, as for `--landscape`
  ///
  /// - Parameter rows: the options that the command takes
  static func option(_ name: String, among rows: [OptionRow]) -> String? {
    let name = name.lowercased()
    let (provider, count) = (OptionTable.provider.row, OptionTable.count.row)
    if ["exclude", "except", "without", "skip"].contains(name) {
      return rows.contains { $0.name == provider.name }
        ? "\(provider.flag) -NAME, to leave a provider out" : nil
    }
    if ["max", "limit", "number", "results"].contains(name) {
      return rows.contains { $0.name == count.name } ? count.flag : nil
    }
    if let row = rows.first(where: { $0.values.contains(name) }) { return "\(row.flag) \(name)" }
    return Suggestion.nearest(to: name, among: rows.map(\.name)).map { "--\($0)" }
  }

  /// Refuses an option that version 0.2.0 had, naming its replacement
  static func checkRetired(_ name: String) throws {
    let replacement: String? =
      switch name {
      case "tar", "per-shard":
        "save the pictures with download --sidecar json --name \"{provider}-{id}.{ext}\" -o FOLDER, "
          + "then pack them with GNU tar: cd FOLDER; tar --sort=name -cf ../000000.tar *"
      case "gzip": "leave it out, and pack the files when all are whole: gzip FOLDER/*.ndjson"
      default: nil
      }
    guard let replacement else { return }
    throw CommandFailure.usage("there is no --\(name) any more; \(replacement)")
  }

  static func wordsHint(_ argument: String, after line: [String]) -> String {
    "\nWords that begin with - go to the end, behind --: "
      + (line + ["--", argument]).joined(separator: " ")
  }
}
