import CommandSyntax
import ModelContext

extension ToolArguments {
  func flag(_ name: String) -> Bool { bool(name) ?? false }

  /// An argument that is one of several words, in any spelling
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Choice? {
    guard let text = text(name) else { return nil }
    let words = Choice.allCases.map(\.rawValue)
    guard let choice = Choice(rawValue: ValueAliases.imgsearch.choice(text, among: words)) else {
      throw ArgumentProblem(
        "invalid value '\(Self.quoted(text))' for \(name): it takes \(words.joined(separator: ", "))"
      )
    }
    return choice
  }

  /// The search options among the arguments, as a user would type them
  var options: [(row: OptionRow, text: String)] {
    SearchArgument.all.compactMap { argument in
      let name = argument.member.name
      guard has(name) else { return nil }
      guard argument.row.takesValue else { return flag(name) ? (argument.row, "") : nil }
      return (argument.row, texts(name)?.joined(separator: ",") ?? "\(flag(name))")
    }
  }

  /// Whether an argument overrides the setting of this name in config.json
  func overrules(_ setting: String) -> Bool {
    SearchArgument.all.contains { $0.row.setting == setting && has($0.member.name) }
  }

  /// A message with the names of arguments in place of the options it names
  static func named(in message: String) -> String {
    var message = message
    let others = [
      OptionTable.cursor.row, OptionTable.savedSize.row, OptionTable.savedWidth.row,
      OptionTable.name.row,
    ]
    let names =
      SearchArgument.all.map { ($0.row.flag, $0.member.name) } + others.map { ($0.flag, $0.name) }
    // Longer flags go first, because a flag may begin with another.
    for (flag, name) in names.sorted(by: { $0.0.utf8.count > $1.0.utf8.count }) {
      message = message.replacing(flag, with: name)
    }
    return message
  }
}
