package import Terminal

/// The pieces of a help text, as wide as the terminal
package struct HelpPage: Sendable {
  private let width: Int
  private let style: TerminalStyle

  /// - Parameters:
  ///   - width: terminal cells of a line; fewer than 40 count as 40, more than 100 as that
  ///   - style: headings are bold where there is color
  package init(width: Int, style: TerminalStyle) {
    self.width = min(max(width, 40), 100)
    self.style = style
  }

  /// One command and its options
  ///
  /// - Parameters:
  ///   - first: names of options that most people need
  ///   - remark: what else is to be known before it is used
  package func text(
    of command: Command, in language: CommandLanguage, first: Set<String>, remark: String?
  ) -> String {
    let usage =
      command == language.fallback
      ? "[\(command.name)] \(command.operands)" : language.usage(of: command)
    return paragraph("\(language.program) \(usage)") + paragraph(command.summary, indent: 2)
      + (remark.map { "\n" + paragraph($0) } ?? "")
      + options(of: command, in: language, first: first) + examples(of: command)
  }

  private func examples(of command: Command) -> String {
    guard !command.examples.isEmpty else { return "" }
    return "\n" + heading("Examples") + command.examples.map { "  \($0)\n" }.joined()
  }

  package func options(
    of command: Command, in language: CommandLanguage, first: Set<String>
  ) -> String {
    let all = language.rows(of: command)
    let common = all.filter { first.contains($0.name) }
    let others = all.filter { !first.contains($0.name) }
    guard !common.isEmpty, others.count > 4 else { return section("Options", all) }
    return section("Common options", common) + section("More options", others)
  }

  private func section(_ title: String, _ options: [OptionRow]) -> String {
    "\n" + heading(title)
      + rows(options.map { ($0.usage, [$0.summary, $0.listedChoices].joined(separator: " ")) })
  }

  package func heading(_ text: String) -> String { style.bold(text) + "\n" }

  package func paragraph(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.wrapped(to: width - indent).map { margin + $0 + "\n" }.joined()
  }

  /// Two columns; what is too long for the left one has a line of its own
  package func rows(_ rows: [(String, String)]) -> String {
    let maxLeft = width / 3
    let left = rows.map { DisplayWidth.of($0.0) }.filter { $0 <= maxLeft }.max() ?? maxLeft
    let margin = String(repeating: " ", count: left + 4)
    return rows.map { name, text in
      let lines = text.wrapped(to: max(10, width - left - 4))
      let isShort = DisplayWidth.of(name) <= left
      let first = isShort ? "  " + name.padded(to: left) + "  " : "  \(name)\n" + margin
      return first + lines.joined(separator: "\n" + margin) + "\n"
    }.joined()
  }
}

extension CommandLanguage {
  /// A command's name and operands, without the name that may be left out
  package func usage(of command: Command) -> String {
    [command == fallback ? "" : command.name, command.operands].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
