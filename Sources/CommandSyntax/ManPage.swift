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
