import CommandSyntax
import Platform

/// Advice on an option that the command doesn't take: the option probably meant, or another way
enum GuessedOption {
  /// Options of other programs, and names that people guess, each with the option meant and its
  /// value if that is known
  private static let options: KeyValuePairs<[String], (option: String, value: String)> = [
    ["min-width", "min-height", "min-megapixels"]: (OptionTable.savedWidth.row.name, " PIXELS"),
    ["wide", "horizontal"]: ("orientation", " landscape"),
    ["tall", "vertical"]: ("orientation", " portrait"),
    ["photographer", "by", "artist", "creator", "user", "username"]: ("author", ""),
    ["tags", "keyword", "keywords"]: ("tag", ""),
    ["date", "after", "newer"]: ("since", " DATE"),
    ["before", "older"]: ("until", " DATE"),
    ["licence-type", "license-type", "commercial-use", "cc", "rights"]: ("license", ""),
    ["nsfw", "no-safe", "unsafe", "adult"]: ("safe", " off"),
    ["silent"]: (OptionTable.quiet.row.name, ""),
    ["newest", "latest", "recent"]: ("sort", " latest"),
    ["public-domain"]: ("license", " public"),
    ["no-color"]: (OptionTable.terminalColor.row.name, " never"),
    ["order", "order-by", "sort-by"]: ("sort", ""),
  ]

  /// Names whose meaning depends on the command
  private static let ways: KeyValuePairs<[String], @Sendable (Place) -> Hint?> = [
    ["exclude", "except", "skip", "not"]: { place in
      let provider = place.takes(OptionTable.provider.row).map { "\($0) -NAME for a service" }
      let hints = [place.takes("without").map { "\($0) WORD" }, provider].compactMap(\.self)
      return hints.isEmpty ? nil : .option(hints.joined(separator: ", or "))
    },
    ["preview", "thumbnails", "images"]: {
      ($0.takes(OptionTable.listedPictures.row) ?? $0.takes(OptionTable.dryRun.row))
        .map(Hint.option)
    },
    ["accessible", "screen-reader"]: { _ in .advice("set the variable ACCESSIBLE=1") },
    ["only", "source", "sources", "service", "services", "site", "engine", "from", "providers"]: {
      $0.takes(OptionTable.provider.row).map(Hint.option) ?? collection($0)
    },
    ["count", "limit", "max", "number", "results", "num", "per-page", "top"]: {
      $0.takes(OptionTable.count.row).map(Hint.option)
        ?? ($0.takesPhotos ? .advice("name the photos, such as 1-5") : nil)
    },
    ["out", "outfile", "file"]: { place in
      place.takes(OptionTable.output.row).map { flag in
        place.hasFolder
          ? .option(flag)
          : .advice("a list goes into a file with \(flag) FILE, pictures: imgsearch download 1-5")
      }
    },
    ["folder", "dir", "directory", "dest", "destination", "save", "output-dir"]: { place in
      guard let flag = place.takes(OptionTable.output.row) else {
        return place.takesPhotos || place.command == .pick
          ? .advice("to save pictures: imgsearch download 1-5") : nil
      }
      return place.hasFolder
        ? .option(flag) : .advice("a list saves no pictures; then: imgsearch download 1-5")
    },
    ["collection", "album", "into"]: collection,
    ["query", "search", "words", "text"]: {
      $0.command.takesWords
        ? .advice("type it as a word: services look for words in titles and tags") : nil
    },
    ["large", "hd", "big", "hires", "resolution", "min-size", "width", "quality"]: {
      ($0.takes("min-width").map { "\($0) PIXELS" } ?? $0.takes(OptionTable.savedSize.row))
        .map(Hint.option)
    },
    ["page", "offset", "start"]: {
      $0.command.takesWords ? .advice("imgsearch more goes on with the list") : nil
    },
    ["taken", "date-taken"]: {
      $0.takes("since").map { .advice("\($0) and --until go by the date of publication") }
    },
  ]

  /// All guessed names
  static let typed = options.flatMap(\.key) + ways.flatMap(\.key)

  private typealias Place = CommandLanguage.UntakenOption

  private enum Hint {
    /// The option that was probably meant, with its value if that is known
    case option(String)
    /// A way without an option
    case advice(String)
  }

  @Sendable private static func collection(_ place: Place) -> Hint? {
    if let flag = place.takes(OptionTable.collection.row) { return .option(flag) }
    if place.command == .download {
      return .advice(
        "list it, then save all: imgsearch favorites list NAME; imgsearch download all")
    }
    return place.command.takesWords
      ? .advice("what is found can be collected then, see imgsearch help favorites") : nil
  }

  /// A hint to append to the message about an unknown option; empty for none
  @Sendable static func hint(_ place: CommandLanguage.UntakenOption) -> String {
    let name = place.name.lowercased()
    let option = options.first { $0.key.contains(name) }?.value
    let flag = option.flatMap { place.takes($0.option) }
    if let option, let flag { return Suggestion.question(flag + option.value) }
    if let meant = ways.first(where: { $0.key.contains(name) })?.value(place) {
      return switch meant {
      case .option(let text): Suggestion.question(text)
      case .advice(let text): "; \(text)"
      }
    }
    guard !place.isKnown else { return "" }
    if let row = place.rows.first(where: { $0.values.contains(name) }) {
      return Suggestion.question("\(row.flag) \(name)")
    }
    let nearest = Suggestion.nearest(to: name, among: place.rows.map(\.name))
    return Suggestion.question(nearest.map { "--\($0)" })
  }

  /// The replacement of an option of version 0.2.0; nil for any other name
  @Sendable static func retired(_ name: String) -> String? {
    switch name {
    case "tar", "per-shard":
      "save the pictures with download --sidecar json --name \"{provider}-{id}.{ext}\" -o FOLDER, "
        + "then pack them with GNU tar: cd FOLDER; tar --sort=name -cf ../000000.tar *"
    case "gzip": "leave it out, and pack the files when all are complete: gzip FOLDER/*.ndjson"
    default: nil
    }
  }
}

extension CommandLanguage.UntakenOption {
  /// The option as typed in this command; nil if the command doesn't take it
  fileprivate func takes(_ row: OptionRow) -> String? { takes(row.name) }

  fileprivate func takes(_ name: String) -> String? {
    rows.first { $0.name == name }?.flag
  }

  /// Whether the command's output option names a folder for pictures
  fileprivate var hasFolder: Bool {
    rows.contains { row in
      if case .folder = row.kind { row.name == OptionTable.output.row.name } else { false }
    }
  }

  fileprivate var takesPhotos: Bool { [.show, .open, .credit, .download].contains(command) }
}
