import CommandSyntax

/// A program of its own: what can be typed knows nothing of photos
enum Kiosk {
  enum Size: String, CaseIterable, Sendable { case small, large }

  static let order = Command("order", "<words...>", "what to drink", examples: [], takesWords: true)
  static let bill = Command(
    "bill", "[pay|split]", actions: ["pay", "split"], "what is owed",
    examples: ["kiosk bill pay"], isContinuing: true,
    actionOptions: { $0 == "pay" ? payOptions : nil })
  private static var payOptions: [OptionRow] { [help.row, guests.row] }

  static let count = Option<Int>(
    "count", "n", .number("N"), default: 1, "how many ()", for: [order, bill])
  static let size = Option<Size?>("size", nil, .choice("SIZE"), "of the cup", for: [order])
  static let guests = Option<[Name]>(
    "guest", "g",
    OptionSyntax(
      kind: .choices(Name.allCases.map(\.rawValue) + ["all"], placeholder: "NAME"), all: "all",
      read: { $0.last.map { _ in [] } }, text: { _ in "" }), default: [], "for whom (all)",
    for: [order, bill])
  static let note = Option<String?>("note", nil, .text("TEXT"), "on the cup", for: [order])
  static let tab = Option<String?>("tab", nil, .listed("NAME"), "on whose tab", for: [order])
  static let again = Option(switch: "again", "the same once more", for: [order])
  static let help = Option(switch: "help", letter: "h", "this help", for: [order, bill])
  static let version = Option(switch: "version", "the version", for: [order])

  enum Name: String, CaseIterable, Sendable { case ann, bob, cleo }

  static let language = CommandLanguage(
    program: "kiosk", commands: [order, bill], fallback: order,
    rows: [
      count.row, size.row, guests.row, note.row, tab.row, again.row, help.row, version.row,
    ],
    configurable: [count.row, size.row], help: help.row, version: version.row,
    continuing: again.row, aliases: ValueAliases(["tall": ["large"]]),
    shorthands: [
      CommandLanguage.Shorthand("pair", for: ["count"]) { _ in ["-n", "2"] },
      CommandLanguage.Shorthand("dozen", accepted: "a whole number", for: ["count", "size"]) {
        Int($0).map { ["-n", "\($0 * 12)"] }
      },
    ],
    guesses: CommandLanguage.Guesses(
      command: { $0 == ["check"] ? (bill, []) : nil },
      check: { if $0 == ["pay"] { throw CommandFailure.usage("did you mean kiosk bill pay?") } },
      option: { place in
        let row = place.rows.first { $0.values.contains(place.name) }
        return row.map { "; did you mean \($0.flag)?" } ?? (place.isKnown ? "; pay first" : "")
      },
      retired: { $0 == "sugar" ? "it stands on the counter" : nil }))

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
    } catch {
      return (error as? CommandFailure)?.message
    }
  }
}
