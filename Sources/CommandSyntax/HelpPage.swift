import Platform
package import Terminal

/// Lays out a help text in the terminal's width
package struct HelpPage: Sendable {
  /// A term, such as an option or a file, and the text beside it
  package typealias Entry = (term: String, text: String)
  /// Headings, each with the options below it, which stand for all options of the same setting
  package typealias OptionGroups = KeyValuePairs<String, [OptionRow]>

  private let width: Int
  private let style: TerminalStyle

  /// - Parameters:
  ///   - width: terminal cells of a line, limited to 40 to 100
  ///   - style: headings are bold if there are colors
  package init(width: Int, style: TerminalStyle) {
    self.width = min(max(width, 40), 100)
    self.style = style
  }

  /// The help for a command and its options
  ///
  /// - Parameters:
  ///   - groups: options of no group come last
  ///   - remarks: further paragraphs, printed above the options
  package func text(
    of command: CommandRow, in language: CommandLanguage, _ groups: OptionGroups, remarks: [String]
  ) -> String {
    let usage =
      command == language.fallback
      ? "[\(command.name)] \(command.operands)" : language.usage(of: command)
    return paragraph("\(language.program) \(usage)") + paragraph(command.summary, indent: 2)
      + remarks.map { "\n" + paragraph($0) }.joined()
      + options(language.rows(of: command), groups)
      + (command.examples.isEmpty ? "" : "\n" + heading("Examples"))
      + language.examples(of: command).map { "  \($0)\n" }.joined()
  }

  /// The fewest options that are printed in groups; fewer stand below a single heading
  private static let minGrouped = 9

  private func options(_ rows: [OptionRow], _ groups: OptionGroups) -> String {
    guard rows.count >= Self.minGrouped else { return section("Options", rows) }
    func heading(of row: OptionRow) -> String? {
      groups.first { $1.contains { $0.setting == row.setting } }?.key
    }
    let parts =
      groups.map { title, _ in (title, rows.filter { heading(of: $0) == title }) }
      + [("Other options", rows.filter { heading(of: $0) == nil })]
    return parts.map { $1.isEmpty ? "" : section($0, $1) }.joined()
  }

  private func section(_ title: String, _ options: [OptionRow]) -> String {
    section(title, options.map { ($0.usage, $0.explanation) })
  }

  /// A section: a heading with rows below
  package func section(_ title: String, _ entries: [Entry]) -> String {
    "\n" + heading(title) + rows(entries)
  }

  package func heading(_ text: String) -> String { style.text(text, .bold) + "\n" }

  package func paragraph(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.wrapped(to: width - indent).map { margin + $0 + "\n" }.joined()
  }

  /// Rows in two columns; a term too long for the left column has a line of its own
  package func rows(_ rows: [Entry]) -> String {
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

  /// Rows with two entries beside each other, or one if an entry is wider than half the width
  package func pairs(_ entries: [Entry]) -> String {
    let half = width / 2 - 1
    let left = (entries.map { DisplayWidth.of($0.term) }.max() ?? 0) + 2
    let cells = entries.map { "  " + $0.term.padded(to: left) + $0.text }
    guard cells.allSatisfy({ DisplayWidth.of($0) <= half }) else { return rows(entries) }
    return cells.enumerated().map { index, cell in
      let hasRight = index.isMultiple(of: 2) && index + 1 < cells.count
      return hasRight ? cell.padded(to: half) : cell + "\n"
    }.joined()
  }
}

extension [HelpPage.Entry] {
  /// Terms with their texts, in this order
  package init(_ texts: KeyValuePairs<String, String>) { self = texts.map { ($0, $1) } }
}

extension CommandLanguage {
  /// Examples of command lines, with the program's name
  package func examples(of command: CommandRow) -> [String] {
    command.examples.map { "\(program) \($0)" }
  }

  /// A command's name and operands; the fallback's name is left out
  package func usage(of command: CommandRow) -> String {
    [command == fallback ? "" : command.name, command.operands].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The manual page in the roff of man(7), made from the tables of commands and options
  ///
  /// - Parameters:
  ///   - summary: the program in a few words
  ///   - description: paragraphs
  ///   - sections: sections to put after the options; the terms of FILES are file names
  package func manPage(
    version: String, _ summary: String, _ description: [String],
    _ sections: KeyValuePairs<String, [HelpPage.Entry]>
  ) -> String {
    """
    .TH \(program.uppercased()) 1 "" "\(program) \(version.roff)" "User Commands"
    .SH NAME
    \(program) \\- \(summary.roffLine)
    .SH SYNOPSIS
    \(synopsis)
    .SH DESCRIPTION
    \(description.map(\.roffLine).joined(separator: "\n.PP\n"))
    .SH COMMANDS
    \(commands.map(manEntry).joined(separator: "\n"))
    .SH OPTIONS
    \(rows.map(manEntry).joined(separator: "\n"))
    \(sections.map { manSection($0, $1) }.joined(separator: "\n"))

    """
  }

  private var synopsis: String {
    [fallback.operands, "<command> [<words...>]"]
      .map { ".B \(program)\n\($0.roffLine) [options]" }.joined(separator: "\n.br\n")
  }

  private func manEntry(_ command: CommandRow) -> String {
    let line = "\(program) \(usage(of: command))"
    return ".TP\n.B \(line.roff)\n\(command.summary.roffLine)"
      + examples(of: command).map { "\n.br\n\($0.roffLine)" }.joined()
  }

  private func manEntry(_ option: OptionRow) -> String {
    let takers = commands.filter { options($0).contains(option) }.map(\.name)
    let names = takers.count == commands.count ? "all" : takers.joined(separator: ", ")
    return ".TP\n.B \(option.usage.trimmed.roff)\n\(option.explanation.roffLine)"
      + "\n.br\nFor: \(names.roffLine)"
  }

  private func manSection(_ title: String, _ entries: [HelpPage.Entry]) -> String {
    let macro = title == "FILES" ? ".I" : ".B"
    return ".SH \(title)\n"
      + entries.map { ".TP\n\(macro) \($0.term.roff)\n\($0.text.roffLine)" }
      .joined(separator: "\n")
  }
}

extension String {
  /// The text with its backslashes and hyphens escaped for roff
  fileprivate var roff: String { replacing(each: "\\", by: "\\e").replacing(each: "-", by: "\\-") }

  /// A line of text for roff, which would take one that begins with a dot or an apostrophe for a
  /// request
  fileprivate var roffLine: String { hasPrefix(".") || hasPrefix("'") ? "\\&" + roff : roff }
}
