import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// All options: their names, values, defaults and commands stand here and nowhere else
///
/// A new one is a constant here, its row in ``rows``, and a line where the options of its commands
/// are decoded.
enum OptionTable {
  private static let listings: Set<Command> = [.search, .list]
  private static let photos: Set<Command> = [.show, .credit, .favorites]
  /// What prints a listing of something that is kept
  private static let printing: Set<Command> = [.search, .list, .more, .again, .favorites]
  /// What continues a search, or repeats one
  private static let searching: Set<Command> = [.search, .list, .more, .again]
  /// What may ask the services
  private static let asking = searching.union(photos).union([.download])

  // What is searched for, and whom to ask

  /// Empty for all
  static let provider = Option<[ProviderID]>(
    "provider", "p",
    .providers(ProviderCatalog.profiles.map(\.id), "NAME"), default: [],
    "whom to ask, in this order ()", for: listings)
  static let orientation = Option<PhotoFilters.Orientation?>(
    "orientation", nil, .choice("SHAPE"), "only pictures of this shape", for: listings)
  static let license = Option<[PhotoFilters.LicenseCode]>(
    "license", nil, .choices(of: PhotoFilters.LicenseCode.allCases.map(\.rawValue), "CODE"),
    default: [], "only these licences, or what permits this (any)", for: listings)
  static let color = Option<PhotoFilters.Color?>(
    "color", nil, .choice("COLOR"), "only pictures of this color", for: listings)
  static let safe = Option<PhotoFilters.Safety?>(
    "safe", nil, .choice("LEVEL"), "how careful to be (strict)", for: listings)
  static let sort = Option<PhotoFilters.Sort>(
    "sort", nil, .choice("ORDER"), default: .relevant, "what each provider gives first ()",
    for: listings)
  static let merge = Option<MergeOrder>(
    "merge", nil, .choice("ORDER"), default: .interleaved,
    "how the providers' photos become one list ()", for: listings)
  static let cursor = Option<String?>(
    "cursor", nil, .text("TOKEN"),
    "continue from a cursor; @FILE reads it from a file, - from standard input", for: listings)

  // How it is printed

  static let count = Option<Int>(
    "count", "n", .number("N"), default: 30, "photos to show ()", for: searching)
  static let columns = Option<Int?>(
    "columns", "c", .number("N"), "columns of the grid (as many as fit)", for: printing)
  static let listingFormat = Option<ListingFormat>(
    "format", "f", .choice("FORMAT"), default: .grid, "how to print them ()", for: printing)
  static let listedSize = Option<Rendition.Role>(
    "size", nil, .choice("ROLE"), default: .regular,
    "which rendition urls, csv and markdown name ()", for: printing)
  static let photoFormat = Option<TextFormat>(
    "format", "f", .choice("FORMAT"), default: .text, "how to print it ()", for: [.show])
  static let creditFormat = Option<CreditText.Form>(
    "format", "f", .choice("FORMAT"), default: .text, "how to print it ()", for: [.credit])
  static let historyFormat = Option<TextFormat>(
    "format", "f", .choice("FORMAT"), default: .text, "how to print it ()", for: [.history])

  // How pictures are saved

  static let output = Option<String>(
    "output", "o", .folder("FOLDER"), default: ".", "where to save them (here)", for: [.download])
  static let savedSize = Option<Rendition.Role>(
    "size", nil, .choice("ROLE"), default: PictureSource.usualSize, "which rendition to save ()",
    for: [.download])
  static let jobs = Option<Int>(
    "jobs", "j", .number("N"), default: 4, "pictures at a time ()", for: [.download])
  static let overwrite = Option<Bool>(
    "overwrite", nil, .switch, default: false, "save again what is there", for: [.download])
  static let name = Option<String>(
    "name", nil, .text("TEMPLATE"), default: FileNameTemplate.standard,
    "how to name them (); also {author}, {license}, {size}, {number}, and / for folders",
    for: [.download])
  static let onlyNew = Option<Bool>(
    "new", nil, .switch, default: false,
    "only photos that the credits in the folder do not name yet", for: [.download])
  static let sidecar = Option<CreditFormat>(
    "sidecar", nil, .choice("FORM"), default: .csv,
    "where credits go: credits.csv, or a file for each ()", for: [.download])

