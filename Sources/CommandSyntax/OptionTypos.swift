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

  private let language: CommandLanguage
  private var spaced: SpacedList?
  /// What the last option said whose choices can be left out, e.g. `--provider`
  private var leavingOut: String?

  init(in language: CommandLanguage) { self.language = language }

  /// A choice behind a hyphen is no option: `-flickr` isn't `-f lickr`
  ///
  /// - Parameter line: what was typed before it, the program's name too, but for options
  func check(_ argument: String, of command: Command, after line: [String]) throws {
    guard !argument.begins(with: "--"),
      let row = language.rows.first(where: { $0.all != nil }), row.commands.contains(command)
    else { return }
    let name = String(argument.unicodeScalars.dropFirst())
    let choice = row.canonical(name, by: language.aliases)
    guard row.values.contains(choice), choice != row.all else { return }
    let others = leavingOut.map { "\($0)," } ?? ""
    throw CommandFailure.usage(
      "'\(argument)' isn't an option; to leave that \(row.name) out: \(row.shortFlag) "
        + "\(others)-\(name)" + Self.wordsHint(argument, after: line))
  }

  /// A word behind a hyphen is no option with a value: `-computer` isn't `-c omputer`
  ///
  /// - Parameter value: what stands right behind the option's letter
  func check(
    _ value: String, of option: OptionRow, in argument: String, after line: [String]
  ) throws {
    do {
      guard option.takesValue else {
        throw CommandFailure.usage("\(option.flag) takes no value, but got '\(value)'")
      }
      try option.check(option.canonical(value, by: language.aliases))
    } catch let failure as CommandFailure {
      throw CommandFailure.usage(
        "'\(argument)' isn't an option: \(failure.message)" + Self.wordsHint(argument, after: line))
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
    if option.all != nil { leavingOut = value }
    guard case .choices(let choices, _) = option.kind else { return }
    let further = rest.prefix { !$0.begins(with: "-") }
    guard !further.isEmpty,
      further.allSatisfy({ choices.contains(option.canonical($0, by: language.aliases)) })
    else { return }
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
    let option = spaced.option.shortFlag
    let value = spaced.value.ends(with: ",") ? String(spaced.value.dropLast()) : spaced.value
    let list = ([value] + spaced.further).joined(separator: ",")
    let typed = ([spaced.value] + spaced.further).joined(separator: " ")
    throw CommandFailure.usage(
      "\(option) \(typed): did you mean \(option) \(list)?"
        + "\nTo search for all the words: \(program)\(words.joined(separator: " ")) "
        + "\(option) \(value)")
  }

  static func wordsHint(_ argument: String, after line: [String]) -> String {
    "\nWords that begin with - go to the end, behind --: "
      + (line + ["--", argument]).joined(separator: " ")
  }
}

extension OptionRow {
  /// `-p`, else `--provider`
  fileprivate var shortFlag: String { letter.map { "-\($0)" } ?? flag }
}
