import Foundation
import PhotoSearch

/// The manual page in the roff of man(7), made from the tables of commands and options
enum ManPage {
  static var text: String {
    """
    .TH IMGSEARCH 1 "" "imgsearch \(escaped(UserAgent.version))" "User Commands"
    .SH NAME
    imgsearch \\- one search across photo providers, with licence and credit
    .SH SYNOPSIS
    \(synopsis)
    .SH DESCRIPTION
    Asks the photo providers at once and merges what they answer into one list, which can be \
    stopped anywhere and continued.
    .PP
    \(line(Command.photoOperand))
    .SH COMMANDS
    \(commands)
    .SH OPTIONS
    \(options)
    .SH EXIT STATUS
    \(codes)
    .SH ENVIRONMENT
    \(environment)
    .SH FILES
    .TP
    .I $XDG_CONFIG_HOME/imgsearch/config.json
    Defaults; see imgsearch help config.
    .TP
    .I $XDG_CONFIG_HOME/imgsearch/keys.json
    What imgsearch keys set has kept, readable by its owner alone.
    .TP
    .I $XDG_DATA_HOME/imgsearch/imgsearch.db
    Favorites, history and the last listing of each terminal.
    .TP
    .I $XDG_CACHE_HOME/imgsearch
    Answers that are kept for a while; may be deleted at any time.

    """
  }

  private static var synopsis: String {
    ["<words...>", "<command> [<words...>]"]
      .map { ".B imgsearch\n\(line($0)) [options]" }.joined(separator: "\n.br\n")
  }

  private static var commands: String {
    Command.allCases.map { command in
      let examples = command.examples.map { ".br\n\(line($0))" }.joined(separator: "\n")
      return ".TP\n.B \(escaped(("imgsearch " + command.usage)))\n\(line(command.summary))"
        + (examples.isEmpty ? "" : "\n" + examples)
    }.joined(separator: "\n")
  }

  private static var options: String {
    OptionTable.rows.map { option in
      let takers =
        option.commands.count == Command.allCases.count
        ? "all"
        : Command.allCases.filter(option.commands.contains).map(\.rawValue)
          .joined(separator: ", ")
      return ".TP\n.B \(escaped(option.usage.drop { $0 == " " }))\n"
        + line(
          [option.summary, option.listedChoices].filter { !$0.isEmpty }.joined(separator: " "))
        + "\n.br\nFor: \(line(takers))"
    }.joined(separator: "\n")
  }

  private static var codes: String {
    ExitCode.allCases.map { ".TP\n.B \($0.rawValue)\n\(line($0.meaning))" }
      .joined(separator: "\n")
  }

  private static var environment: String {
    var services: [String] = []
    var variables: [(String, String)] = []
    for profile in ProviderCatalog.profiles where !services.contains(profile.service) {
      services.append(profile.service)
      if let key = profile.key {
        let meaning =
          key.isAddress ? "Where a \(profile.name) of your own is" : "The key of \(profile.name)"
        variables.append((key.variable, "\(meaning): \(key.address.absoluteString)"))
      }
      if let sources = profile.sourcesVariable {
        variables.append((sources, "The engines that it asks, apart by commas."))
      }
    }
    for profile in ProviderCatalog.profiles where profile.key?.isAddress != true {
      let variable = profile.addressVariable
      guard !variables.contains(where: { $0.0 == variable }) else { continue }
      variables.append((variable, "Where its API is, if not at its own address."))
    }
    variables += [
      ("NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE", "Whether there are colors; --color goes first."),
      ("COLUMNS", "The width to write in."),
      ("https_proxy, no_proxy", "The proxy that requests go through."),
    ]
    return variables.map { ".TP\n.B \(escaped($0))\n\(line($1))" }.joined(separator: "\n")
  }

  /// Escapes a line that begins with a dot or an apostrophe, because roff would take it for a
  /// request
  private static func line(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  private static func escaped(_ text: some StringProtocol) -> String {
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
