import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// All options with their names, values, defaults and commands
///
/// A new option is a constant here, an entry in ``rows``, and a line in the options of its
/// commands.
enum OptionTable {
  private static let listings: Set<Command> = [.search, .list]
  /// Commands with options that describe a search
  private static let planned: Set<Command> = [
    .search, .list, .similar, .pick, .browse, .mcp, .harvest,
  ]
  private static let photos: Set<Command> = [.show, .open, .credit, .favorites]
  /// Commands that print a listing and store it
  private static let printing: Set<Command> = [.search, .list, .similar, .more, .again, .favorites]
  /// Commands that start, continue or repeat a search and list it
  private static let searching: Set<Command> = [.search, .list, .similar, .more, .again]
  /// Commands that search and have a number of photos
  private static let counting = searching.union([.pick, .browse])
  /// Commands that search
  private static let querying = counting.union([.mcp])
  /// Commands that may send requests to services
  private static let requesting = querying.union(photos).union([.download, .harvest])

  // Options of what to search for, and where

  static let provider = Option<ProviderChoice>(
    "provider", "p",
    .providers(ProviderCatalog.profiles.map(\.id), "NAME"), default: ProviderChoice(),
    "services to search, in this order; -NAME leaves one out ()", for: planned.union([.more]))
  /// An option for each filter. `--color` means a picture's color and the terminal's colors, so it
  /// takes the words of both.
  static let filters = FilterRow.all.map { filter in
    switch filter {
    case .color:
      OptionRow(
        filter, for: planned, and: TerminalColor.names,
        "; or colors on the terminal: always, never (auto)")
    case .without: OptionRow(filter, for: planned, "; -WORD in quotes or after -- does the same")
    case .since: OptionRow(filter, for: planned.subtracting([.harvest]))
    case .tag: OptionRow(filter, for: planned.subtracting([.mcp]))
    default: OptionRow(filter, for: planned)
    }
  }
  static let strictWords = Option(
    switch: "strict-words", "send each provider the words exactly as typed, and only once",
    for: planned)
  static let merge = Option<MergeOrder>(
    "merge", nil, .choice("ORDER"), default: .interleaved,
    "how the providers' photos become one list ()", for: planned)
  static let cursor = Option<String?>(
    "cursor", nil, .text("TOKEN"),
    "continue from a cursor; @FILE reads it from a file, - from standard input", for: listings)

  // Options for printing

  static let count = Option<Int>(
    "count", "n", aliases: ["limit"], .number("N"), default: 30,
    "photos to show (); a list on a terminal shows as many as fit the window", for: counting)
  static let entries = Option<Int?>(
    "count", "n", aliases: ["limit"], .number("N"),
    "how many to list: the first favorites, or the last searches (all)",
    for: [.favorites, .history])
  static let collection = Option<String?>(
    "to", nil, aliases: ["from"], .text("NAME", .listed),
    "the collection to put photos into, or to take them out of", for: [.favorites])
  static let columns = Option<Int?>(
    "columns", "c", .number("N"), "columns of the grid (as many as fit)", for: printing)
  static let listingFormat = Option<ListingFormat>(
    "format", "f", .choice("FORMAT"), default: .grid, "how to print the list ()", for: printing)
  static let fields = Option<[FieldName]>(
    "fields", nil, .choices(of: FieldName.all, "NAME"), default: [],
    "print only these facts, in this order (json, ndjson, csv and table)",
    for: printing)
  static let listedSize = Option<Rendition.Role>(
    "size", nil, .choice("ROLE", meaning: Rendition.Role.pixels), default: .regular,
    "the picture size that urls, flat, csv and markdown name ()",
    for: printing.union([.credit, .harvest]))
  static let links = Option(switch: "links", "print page addresses below the cells", for: printing)
  static let listedPictures = Option<PictureUse>(
    "pictures", nil, .choice("WHEN"), default: .never,
    "a picture above each cell of the grid; auto for terminals with color ()", for: printing)
  static let shownPictures = Option<PictureUse>(
    "pictures", nil, .choice("WHEN"), default: .auto,
    "the photo's picture above its text; auto for terminals with color ()", for: [.show, .pick])
  static let terminalColor = Option<TerminalColor>(
    "color", nil, aliases: ["colour"], .choice("WHEN"), default: .auto, "colors on the terminal ()",
    for: printing.subtracting(listings).union([.show]), setting: "terminalColor")
  static let photoFormat = Option<TextFormat>(
    "format", "f", .choice("FORMAT"), default: .text, "how to print the photo ()", for: [.show])
  static let field = Option<PhotoField?>(
    "field", nil, .choice("NAME"), "print only this value, one line for each photo named",
    for: [.show])
  static let creditFormat = Option<CreditText.Form>(
    "format", "f", .choice("FORMAT"), default: .text, "how to print the credit ()", for: [.credit])
  static let picture = Option(
    switch: "picture", "the picture itself, not only its page", for: [.open, .credit])
  static let copy = Option(switch: "copy", "copy it to the clipboard, too", for: [.credit])
  static let historyFormat = Option<TextFormat>(
    "format", "f", .choice("FORMAT"), default: .text, "how to print the searches ()",
    for: [.history])

