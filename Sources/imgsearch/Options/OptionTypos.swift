import PhotoSearch
import Platform

/// What is easily typed in place of an option, and would be read as something else: each is a usage
/// failure that says what was meant
struct OptionTypos {
  /// A list's value, and words right after it that the list takes too
  private struct SpacedList {
    let option: OptionRow
    let value: String
    let further: [String]
    /// How many words stand before it
    let place: Int
  }

  private var spaced: SpacedList?
  /// What the last `--provider` said
  private var providers: String?

  /// A provider's name behind a hyphen is no option: `-flickr` isn't `-f lickr`
  ///
  /// - Parameter line: what was typed before it, the program's name too, but for options
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

  /// A word behind a hyphen is no option with a value: `-computer` isn't `-c omputer`
  ///
  /// - Parameter value: what stands right behind the option's letter
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

  /// Takes note of a list's value, for ``check(_:behind:)``
  ///
  /// - Parameters:
  ///   - words: all before it that aren't options
  ///   - rest: all that was typed after it
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

  /// The values of a list have commas between them: `dogs -p unsplash flickr` doesn't search Unsplash
  /// for `dogs flickr`
  ///
  /// - Parameters:
  ///   - words: all that aren't options
  ///   - program: what stands before them, for a hint
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

  /// The option that somebody may have meant by a name that none has: one that is nearly called so,
  /// or that takes it as a value, as `--landscape`
  ///
  /// - Parameter rows: the options that the command takes
  static func option(_ name: String, among rows: [OptionRow]) -> String? {
    let name = name.lowercased()
    let (provider, count) = (OptionTable.provider.row, OptionTable.count.row)
    if ["exclude", "except", "skip"].contains(name) {
      return rows.contains { $0.name == provider.name }
        ? "\(provider.flag) -NAME, to leave a provider out" : nil
    }
    if ["max", "limit", "number", "results"].contains(name) {
      return rows.contains { $0.name == count.name } ? count.flag : nil
    }
    if let row = rows.first(where: { $0.values.contains(name) }) { return "\(row.flag) \(name)" }
    return Suggestion.nearest(to: name, among: rows.map(\.name)).map { "--\($0)" }
  }

  /// An option of version 0.2.0 that went says what does its work
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
