/// An option of the command line: one row of the table that parsing, help and completions share
struct Option: Sendable {
  /// What follows the name
  enum Value: Sendable {
    /// Nothing: a switch
    case none
    /// Any text
    case text(placeholder: String)
    /// One of these
    case choice([String], placeholder: String)
    /// One or more of these, separated by commas; the option may be repeated
    case choices([String], placeholder: String)
    /// A file or folder
    case path(placeholder: String)
    /// A folder
    case folder(placeholder: String)
    /// A whole number from 1
    case number(placeholder: String)
    /// Seconds, above 0 and at most an hour
    case seconds(placeholder: String)
  }

  /// Without the hyphens, e.g. `provider`
  let name: String
  /// e.g. `p`
  let letter: Character?
  let value: Value
  /// What it does, in a few words, its default last
  let summary: String
  /// The commands that take it
  let commands: Set<Command>

  init(
    _ name: String, _ letter: Character? = nil, _ value: Value, _ summary: String,
    for commands: Set<Command>
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.summary = summary
    self.commands = commands
  }

  /// As it is typed, e.g. `--provider`
  var flag: String { "--\(name)" }
}
