import CommandSyntax

/// A program of its own: what can be typed knows nothing of photos
enum Kiosk {
  enum Size: String, CaseIterable, Sendable { case small, large }

  static let order = CommandRow(
    "order", "<words...>", "what to drink", words: .needed)
  static let bill = CommandRow(
    "bill", otherNames: ["check", "cheque"], "[pay|split]",
    actions: [
      CommandRow.Action("pay", options: [help.row, guests.row]), CommandRow.Action("split"),
    ], "what is owed",
    isContinuing: true, examples: "bill pay")

  static let count = Option<Int>("count", "n", .number("N"), default: 1, "how many ()")
  static let size = Option<Size?>("size", nil, .choice("SIZE"), "of the cup")
  static let guests = Option<[Name]>(
    "guest", "g",
    OptionSyntax(
      .choice(OptionRow.Choices(Name.names + ["all"], isList: true, all: "all")), "NAME",
      read: { $0.last.map { _ in [] } }, text: { _ in "" }), default: [], "for whom (all)")
  static let note = Option<String?>("note", nil, .text("TEXT"), "on the cup")
  static let tab = Option<String?>("tab", nil, .text("NAME", .listed), "on whose tab")
  static let font = Option<Int>(
    "font", nil, .number("N"), default: 1, "on the terminal ()", isOfTerminal: true)
  static let again = Option(switch: "again", "the same once more")
  static let help = Option(switch: "help", letter: "h", "this help")
  static let version = Option(switch: "version", "the version")

  enum Name: String, CaseIterable, Sendable { case ann, bob, cleo }

  static let language = CommandLanguage(
    program: "kiosk", commands: [order, bill], fallback: order,
    rows: [count.row, size.row, guests.row, note.row, tab.row, again.row, help.row, version.row],
    configurable: [count.row, size.row, font.row], help: help.row, version: version.row,
    continuing: again.row,
    synonyms: Synonyms(
      values: ["large": ["tall"]],
      shorthands: [
        Shorthand("pair", for: ["count"]) { _ in ["-n", "2"] },
        Shorthand("dozen", accepted: "a whole number", for: ["count", "size"]) {
          Int($0).map { ["-n", "\($0 * 12)"] }
        },
      ],
      options: [
        ["cups", "mugs"]: [.option("--size large", of: [bill]), .option("--count 2")],
        ["tip"]: [.way("leave it on the table", for: [bill]), .option("--note")],
        ["hot"]: [.way("--note is for that", taking: "--note")],
      ],
      retiredOptions: ["sugar": "it stands on the counter"]),
    options: {
      $0 == bill
        ? [count.row, guests.row, help.row]
        : [count.row, size.row, guests.row, note.row, tab.row, again.row, help.row, version.row]
    },
    meaning: { name, words in name == "pay" && words.isEmpty ? "bill pay" : nil })

  static func typed(
    _ line: String, defaults: [String: [String]] = [:]
  ) throws -> Arguments {
    try Arguments(line.split(separator: " ").map(String.init), in: language) { defaults }
  }

  /// What a line is refused with; nil for one that is taken
  static func refusal(_ line: String) -> String? {
    do {
      _ = try typed(line)
      return nil
    } catch { return (error as? CommandFailure)?.words(.commandLine) }
  }
}
