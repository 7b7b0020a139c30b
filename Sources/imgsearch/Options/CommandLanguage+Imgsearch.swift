import CommandSyntax

extension CommandLanguage {
  /// The command lines of imgsearch
  static let imgsearch = CommandLanguage(
    program: "imgsearch", commands: Command.all, fallback: .search, rows: OptionTable.rows,
    configurable: OptionTable.configurable, help: OptionTable.help.row,
    version: OptionTable.version.row, continuing: OptionTable.cursor.row, aliases: .imgsearch,
    guesses: Guesses(
      command: Command.meant, check: { try GuessedCommand($0)?.check() },
      option: GuessedOption.meant, retired: GuessedOption.retired))
}

extension Arguments {
  /// Parses a command line of imgsearch
  init(_ words: [String], defaults: () throws -> [String: [String]] = { [:] }) throws {
    try self.init(words, in: .imgsearch, defaults: defaults)
  }

  /// Arguments from the page or an assistant
  init(
    _ command: Command, _ operands: [String], _ options: [(row: OptionRow, text: String)],
    defaults: [String: [String]]
  ) throws {
    try self.init(command, operands, options, in: .imgsearch, defaults: defaults)
  }
}

extension ValueAliases {
  /// Other spellings of the words that imgsearch's options accept
  static let imgsearch = ValueAliases([
    "md": ["markdown"], "jsonl": ["ndjson"], "jsonlines": ["ndjson"], "txt": ["text"],
    "url": ["urls", "picture"], "link": ["page"], "image": ["picture"], "licence": ["license"],
    "commons": ["wikimedia"], "wikimediacommons": ["wikimedia"],
    "wide": ["landscape"], "horizontal": ["landscape"], "tall": ["portrait"],
    "vertical": ["portrait"], "squarish": ["square"], "newest": ["latest"], "recent": ["latest"],
    "relevance": ["relevant"], "bw": ["blackandwhite"], "none": ["off"],
    "commercialuse": ["commercial"], "editable": ["modification"], "edit": ["modification"],
    "modify": ["modification"], "modifications": ["modification"],
    "derivatives": ["modification"],
  ])
}
