import Foundation
import PhotoDisplay
import PhotoSearch

/// Who answers, and how: what every command that may ask the services takes
struct RunOptions: Sendable {
  /// The recording that answers in place of the services
  var replay: String?
  /// Where all answers are recorded
  var record: String?
  /// Whether the cache alone answers
  var isOffline: Bool
  /// Whether what is in the cache is asked for again
  var isRefreshing: Bool
  /// How long a request may take
  var timeout: Duration
  /// Whether a line is said of each request
  var isVerbose: Bool

  init(_ arguments: Arguments) {
    replay = arguments.value(OptionTable.replay)
    record = arguments.value(OptionTable.record)
    isOffline = arguments.value(OptionTable.offline)
    isRefreshing = arguments.value(OptionTable.refresh)
    timeout = arguments.value(OptionTable.timeout)
    isVerbose = arguments.value(OptionTable.verbose)
  }

  /// The recording's absolute path, by which it is found from any folder
  var replayPath: String? { replay.map { URL(filePath: $0).standardizedFileURL.path } }

  /// - Throws: a usage failure for options that exclude each other.
  func check() throws {
    if replay != nil, isOffline || isRefreshing {
      let option = isOffline ? OptionTable.offline : OptionTable.refresh
      throw CommandFailure.usage("\(option.row.flag) doesn't go with --replay")
    }
    if isOffline, isRefreshing {
      throw CommandFailure.usage("--offline and --refresh exclude each other")
    }
  }
}

/// How a listing is printed
struct ListingOptions: Sendable {
  let format: ListingFormat
  private let role: Rendition.Role
  private let columns: Int?
  /// Whether page addresses are printed as text
  private let hasAddresses: Bool
  /// The file that it is printed to; nil for standard output
  private let file: String?
  /// Whether the page is shown in the web browser once it is there
  private let isOpened: Bool

  /// - Throws: a usage failure for options that do not go with the format.
  init(_ arguments: Arguments) throws {
    format = arguments.value(OptionTable.listingFormat)
    role = arguments.value(OptionTable.listedSize)
    columns = arguments.value(OptionTable.columns)
    hasAddresses = arguments.value(OptionTable.links)
    file = arguments.value(OptionTable.file)
    isOpened = arguments.value(OptionTable.open)
    if isOpened, format != .html {
      throw CommandFailure.usage("--open goes with --format html, not \(format.rawValue)")
    }
    if hasAddresses, !format.hasNumbers {
      throw CommandFailure.usage(
        "--links goes with --format grid and table, not \(format.rawValue)")
    }
    if arguments.typed(OptionTable.columns) != nil, format != .grid {
      throw CommandFailure.usage("--columns goes with --format grid, not \(format.rawValue)")
    }
    if arguments.typed(OptionTable.listedSize) != nil, ![.urls, .csv, .markdown].contains(format) {
      throw CommandFailure.usage(
        "--size goes with --format urls, csv and markdown, not \(format.rawValue)")
    }
  }

  /// Counts pictures that are named smaller than asked for; nil for formats that name none
  var smallerPictures: SmallerPictures? {
    switch format {
    case .urls, .csv, .markdown: SmallerPictures(asked: role)
    case .html: SmallerPictures(asked: .original)
    case .grid, .table, .json, .ndjson: nil
    }
  }

  func renderer(
    for plan: SearchPlan, title: String = "Photos of today", on console: Console
  ) -> any ListingRenderer {
    var style = console.style
    style.addresses = hasAddresses
    switch format {
    case .grid: return GridRenderer(width: console.width, columns: columns, style: style)
    case .table where console.isTerminal: return TableRenderer(width: console.width, style: style)
    case .table: return TabbedRenderer()
    case .json: return JSONRenderer(plan: plan, words: ErrorText.line)
    case .ndjson: return NDJSONRenderer()
    case .csv: return CSVRenderer(role: role)
    case .html: return PageRenderer(title: plan.query.words ?? title)
    case .markdown: return MarkdownRenderer(role: role)
    case .urls: return URLsRenderer(role: role)
    }
  }
}

/// What came of a listing
struct ListingOutcome {
  let code: ExitCode
  /// Photos that were printed
  let photos: Int

  /// Whether it is worth the place of an older one: a failure without photos isn't
  fileprivate var isKept: Bool { code == .success || photos > 0 }
}

extension ListingOptions {
  /// Runs a body that prints the listing: to a console that writes where it is to go
  ///
  /// A file holds what it held until the listing is whole, and after a run that was interrupted or
  /// failed.
  ///
  /// - Throws: what the body throws; a failure with code 74 for a file that can't be written.
  func printing(
    on console: Console, _ body: (Console) async throws -> ListingOutcome
  ) async throws -> ExitCode {
    guard file != nil || isOpened else { return try await body(console).code }
    let url =
      try file.map { URL(filePath: $0) }
      ?? PassingPages(in: console.folders.cache).place(.listing)
    let output = try OutputFile(
      url, permissions: file == nil ? 0o600 : 0o644, unfinished: console.unfinished)
    let outcome: ListingOutcome
    do {
      outcome = try await body(console.writing(to: output.descriptor))
      try Task.checkCancellation()
    } catch {
      output.discard()
      throw error
    }
    guard outcome.isKept else {
      output.discard()
      return outcome.code
    }
    try output.finish()
    if isOpened, !(await Desktop(environment: console.environment).open(url)) {
      console.note("imgsearch: there is no program to open web pages with; the page is \(url.path)")
    }
    return outcome.code
  }
}
