import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Terminal

/// All options with their names, values and defaults
///
/// A new option is a constant here, a name in one of the groups, or else in ``rows`` and
/// ``options(of:)``, and a line where the options of its commands are decoded.
enum OptionTable {
  // Options of what to search for, and where

  static let provider = Option<ProviderChoice>(
    "provider", "p", .providers, default: ProviderChoice(),
    "services to search, in this order; -NAME leaves one out ()")
  /// An option for each filter. `--color` also takes the words of the terminal's option of this name.
  static let filters = FilterRow.all.map { filter in
    switch filter {
    case .color:
      OptionRow(
        filter, and: [terminalColor.row], "; or colors on the terminal: always, never (auto)")
    case .without: OptionRow(filter, "; -WORD in quotes or after -- does the same")
    default: OptionRow(filter)
    }
  }
  static let strictWords = Option(
    switch: "strict-words", "send each provider the words exactly as typed, and only once")
  static let merge = Option<MergeOrder>(
    "merge", nil, .choice("ORDER"), default: .interleaved,
    "how the providers' photos become one list ()")
  static let cursor = Option<String?>(
    "cursor", nil, .text("TOKEN"),
    "continue from a cursor; @FILE reads it from a file, - from standard input")

  // Options for printing

  static let count = Option<Int>(
    "count", "n", aliases: ["limit"], .number("N"), default: 30,
    "photos to show (); a list on a terminal shows as many as fit the window")
  static let entries = Option<Int?>(
    "count", "n", aliases: ["limit"], .number("N"),
    "how many to list: the first favorites, or the last searches (all)")
  static let collection = Option<String?>(
    "to", nil, aliases: ["from"], .text("NAME", .listed),
    "the collection to put photos into, or to take them out of")
  static let columns = Option<Int?>(
    "columns", "c", .number("N"), "columns of the grid (as many as fit)")
  static let listingFormat = Option<ListingFormat>(
    "format", "f", .choice("FORMAT"), default: .grid, "how to print the list ()")
  static let fields = Option<[FieldName]>(
    "fields", nil, .choices(of: FieldName.all, "NAME"), default: [],
    "print only these facts, in this order (json, ndjson, csv and table)")
  static let listedSize = Option<Rendition.Role>(
    "size", nil, .choice("ROLE", meaning: Rendition.Role.pixels), default: .regular,
    "the picture size that urls, flat, csv and markdown name ()")
  static let links = Option(switch: "links", "print page addresses below the cells")
  static let listedPictures = Option<PictureUse>(
    "pictures", nil, .choice("WHEN"), default: .never,
    "a picture above each cell of the grid; auto for terminals with color ()", isOfTerminal: true)
  static let shownPictures = Option<PictureUse>(
    "pictures", nil, .choice("WHEN"), default: .auto,
    "the photo's picture above its text; auto for terminals with color ()", isOfTerminal: true)
  static let terminalColor = Option<TerminalColor>(
    "color", nil, aliases: ["colour"], .choice("WHEN"), default: .auto, "colors on the terminal ()",
    key: "terminal-color", isOfTerminal: true)
  static let photoFormat = Option<TextFormat>(
    "format", "f", .choice("FORMAT"), default: .text, "how to print the photo ()")
  static let field = Option<PhotoField?>(
    "field", nil, .choice("NAME"), "print only this value, one line for each photo named")
  static let creditFormat = Option<CreditText.Form>(
    "format", "f", .choice("FORMAT"), default: .text, "how to print the credit ()")
  static let picture = Option(switch: "picture", "the picture itself, not only its page")
  static let copy = Option(switch: "copy", "copy it to the clipboard, too")
  static let historyFormat = Option<TextFormat>(
    "format", "f", .choice("FORMAT"), default: .text, "how to print the searches ()")

  static let outputFile = Option<String?>(
    "output", "o", .text("FILE", .path),
    "print to a file, which is replaced once the list is complete")
  static let open = Option(switch: "open", "with --format html, open the page at once")

  // Options of `harvest`