  static let file = Option<String?>(
    "output", "o", .text("FILE", .path),
    "print to a file, which is replaced once the list is complete", for: printing)
  static let open = Option(
    switch: "open", "with --format html, open the page at once", for: printing)

  // Options of `harvest`

  static let harvestOutput = Option<String?>(
    "output", "o", .text("FOLDER", .folder), "where to write the files, one for each search",
    for: [.harvest])
  static let harvestCount = Option<Int>(
    "count", "n", aliases: ["limit"], .number("N"), default: 300,
    "photos for each search, unless its line has -n N itself ()", for: [.harvest])
  static let perDay = Option<[String]>(
    "per-day", nil, .texts("NAME=N"), default: [],
    "most requests to a provider in a day (UTC), retries counted; then the harvest ends with 75",
    for: [.harvest])
  /// The filter's option with an additional word
  static let harvestSince = Option<String?>(
    FilterRow.since.name, nil, aliases: FilterRow.since.aliases, .sinceLast,
    FilterRow.since.summary + "; `last` for photos published since the last round began",
    for: [.harvest])
  static let wait = Option(
    switch: "wait", "wait until a spent quota is renewed, then continue", for: [.harvest])
  static let redo = Option<[String]>(
    "redo", nil, .texts("LINES"), default: [],
    "make the files of these lines again, such as 1,3-5; an old file stays until the new one is "
      + "complete", for: [.harvest])
  static let flat = Option(
    switch: "flat", "write rows of plain values, as --format flat prints them, for data set tools",
    for: [.harvest])

  // Options of `pick`

  static let favorite = Option(
    switch: "favorite", "add the photos picked to the favorites", for: [.pick])
  static let download = Option(
    switch: "download", "save the pictures picked, in this folder", for: [.pick])

  // Options for saving pictures

  static let output = Option<String>(
    "output", "o", .text("FOLDER", .folder), default: ".", "where to save pictures (here)",
    for: [.download, .browse])
  static let readOnly = Option(
    switch: "read-only",
    "no tools that change something: assistants can neither save pictures nor change favorites",
    for: [.mcp])
  static let assistantHistory = Option(
    switch: "history", "a tool that reads your search history", for: [.mcp])
  /// The folder in which assistants may save pictures; nil if they may not
  static let assistantOutput = Option<String?>(
    "output", "o", .text("FOLDER", .folder), "where assistants may save pictures (nowhere)",
    for: [.mcp])
  static let savedSize = Option<Rendition.Role>(
    "size", nil, .choice("ROLE", meaning: Rendition.Role.pixels),
    default: PictureSource.defaultSize,
    "the size to save (); for numbers of a list with --min-width or the like, the size that it "
      + "asks for", for: [.download])
  static let savedWidth = Option<Int?>(
    "width", nil, .number("PIXELS"),
    "save the smallest size at least this wide; exactly this wide where the service scales "
      + "(Unsplash)", for: [.download])
  static let dryRun = Option(
    switch: "dry-run",
    "only print what would be saved: path, pixels and address, a line for each picture",
    for: [.download])
  static let jobs = Option<Int>(
    "jobs", "j", .number("N"), default: 4, "pictures to fetch at a time ()", for: [.download])
  static let overwrite = Option(
    switch: "overwrite", "save pictures again that are already there", for: [.download])
  static let name = Option<String>(
    "name", nil, .text("TEMPLATE"), default: FileNameTemplate.standard,
    "how to name the files (); also {author}, {license}, {size}, {number}, and / for folders",
    for: [.download])
  static let onlyNew = Option(
    switch: "new",
    "leave out photos that the credits in the folder name, and their copies at other services",
    for: [.download])
  static let allCopies = Option(
    switch: "all-copies",
    "with --new, also save photos that look like a saved photo of another service",
    for: [.download])
  static let sidecar = Option<SidecarFormat>(
    "sidecar", nil, .choice("FORM"), default: .csv,
    "where to write credits: in credits.csv with each file's sha256 (csv), or in a file for each "
      + "picture: json, xmp for photo managers, reuse for REUSE's FILE.license ()",
    for: [.download])
  static let embed = Option(
    switch: "embed",
    "put the credit into JPEG, PNG and WebP files (XMP); the pixels stay as they are",
    for: [.download, .browse, .mcp])

  // Options for requests

