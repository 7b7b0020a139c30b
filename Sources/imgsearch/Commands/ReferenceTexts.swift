import CommandSyntax
import Foundation
import PhotoSearch

/// What the help and the man page both tell
enum ReferenceTexts {
  static let man = ManPage(
    of: .imgsearch, version: UserAgent.version,
    "one search across photo providers, with licence and credit",
    [
      "Asks the photo providers at once and merges what they answer into one list, which can be "
        + "stopped anywhere and continued.", Command.photoOperand,
    ],
    [
      ManPage.Section("EXIT STATUS", exitCodes), ManPage.Section("ENVIRONMENT", environment),
      ManPage.Section("FILES", isOfFiles: true, files),
    ])

  static var exitCodes: [(term: String, text: String)] {
    ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }
  }

  /// Variables that are read, each with what it is for
  static var environment: [(term: String, text: String)] {
    var services: [String] = []
    var variables: [(term: String, text: String)] = []
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
    return variables
  }

  static let files: [(term: String, text: String)] = [
    ("$XDG_CONFIG_HOME/imgsearch/config.json", "Defaults; see imgsearch help config."),
    (
      "$XDG_CONFIG_HOME/imgsearch/keys.json",
      "What imgsearch keys set has kept, readable by its owner alone."
    ),
    (
      "$XDG_DATA_HOME/imgsearch/imgsearch.db",
      "Favorites, history and the last listing of each terminal."
    ),
    (
      "$XDG_CACHE_HOME/imgsearch",
      "Answers that are kept for a while; may be deleted at any time."
    ),
  ]
}