  // Who answers, and how that is waited for

  static let replay = Option<String?>(
    "replay", nil, .path("PATH"), "answer from a recording: a HAR file, or a folder of them",
    for: listings.union(photos).union([.download]))
  static let record = Option<String?>(
    "record", nil, .path("FILE"), "keep all answers as a recording, without keys", for: asking)
  /// nil for as long as it takes
  static let patience = Option<Duration?>(
    "patience", nil, .secondsOrForever("SECONDS"), default: .seconds(1),
    "how long a slow provider is waited for, or forever ()", for: searching)
  static let timeout = Option<Duration>(
    "timeout", nil, .seconds("SECONDS"), default: LiveTransport.Limits().timeout,
    "how long a request may take ()", for: asking)
  static let offline = Option<Bool>(
    "offline", nil, .switch, default: false, "answer from the cache alone",
    for: searching.union(photos))
  static let refresh = Option<Bool>(
    "refresh", nil, .switch, default: false, "ask again for what is in the cache",
    for: searching.union(photos))
  static let strict = Option<Bool>(
    "strict", nil, .switch, default: false,
    "fail when any provider fails, also with photos to show", for: searching)
  static let verbose = Option<Bool>(
    "verbose", "v", .switch, default: false, "one line a request on standard error", for: asking)
  static let noHistory = Option<Bool>(
    "no-history", nil, .switch, default: false, "do not keep this search in the history",
    for: searching)

  // What there is to know

  static let version = Option<Bool>(
    "version", nil, .switch, default: false, "the version of this program", for: [.search])
  static let help = Option<Bool>(
    "help", "h", .switch, default: false, "the help of a command", for: Set(Command.allCases))

  /// In the order of the help
  static let rows: [OptionRow] = [
    provider.row, count.row, columns.row, listingFormat.row, listedSize.row, orientation.row,
    license.row, color.row, safe.row, sort.row, merge.row, cursor.row, photoFormat.row,
    creditFormat.row, output.row, savedSize.row, jobs.row, overwrite.row, onlyNew.row, name.row,
    sidecar.row,
    replay.row, record.row, patience.row, timeout.row, offline.row, refresh.row, strict.row,
    verbose.row, noHistory.row, historyFormat.row, version.row, help.row,
  ]

  static func rows(of command: Command) -> [OptionRow] {
    rows.filter { $0.commands.contains(command) }
  }
}

/// How a list of photos is printed
enum ListingFormat: String, CaseIterable, Sendable {
  case grid, table, json, ndjson, csv, markdown, urls

  /// Whether a person sees which photo has which number
  var hasNumbers: Bool { self == .grid || self == .table }
}

/// How something is printed that people and programs read
enum TextFormat: String, CaseIterable, Sendable {
  case text, json
}

/// How the credits of saved pictures are kept: one table in the folder, or a file for each picture
enum CreditFormat: String, CaseIterable, Sendable {
  case csv, json
}

extension OptionSyntax<[ProviderID]> {
  /// Names of providers, or `all`, which is read as an empty list
  fileprivate static func providers(_ ids: [ProviderID], _ placeholder: String) -> OptionSyntax {
    let names = OptionSyntax.choices(of: ids.map(\.rawValue) + ["all"], placeholder)
    let all = ProviderID(rawValue: "all")
    return OptionSyntax(
      kind: names.kind,
      read: { names.read($0).map { $0.contains(all) ? [] : $0 } },
      text: { $0.isEmpty ? all.rawValue : names.text($0) })
  }
}
