import CommandSyntax
import PhotoSearch
import Platform

extension CommandLanguage {
  /// The command lines of imgsearch
  static let imgsearch = CommandLanguage(
    program: "imgsearch", commands: Command.all, fallback: .search, rows: OptionTable.rows,
    configurable: OptionTable.configurable, help: OptionTable.help.row,
    version: OptionTable.version.row, continuing: OptionTable.cursor.row,
    leavingOut: SearchFilter.without.name, aliases: .imgsearch, shorthands: [.year, .free],
    guesses: Guesses(
      command: Command.meant, check: { try GuessedCommand($0)?.check() },
      option: GuessedOption.hint, retired: GuessedOption.retired))
}

extension CommandLanguage.Shorthand {
  /// `--year 2020` or `--year 2018-2020`, in place of `--since` and `--until`
  fileprivate static let year = Self(
    "year", accepted: "a year, such as 2020, or the first and the last of several: 2018-2020",
    for: [SearchFilter.since.name, SearchFilter.until.name]
  ) { text in
    let years = text.parts(at: "-")
    guard (1...2).contains(years.count),
      years.allSatisfy({ $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isDigit) })
    else { return nil }
    return [
      "--\(SearchFilter.since.name)", String(years[0]), "--\(SearchFilter.until.name)",
      String(years[years.count - 1]),
    ]
  }

  /// `--free`: licences that permit use, sale and change, with a credit or without one
  fileprivate static let free = Self("free", for: [SearchFilter.license.name]) { _ in
    ["--\(SearchFilter.license.name)", "free"]
  }
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
    "date": ["latest"],
    "relevance": ["relevant"], "bw": ["blackandwhite"], "none": ["off"],
    "commercialuse": ["commercial"], "editable": ["modification"], "edit": ["modification"],
    "modify": ["modification"], "modifications": ["modification"],
    "derivatives": ["modification"],
    "env": ["environment"], "variables": ["environment"], "exitcodes": ["exit"],
    "codes": ["exit"], "licenses": ["license"], "licences": ["license"], "filter": ["filters"],
    "format": ["formats"],
  ])
}