  static let harvestFolder = Option<String?>(
    "output", "o", .text("FOLDER", .folder), "where to write the files, one for each search")
  static let harvestCount = Option<Int>(
    "count", "n", aliases: ["limit"], .number("N"), default: 300,
    "photos for each search, unless its line has -n N itself ()")
  static let perDay = Option<[String]>(
    "per-day", nil, .texts("NAME=N"), default: [],
    "most requests to a provider in a day (UTC), retries counted; then the harvest ends with 75")
  /// The filter's option with an additional word
  static let harvestSince = Option<String?>(
    FilterRow.since.name, nil, aliases: FilterRow.since.aliases, .sinceLast,
    FilterRow.since.summary + "; `last` for photos published since the last round began")
  static let wait = Option(switch: "wait", "wait until a spent quota is renewed, then continue")
  static let redo = Option<[String]>(
    "redo", nil, .texts("LINES"), default: [],
    "make the files of these lines again, such as 1,3-5; an old file stays until the new one is "
      + "complete")
  static let flat = Option(
    switch: "flat", "write rows of plain values, as --format flat prints them, for data set tools")

  // Options of `pick`

  static let favorite = Option(switch: "favorite", "add the photos picked to the favorites")
  static let download = Option(switch: "download", "save the pictures picked, in this folder")

  // Options for saving pictures

  static let pictureFolder = Option<String>(
    "output", "o", .text("FOLDER", .folder), default: ".", "where to save pictures (here)")
  static let readOnly = Option(
    switch: "read-only",
    "no tools that change something: assistants can neither save pictures nor change favorites")
  static let assistantHistory = Option(switch: "history", "a tool that reads your search history")
  /// The folder in which assistants may save pictures; nil if they may not
  static let assistantFolder = Option<String?>(
    "output", "o", .text("FOLDER", .folder), "where assistants may save pictures (nowhere)")
  static let savedSize = Option<Rendition.Role>(
    "size", nil, .choice("ROLE", meaning: Rendition.Role.pixels),
    default: PictureSource.defaultSize,
    "the size to save (); for numbers of a list with --min-width or the like, the size that it "
      + "asks for")
  static let savedWidth = Option<Int?>(
    "width", nil, .number("PIXELS"),
    "save the smallest size at least this wide; exactly this wide where the service scales "
      + "(Unsplash)")
  static let dryRun = Option(
    switch: "dry-run",
    "only print what would be saved: path, pixels and address, a line for each picture")
  static let jobs = Option<Int>(
    "jobs", "j", .number("N"), default: 4, "pictures to fetch at a time ()")
  static let overwrite = Option(switch: "overwrite", "save pictures again that are already there")
  static let name = Option<String>(
    "name", nil, .text("TEMPLATE"), default: FileNameTemplate.standard,
    "how to name the files (); also {author}, {license}, {size}, {number}, and / for folders")
  static let onlyNew = Option(
    switch: "new",
    "leave out photos that the credits in the folder name, and their copies at other services")
  static let allCopies = Option(
    switch: "all-copies",
    "with --new, also save photos that look like a saved photo of another service")
  static let sidecar = Option<SidecarFormat>(
    "sidecar", nil, .choice("FORM"), default: .csv,
    "where to write credits: in credits.csv with each file's sha256 (csv), or in a file for each "
      + "picture: json, xmp for photo managers, reuse for REUSE's FILE.license ()")
  static let embed = Option(
    switch: "embed",
    "put the credit into JPEG, PNG and WebP files (XMP); the pixels stay as they are")

  // Options for requests

  static let replay = Option<String?>(
    "replay", nil, .text("PATH", .path), "answer from a recording: a HAR file, or a folder of them")
  static let record = Option<String?>(
    "record", nil, .text("FILE", .path), "save all replies in a recording, without keys")
  /// How long to wait for a slow provider; nil for no limit
  static let patience = Option<Duration?>(
    "patience", nil, .secondsOrForever("SECONDS"), default: .seconds(1),
    "how long to wait for a slow provider, or forever ()")
  static let timeout = Option<Duration>(
    "timeout", nil, .seconds("SECONDS"), default: LiveTransport.Limits().timeout,
    "how long one try may take (); all tries of a request end after 30")
  static let maxRequests = Option<Int>(
    "max-requests", nil, .number("N"), default: 20,
    "most pages to ask one provider for; imgsearch more continues ()")
  static let assistantMaxRequests = Option<Int>(
    "max-requests", nil, .number("N"), default: 5,
    "most pages to ask one provider for in a call ()")
  static let offline = Option(switch: "offline", "answer only from the cache")
  static let refresh = Option(
    switch: "refresh", "ask again even for what is in the cache, and don't wait for quotas")
  static let strict = Option(
    switch: "strict", "fail if any provider fails, even when there are photos to show")
  static let verbose = Option(
    switch: "verbose", letter: "v", "print a line for each request on standard error")
  static let quiet = Option(switch: "quiet", letter: "q", "print results and failures only")
  static let noHistory = Option(switch: "no-history", "don't keep this search in the history")

