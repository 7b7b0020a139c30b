import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// All options, in the order of the help
enum OptionTable {
  private static let listings: Set<Command> = [.search, .list]
  private static let photos: Set<Command> = [.show, .credit, .favorites]
  /// What prints a listing of something that is kept
  private static let printing: Set<Command> = [.search, .list, .more, .again, .favorites]
  /// What goes on with a search, or repeats one
  private static let searching: Set<Command> = [.search, .list, .more, .again]

  static let options: [Option] = [
    Option(
      "provider", "p",
      .choices(ProviderCatalog.profiles.map(\.id.rawValue) + ["all"], placeholder: "NAME"),
      "whom to ask, in this order (all)", for: listings),
    Option(
      "count", "n", .number(placeholder: "N"), "photos to show (30)", for: searching),
    Option(
      "columns", "c", .number(placeholder: "N"), "columns of the grid (as many as fit)",
      for: printing),
    Option(
      "format", "f", .choice(ListingFormat.allCases.map(\.rawValue), placeholder: "FORMAT"),
      "how to print them (grid)", for: printing),
    Option(
      "size", nil, .choice(Rendition.Role.allCases.map(\.rawValue), placeholder: "ROLE"),
      "which rendition urls, csv and markdown name (regular)", for: printing),
    Option(
      "orientation", nil,
      .choice(PhotoFilters.Orientation.allCases.map(\.rawValue), placeholder: "SHAPE"),
      "only pictures of this shape", for: listings),
    Option(
      "license", nil,
      .choices(PhotoFilters.LicenseCode.allCases.map(\.rawValue), placeholder: "CODE"),
      "only these licences, or what permits this (any)", for: listings),
    Option(
      "color", nil, .choice(PhotoFilters.Color.allCases.map(\.rawValue), placeholder: "COLOR"),
      "only pictures of this color", for: listings),
    Option(
      "safe", nil, .choice(PhotoFilters.Safety.allCases.map(\.rawValue), placeholder: "LEVEL"),
      "how careful to be (strict)", for: listings),
    Option(
      "sort", nil, .choice(PhotoFilters.Sort.allCases.map(\.rawValue), placeholder: "ORDER"),
      "what each provider gives first (relevant)", for: listings),
    Option(
      "merge", nil, .choice(MergeOrder.allCases.map(\.rawValue), placeholder: "ORDER"),
      "how the providers' photos become one list (interleaved)", for: listings),
    Option(
      "cursor", nil, .text(placeholder: "TOKEN"),
      "continue from a cursor; @FILE reads it from a file, - from standard input",
      for: [.search, .list]),
    Option(
      "format", "f", .choice(["text", "json"], placeholder: "FORMAT"), "how to print it (text)",
      for: [.show]),
    Option(
      "format", "f", .choice(CreditText.Form.allCases.map(\.rawValue), placeholder: "FORMAT"),
      "how to print it (text)", for: [.credit]),
    Option(
      "output", "o", .folder(placeholder: "FOLDER"), "where to save them (here)", for: [.download]),
    Option(
      "size", nil, .choice(Rendition.Role.allCases.map(\.rawValue), placeholder: "ROLE"),
      "which rendition to save (regular)", for: [.download]),
    Option(
      "jobs", "j", .number(placeholder: "N"), "pictures at a time (4)", for: [.download]),
    Option(
      "overwrite", nil, .none, "save again what is there", for: [.download]),
    Option(
      "name", nil, .text(placeholder: "TEMPLATE"),
      "how to name them (\(FileNameTemplate.standard)); also {author} and {license}",
      for: [.download]),
    Option(
      "sidecar", nil, .choice(["csv", "json"], placeholder: "FORM"),
      "where credits go: credits.csv, or a file for each (csv)", for: [.download]),
    Option(
      "replay", nil, .path(placeholder: "PATH"),
      "answer from a recording: a HAR file, or a folder of them",
      for: listings.union(photos).union([.download])),
    Option(
      "record", nil, .path(placeholder: "FILE"),
      "keep all answers as a recording, without keys",
      for: searching.union(photos).union([.download])),
    Option(
      "patience", nil, .text(placeholder: "SECONDS"),
      "how long a slow provider is waited for, or forever (1)", for: searching),
    Option(
      "timeout", nil, .seconds(placeholder: "SECONDS"), "how long a request may take (20)",
      for: searching.union(photos).union([.download])),
    Option(
      "offline", nil, .none, "answer from the cache alone", for: searching.union(photos)),
    Option(
      "refresh", nil, .none, "ask again for what is in the cache", for: searching.union(photos)),
    Option(
      "strict", nil, .none, "fail when any provider fails, also with photos to show",
      for: searching),
    Option(
      "verbose", "v", .none, "one line a request on standard error",
      for: searching.union(photos).union([.download])),
    Option(
      "no-history", nil, .none, "do not keep this search in the history", for: searching),
    Option(
      "format", "f", .choice(["text", "json"], placeholder: "FORMAT"), "how to print it (text)",
      for: [.history]),
    Option("version", nil, .none, "the version of this program", for: [.search]),
    Option("help", "h", .none, "the help of a command", for: Set(Command.allCases)),
  ]

  static func options(of command: Command) -> [Option] {
    options.filter { $0.commands.contains(command) }
  }
}
