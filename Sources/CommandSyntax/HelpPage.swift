package import Terminal

/// Lays out a help text in the terminal's width
package struct HelpPage: Sendable {
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
  ///   - groups: headings for the options; options of no group come last
  ///   - remarks: further paragraphs, printed above the options
  package func text(
    of command: Command, in language: CommandLanguage, _ groups: [OptionGroup], remarks: [String]
  ) -> String {
    let usage =
      command == language.fallback
      ? "[\(command.name)] \(command.operands)" : language.usage(of: command)
    return paragraph("\(language.program) \(usage)") + paragraph(command.summary, indent: 2)
      + remarks.map { "\n" + paragraph($0) }.joined()
      + options(language.rows(of: command), groups) + examples(of: command)
  }

  private func examples(of command: Command) -> String {
    guard !command.examples.isEmpty else { return "" }
    return "\n" + heading("Examples") + command.examples.map { "  \($0)\n" }.joined()
  }

  /// The fewest options that are printed in groups; fewer stand below a single heading
  private static let minGrouped = 9

  private func options(_ rows: [OptionRow], _ groups: [OptionGroup]) -> String {
    guard rows.count >= Self.minGrouped else { return section("Options", rows) }
    let grouped = groups.reduce(into: Set<String>()) { $0.formUnion($1.settings) }
    let parts =
      groups.map { group in (group.title, rows.filter { group.settings.contains($0.setting) }) }
      + [("Other options", rows.filter { !grouped.contains($0.setting) })]
    return parts.map { $1.isEmpty ? "" : section($0, $1) }.joined()
  }

  private func section(_ title: String, _ options: [OptionRow]) -> String {
    section(
      title, options.map { ($0.usage, [$0.summary, $0.listedChoices].joined(separator: " ")) })
  }

  /// A section: a heading with rows below
  package func section(_ title: String, _ entries: [ManPage.Entry]) -> String {
    "\n" + heading(title) + rows(entries)
  }

  package func heading(_ text: String) -> String { style.text(text, .bold) + "\n" }

  package func paragraph(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.wrapped(to: width - indent).map { margin + $0 + "\n" }.joined()
  }

  /// Rows in two columns; a term too long for the left column has a line of its own
  package func rows(_ rows: [ManPage.Entry]) -> String {
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
  package func pairs(_ entries: [ManPage.Entry]) -> String {
    let half = width / 2 - 1
    let left = (entries.map { DisplayWidth.of($0.term) }.max() ?? 0) + 2
    let cells = entries.map { "  " + $0.term.padded(to: left) + $0.text }
    guard cells.allSatisfy({ DisplayWidth.of($0) <= half }) else { return rows(entries) }
    return stride(from: 0, to: cells.count, by: 2).map { index in
      let pair = cells[index..<min(index + 2, cells.count)]
      return (pair.count == 1 ? cells[index] : cells[index].padded(to: half) + cells[index + 1])
        + "\n"
    }.joined()
  }
}

extension CommandLanguage {
  /// A command's name and operands; the fallback's name is left out
  package func usage(of command: Command) -> String {
    [command == fallback ? "" : command.name, command.operands].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// A heading in a command's help, and the options below it
package struct OptionGroup: Sendable {
  let title: String
  let settings: Set<String>

  /// - Parameter settings: the options, by their unique names in a file of settings
  package init(_ title: String, _ settings: [String]) {
    (self.title, self.settings) = (title, Set(settings))
  }
}

/// A manual page in the roff of man(7), made from the tables of commands and options
package struct ManPage: Sendable {
  package typealias Entry = (term: String, text: String)

  /// A section of terms, each with a text
  package struct Section: Sendable {
    let title: String
    /// Whether the terms are file names
    let isOfFiles: Bool
    let entries: [Entry]

    package init(
      _ title: String, isOfFiles: Bool = false, _ entries: [(term: String, text: String)]
    ) {
      (self.title, self.isOfFiles, self.entries) = (title, isOfFiles, entries)
    }
  }

  private let language: CommandLanguage
  private let version: String
  private let summary: String
  private let description: [String]
  private let sections: [Section]

  /// - Parameters:
  ///   - summary: the program in a few words
  ///   - description: paragraphs
  ///   - sections: sections to put after the options
  package init(
    of language: CommandLanguage, version: String, _ summary: String, _ description: [String],
    _ sections: [Section]
  ) {
    (self.language, self.version, self.summary) = (language, version, summary)
    (self.description, self.sections) = (description, sections)
  }

  package var text: String {
    """
    .TH \(language.program.uppercased()) 1 "" "\(language.program) \(escaped(version))" "User Commands"
    .SH NAME
    \(language.program) \\- \(line(summary))
    .SH SYNOPSIS
    \(synopsis)
    .SH DESCRIPTION
    \(description.map(line).joined(separator: "\n.PP\n"))
    .SH COMMANDS
    \(commands)
    .SH OPTIONS
    \(options)
    \(sections.map(section).joined(separator: "\n"))

    """
  }

  private var synopsis: String {
    [language.fallback.operands, "<command> [<words...>]"]
      .map { ".B \(language.program)\n\(line($0)) [options]" }.joined(separator: "\n.br\n")
  }

  private var commands: String {
    language.commands.map { command in
      let examples = command.examples.map { ".br\n\(line($0))" }.joined(separator: "\n")
      return ".TP\n.B \(escaped("\(language.program) \(language.usage(of: command))"))\n"
        + line(command.summary) + (examples.isEmpty ? "" : "\n" + examples)
    }.joined(separator: "\n")
  }

  private var options: String {
    language.rows.map { option in
      let takers =
        option.commands.count == language.commands.count
        ? "all"
        : language.commands.filter(option.commands.contains).map(\.name).joined(separator: ", ")
      return ".TP\n.B \(escaped(option.usage.drop { $0 == " " }))\n"
        + line(
          [option.summary, option.listedChoices].filter { !$0.isEmpty }.joined(separator: " "))
        + "\n.br\nFor: \(line(takers))"
    }.joined(separator: "\n")
  }

  private func section(_ section: Section) -> String {
    let macro = section.isOfFiles ? ".I" : ".B"
    let entries = section.entries.map { ".TP\n\(macro) \(escaped($0.term))\n\(line($0.text))" }
    return ".SH \(section.title)\n" + entries.joined(separator: "\n")
  }

  /// Escapes a line that begins with a dot or an apostrophe, as roff would take it for a request
  private func line(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  private func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