  // Options of the gallery

  static let noOpen = Option(switch: "no-open", "only print the gallery's address")
  static let port = Option<Int?>(
    "port", nil, .number("N"), "the port to serve it on (any free one)")
  static let captions = Option<CaptionUse>(
    "captions", nil, .choice("WHEN"), default: .hover,
    "author and licence of a photo while it is pointed at, or always below it ()")

  // Options for information

  static let version = Option(switch: "version", "the version of this program")
  static let man = Option(switch: "man", "the whole help as a man page")
  static let schema = Option(
    switch: "schema", "with help json: a JSON Schema of what -f json and ndjson print")
  static let help = Option(switch: "help", letter: "h", "the help for a command")

  /// All options in the order of the help
  static let rows =
    group(provider, count, entries, collection) + printing + filters
    + group(
      strictWords, shownPictures, terminalColor, merge, cursor, photoFormat, field, creditFormat,
      picture, copy, favorite, download, pictureFolder, assistantFolder, readOnly, assistantHistory)
    + harvesting + saving
    + group(
      replay, record, patience, timeout, maxRequests, assistantMaxRequests, offline, refresh,
      strict, verbose, quiet, noHistory, noOpen, port, captions, historyFormat, version, man,
      schema, help)

  // Groups of options that commands take

  /// Options of `harvest` alone
  private static let harvesting = group(
    harvestFolder, harvestCount, harvestSince, perDay, wait, redo, flat)

  /// Options of what is saved of pictures, and how
  private static let saving = group(
    savedSize, savedWidth, jobs, overwrite, onlyNew, allCopies, name, sidecar, embed, dryRun)

  /// Options that describe a search
  static let planning = group(provider) + filters + group(strictWords, merge)

  /// Options of commands that print a listing and store it
  static let printing = group(
    columns, listingFormat, fields, listedSize, outputFile, open, links, listedPictures)

  /// Options of commands that may send requests to services, or have a recording answer
  static let requests = group(replay, record, timeout, offline, refresh, verbose)

  /// Options of commands that search for a number of photos
  static let searching = requests + group(count, patience, maxRequests, noHistory)

  /// Options of commands that start, continue or repeat a search and list it
  static let listing = searching + printing + group(strict)

  /// Options of commands that list a search which keeps its recording
  static let continuing = listing.filter { $0 != replay.row } + group(terminalColor)

  /// The options of a command, in any order, without those that all commands have
  static func options(of command: Command) -> [OptionRow] {
    switch command {
    case .search: planning + listing + group(cursor, version)
    case .list: planning + listing + group(cursor)
    case .similar: planning + listing + group(terminalColor)
    case .more: continuing + group(provider)
    case .again: continuing
    case .pick: planning + searching + group(shownPictures, favorite, download)
    case .show: requests + group(shownPictures, terminalColor, photoFormat, field)
    case .open: requests + group(picture)
    case .credit: requests + group(listedSize, creditFormat, picture, copy)
    case .download: saving + group(pictureFolder, replay, record, timeout, verbose)
    case .favorites: printing + requests + group(entries, collection, terminalColor)
    case .history: group(entries, historyFormat)
    case .browse: planning + searching + group(pictureFolder, embed, noOpen, port, captions)
    case .mcp:
      planning.filter { $0.name != FilterRow.tag.name } + requests
        + group(
          assistantFolder, readOnly, assistantHistory, embed, patience, assistantMaxRequests)
    case .harvest:
      planning.filter { $0.name != FilterRow.since.name } + harvesting
        + group(listedSize, replay, record, timeout, verbose)
    case .keys: group(timeout, verbose)
    case .help: group(man, schema)
    case .providers, .completions, .doctor: []
    }
  }

  /// Options that all commands have
  static let shared = group(quiet, help)

  private static func group<each Value>(_ options: repeat Option<each Value>) -> [OptionRow] {
    var rows: [OptionRow] = []
    for option in repeat each options { rows.append(option.row) }
    return rows
  }

