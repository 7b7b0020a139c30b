import Platform

/// Typing mistakes that would be understood as something else; each becomes a usage failure that
/// says what was probably meant
struct OptionTypos {
  private let language: CommandLanguage
  /// The last list, its value, the words after it that the list would accept, too, and how many
  /// words come before the option
  private var spaced: (option: OptionRow, value: String, further: [String], place: Int)?
  /// The value of the last option with choices that can be left out, e.g. `--provider`
  private var leavingOut: String?

  init(in language: CommandLanguage) { self.language = language }

  /// Refuses a choice after one hyphen: `-flickr` isn't `-f lickr`
  ///
  /// - Parameter line: the program's name and the words before it, without options
  func check(_ argument: String, of command: CommandRow, after line: [String]) throws {
    let name = String(argument.unicodeScalars.dropFirst())
    // A single letter is an option.
    guard !argument.begins(with: "--"), name.unicodeScalars.count > 1,
      let row = language.rows(of: command).first(where: { $0.choices?.all != nil })
    else { return }
    let choice = row.canonical(name, by: language.synonyms)
    guard row.values.contains(choice), choice != row.choices?.all else { return }
    let others = leavingOut.map { "\($0)," } ?? ""
    throw CommandFailure.usage(
      "'\(argument)' isn't an option; to leave that \(row.name) out: \(row.shortFlag) "
        + "\(others)-\(name)" + Self.wordsHint(argument, after: line))
  }

  /// Refuses a word after one hyphen that would be a file: `-orange` isn't `-o range`
  ///
  /// - Parameters:
  ///   - value: the text directly after the option's letter
  ///   - rows: the options of the command, which may take no words to leave out
  func checkFile(
    _ value: String, of option: OptionRow, in argument: String, among rows: [OptionRow]
  ) throws {
    guard case .path = option.kind, !value.contains(bytes: "/"), !value.contains(bytes: "."),
      let row = rows.first(where: { $0.name == language.leavingOut })
    else { return }
    let word = String(argument.unicodeScalars.dropFirst())
    throw CommandFailure.usage(
      "'\(argument)' may be a word or a file; to leave the word out: "
        + "\(row.flag) \(word); to write the file: \(option.shortFlag) \(value)")
  }

  /// Refuses a word after one hyphen: `-computer` isn't `-c omputer`
  ///
  /// - Parameter value: the text directly after the option's letter
  func check(
    _ value: String, of option: OptionRow, in argument: String, after line: [String]
  ) throws {
    do {
      guard option.takesValue else {
        throw CommandFailure.usage("\(option.flag) takes no value, but got '\(value)'")
      }
      try option.check(option.canonical(value, by: language.synonyms))
    } catch let failure as CommandFailure {
      let hint = Self.wordsHint(argument, after: line)
      throw failure.at("'\(argument)' isn't an option", advice: hint)
    }
  }

  /// Remembers a list's value, for ``check(_:behind:)``
  ///
  /// - Parameters:
  ///   - words: the words before it, without options
  ///   - rest: the arguments after it
  mutating func remember(
    _ value: String, of option: OptionRow, after words: [String], before rest: ArraySlice<String>
  ) {
    if option.choices?.all != nil { leavingOut = value }
    guard let choices = option.choices, choices.isList else { return }
    let further = rest.prefix { !$0.begins(with: "-") }
    guard !further.isEmpty,
      further.allSatisfy({ choices.words.contains(option.canonical($0, by: language.synonyms)) })
    else { return }
    spaced = (option, value, Array(further), words.count)
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
