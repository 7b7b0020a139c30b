import CommandSyntax

extension CommandLanguage {
  /// What can be typed for this program
  static let imgsearch = CommandLanguage(
    program: "imgsearch", commands: Command.all, fallback: .search, rows: OptionTable.rows,
    configurable: OptionTable.configurable, help: OptionTable.help.row,
    version: OptionTable.version.row, continuing: OptionTable.cursor.row, aliases: .imgsearch,
    guesses: Guesses(
      command: Command.meant, check: { try GuessedCommand($0)?.check() },
      option: GuessedOption.meant, retired: GuessedOption.retired))
}

extension Arguments {
  /// A command line
  init(_ words: [String], defaults: () throws -> [String: [String]] = { [:] }) throws {
    try self.init(words, in: .imgsearch, defaults: defaults)
  }

  /// What the page or an assistant asks for
  init(
    _ command: Command, _ operands: [String], _ options: [(row: OptionRow, text: String)],
    defaults: [String: [String]]
  ) throws {
    try self.init(command, operands, options, in: .imgsearch, defaults: defaults)
  }
}

extension ValueAliases {
  /// What other programs and people call the words that options take
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