  /// The headings of a command's help, each with the options below it
  static let helpGroups: HelpPage.OptionGroups = [
    "Which photos": planning, "How many": group(count, cursor, maxRequests),
    "How they are printed": group(
      listingFormat, outputFile, columns, open, links, listedPictures, listedSize, savedWidth,
      terminalColor, field),
    "How services are asked": requests + group(patience, strict, perDay, wait),
  ]

  /// Options whose defaults config.json may set: those of a search, a listing or a download, but no
  /// paths
  static let configurable =
    group(
      provider, count, columns, listingFormat, listedSize, links, listedPictures, shownPictures)
    + filters
    + group(
      terminalColor, strictWords, merge, patience, timeout, maxRequests, strict, noHistory,
      pictureFolder, savedSize, jobs, name, sidecar, embed, captions)
}

extension OptionSyntax<ProviderChoice> {
  /// Providers' names, with a hyphen to leave one out, or `all`
  fileprivate static var providers: OptionSyntax {
    let all = ProviderChoice.all
    let words = ProviderCatalog.profiles.map(\.id.rawValue) + [all.rawValue]
    let names = OptionSyntax<[ProviderID]>.choices(of: words, all: all.rawValue, "NAME")
    return OptionSyntax(
      names.kind, names.placeholder,
      read: { names.read($0).map { ProviderChoice(names: $0 == [all] ? [] : $0) } },
      text: { names.text($0.names.isEmpty ? [all] : $0.names) })
  }
}

/// The format of other output, for people or programs
enum TextFormat: String, CaseIterable, Sendable { case text, json }

/// The place for credits of saved pictures: one table in the folder, or a file beside each picture
enum SidecarFormat: String, CaseIterable, Sendable { case csv, json, xmp, reuse }

/// When the gallery shows author and licence of a photo on a desk; by touch they are always shown
enum CaptionUse: String, CaseIterable, Sendable { case hover, always }

extension OptionRow {
  /// The option of a filter
  ///
  /// - Parameters:
  ///   - namesakes: options of the same name, whose words it accepts, too
  ///   - effect: the end of the summary
  init(_ filter: FilterRow, and namesakes: [OptionRow] = [], _ effect: String = "") {
    let kind: Kind =
      switch filter.values {
      case .flag: .none
      case .oneOf(let words), .someOf(let words):
        .choice(
          Choices(
            words + namesakes.flatMap(\.values), isList: filter.isRepeatable,
            further: filter == .license ? .licenses : filter == .color ? .colors : nil,
            remedy: filter == .safe
              ? "Without the option a search is strict; moderate and off show more" : nil))
      case .text: .form(Form(filter))
      }
    self.init(
      name: filter.name, aliases: filter.aliases, kind: kind,
      placeholder: filter.values == .flag ? "" : filter.placeholder,
      summary: filter.summary + effect, namesakes: namesakes)
  }
}

extension OptionRow.Form {
  /// The values of a filter
  ///
  /// - Parameter word: a further word that is accepted; nil for none
  fileprivate init(_ filter: FilterRow, or word: String? = nil) {
    self.init(
      accepted: filter.accepted + (word.map { "; or `\($0)`" } ?? ""),
      canonical: { $0 == word ? word : filter.canonical($0) }, doubt: { filter.doubt(about: $0) })
  }

  /// Colors by red, green and blue
  fileprivate static let colors = OptionRow.Form(
    accepted: "or six hex digits, such as ff8800",
    canonical: { PhotoFilters.Color(rawValue: $0.lowercased())?.rawValue })

  /// Licences by any name, id or address with which listings print them
  fileprivate static let licenses = OptionRow.Form(
    accepted: "or a licence as it is printed, or its id, such as LicenseRef-Attribution",
    canonical: { PhotoFilters.LicenseCode(named: $0)?.rawValue },
    remark: { text in
      typealias Code = PhotoFilters.LicenseCode
      guard let code = Code(named: text), Code.hasVersion(text) else { return nil }
      return "'\(text)' is taken as \(code.rawValue), in all its versions and ports"
    })
}

extension OptionSyntax<String> {
  /// The word for the day on which the last round of a harvest began
  static var last: String { "last" }

  /// A day, or ``last``
  static let sinceLast = text(FilterRow.since.placeholder, .form(OptionRow.Form(.since, or: last)))
}