  static let replay = Option<String?>(
    "replay", nil, .text("PATH", .path), "answer from a recording: a HAR file, or a folder of them",
    for: planned.union(photos).union([.download]))
  static let record = Option<String?>(
    "record", nil, .text("FILE", .path), "save all replies in a recording, without keys",
    for: requesting)
  /// How long to wait for a slow provider; nil for no limit
  static let patience = Option<Duration?>(
    "patience", nil, .secondsOrForever("SECONDS"), default: .seconds(1),
    "how long to wait for a slow provider, or forever ()", for: querying)
  static let timeout = Option<Duration>(
    "timeout", nil, .seconds("SECONDS"), default: LiveTransport.Limits().timeout,
    "how long one try may take (); all tries of a request end after 30",
    for: requesting.union([.keys]))
  static let maxRequests = Option<Int>(
    "max-requests", nil, .number("N"), default: 20,
    "most pages to ask one provider for; imgsearch more continues ()",
    for: querying.subtracting([.mcp]))
  static let assistantMaxRequests = Option<Int>(
    "max-requests", nil, .number("N"), default: 5,
    "most pages to ask one provider for in a call ()", for: [.mcp])
  static let offline = Option(
    switch: "offline", "answer only from the cache", for: querying.union(photos))
  static let refresh = Option(
    switch: "refresh", "ask again even for what is in the cache, and don't wait for quotas",
    for: querying.union(photos))
  static let strict = Option(
    switch: "strict", "fail if any provider fails, even when there are photos to show",
    for: searching)
  static let verbose = Option(
    switch: "verbose", letter: "v", "print a line for each request on standard error",
    for: requesting.union([.keys]))
  static let quiet = Option(
    switch: "quiet", letter: "q", "print results and failures only", for: Set(Command.all))
  static let noHistory = Option(
    switch: "no-history", "don't keep this search in the history", for: counting)

  // Options of the gallery

  static let noOpen = Option(switch: "no-open", "only print the gallery's address", for: [.browse])
  static let port = Option<Int?>(
    "port", nil, .number("N"), "the port to serve it on (any free one)", for: [.browse])
  static let captions = Option<CaptionUse>(
    "captions", nil, .choice("WHEN"), default: .hover,
    "author and licence of a photo while it is pointed at, or always below it ()", for: [.browse])

  // Options for information

  static let version = Option(switch: "version", "the version of this program", for: [.search])
  static let man = Option(switch: "man", "the whole help as a man page", for: [.help])
  static let schema = Option(
    switch: "schema", "with help json: a JSON Schema of what -f json and ndjson print",
    for: [.help])
  static let help = Option(
    switch: "help", letter: "h", "the help for a command", for: Set(Command.all))

  /// All options in the order of the help
  static let rows: [OptionRow] =
    [
      provider.row, count.row, entries.row, collection.row, columns.row, listingFormat.row,
      fields.row, listedSize.row, file.row, open.row, links.row, listedPictures.row,
    ] + filters + [
      strictWords.row, shownPictures.row, terminalColor.row, merge.row, cursor.row, photoFormat.row,
      field.row, creditFormat.row, picture.row, copy.row, favorite.row, download.row, output.row,
      assistantOutput.row, readOnly.row, assistantHistory.row, harvestOutput.row, harvestCount.row,
      harvestSince.row, perDay.row, wait.row, redo.row, flat.row, savedSize.row, savedWidth.row,
      jobs.row, overwrite.row, onlyNew.row, allCopies.row, name.row, sidecar.row, embed.row,
      dryRun.row, replay.row, record.row, patience.row, timeout.row, maxRequests.row,
      assistantMaxRequests.row, offline.row, refresh.row, strict.row, verbose.row, quiet.row,
      noHistory.row, noOpen.row, port.row, captions.row, historyFormat.row, version.row, man.row,
      schema.row, help.row,
    ]

  /// Options that describe a search
  static let planning: [OptionRow] = [provider.row] + filters + [strictWords.row, merge.row]

  /// Options whose defaults config.json may set: those of a search, a listing or a download, but no
  /// paths
  static let configurable: [OptionRow] =
    [
      provider.row, count.row, columns.row, listingFormat.row, listedSize.row, links.row,
      listedPictures.row, shownPictures.row,
    ] + filters
    + [
      terminalColor.row, strictWords.row, merge.row, patience.row, timeout.row, maxRequests.row,
      strict.row, noHistory.row, output.row, savedSize.row, jobs.row, name.row, sidecar.row,
      embed.row, captions.row,
    ]
}

extension OptionSyntax<ProviderChoice> {
  /// Providers' names, with a hyphen to leave one out, or `all`
  fileprivate static func providers(_ ids: [ProviderID], _ placeholder: String) -> OptionSyntax {
    let words = ids.map(\.rawValue) + [ProviderChoice.all.rawValue]
    let names = OptionSyntax<[ProviderID]>.choices(
      of: words, all: ProviderChoice.all.rawValue, placeholder)
    return OptionSyntax(
      names.kind, placeholder,
      read: { names.read($0).map { ProviderChoice(names: $0 == [ProviderChoice.all] ? [] : $0) } },
      text: { names.text($0.names.isEmpty ? [ProviderChoice.all] : $0.names) })
  }
}

/// The format of other output, for people or programs
enum TextFormat: String, CaseIterable, Sendable { case text, json }

/// The place for credits of saved pictures: one table in the folder, or a file beside each picture
enum SidecarFormat: String, CaseIterable, Sendable { case csv, json, xmp, reuse }

/// When the gallery shows author and licence of a photo on a desk; by touch they are always shown
enum CaptionUse: String, CaseIterable, Sendable { case hover, always }
