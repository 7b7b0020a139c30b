/// Values of options, from a command line, a page or a program that asks, with the defaults of a file of
/// settings for options that are left out
package struct OptionValues: Sendable {
  /// Texts by ``OptionRow/key``, in the order in which they were given
  private let given: [String: [String]]
  /// Texts of the file of settings by ``OptionRow/key``
  private let defaults: [String: [String]]

  /// Takes texts that were checked
  ///
  /// - Parameters:
  ///   - defaults: from the file of settings, by their names there
  ///   - configured: options for which these count
  init(
    _ options: [(row: OptionRow, text: String)], defaults: [String: [String]],
    of configured: [OptionRow]
  ) {
    given = Dictionary(grouping: options, by: \.row.key).mapValues { $0.map(\.text) }
    self.defaults =
      defaults.isEmpty
      ? [:]
      : Dictionary(
        configured.compactMap { row in defaults[row.setting].map { (row.key, $0) } },
        uniquingKeysWith: { first, _ in first }
      ).filter { !$1.isEmpty }
  }

  /// Checks texts that weren't typed at a command line
  ///
  /// - Parameters:
  ///   - options: values as a user would type them, each with the row that checks it
  ///   - defaults: from the file of settings, by their names there
  ///   - rows: options for which these count, if they are configurable
  /// - Throws: a usage failure for an invalid value.
  package init(
    checking options: [(row: OptionRow, text: String)], in language: CommandLanguage,
    defaults: [String: [String]] = [:], of rows: [OptionRow] = []
  ) throws {
    let options = options.map {
      (row: $0.row, text: $0.row.canonical($0.text, by: language.synonyms))
    }
    self.init(options, defaults: defaults, of: rows.filter(language.configurable.contains))
    for (row, text) in options { try row.check(text) }
  }

  /// The value of an option: what was given, else its default
  ///
  /// All options get their values here, wherever their defaults come from.
  package func value<Value>(_ option: Option<Value>) -> Value {
    texts(of: option.row).flatMap(option.value) ?? option.standard
  }

  /// The value that was given for an option; nil if none was
  package func given<Value>(_ option: Option<Value>) -> Value? {
    given[option.row.key].flatMap(option.value)
  }

  /// The texts that an option is set to, given or in the file of settings; nil if neither
  package func texts(of row: OptionRow) -> [String]? { given[row.key] ?? defaults[row.key] }

  /// Whether an option was given
  ///
  /// - Parameter key: see ``OptionRow/key``, e.g. `count`
  package func isGiven(_ key: String) -> Bool { given[key] != nil }
}
