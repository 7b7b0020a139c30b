import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Platform
import Terminal

/// A way to print a listing as its photos arrive
struct ListingPrinter {
  var begin: () throws -> Void = {}
  /// Prints a photo, or takes it to be printed with its picture
  let add: (ListingEntry) throws -> Void
  /// Prints the photos that were taken
  var flush: () async throws -> Void = {}
  var end: (ListingSummary) async throws -> Void = { _ in }

  /// Prints each photo at once, in the renderer's form
  static func text(_ renderer: any ListingRenderer, on console: Console) -> ListingPrinter {
    var renderer = renderer
    return ListingPrinter(
      begin: { try console.print(renderer.header()) },
      add: { try console.print(renderer.entry($0)) },
      end: { try console.print(renderer.footer($0)) })
  }

  /// Prints rows of photos with their pictures, for which a row waits a little
  static func grid(with pictures: GridPictures) -> ListingPrinter {
    var waiting: [ListingEntry] = []
    return ListingPrinter(
      add: { waiting.append($0) },
      flush: {
        for entry in waiting { try await pictures.print(entry) }
        waiting = []
      }, end: pictures.finish)
  }
}

extension GridPictures {
  /// Runs a body that prints a listing while its pictures, if it has any, are fetched, then waits
  /// for the last ones
  ///
  /// - Parameter isVerbose: whether to count the pictures also if none is missing
  static func during<T>(
    _ session: Session, _ listing: ListingOptions, isVerbose: Bool = true, on console: Console,
    _ body: (GridPictures?) async throws -> T
  ) async throws -> T {
    guard let grid = listing.pictureGrid(on: console) else { return try await body(nil) }
    let queue = ThumbnailQueue(
      hashes: session.pictures.hashes, choose: session.pictures.rendition,
      picture: session.pictures.file)
    let pictures = GridPictures(grid, on: console) { entry, pixels in
      queue.ask(for: entry.photo, entry.number, atLeast: pixels)
    }
    return try await console.input.quietly(pictures.canDraw) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await queue.fetchAll(isNeeded: pictures.hasPlace, add: pictures.add) }
        let value = try await body(pictures)
        queue.finish()
        try await pictures.waitForLast()
        group.cancelAll()
        let tally = queue.tally
        if tally.pictures < tally.requests || isVerbose && session.source.isLive {
          let problem = tally.problem.map { ErrorText.line($0) }
          let words = SummaryText.pictures(
            tally.pictures, of: tally.requests, bytes: tally.bytes, problem: problem,
            isRecorded: !session.source.isLive)
          if let words { console.note(words) }
        }
        return value
      }
    }
  }
}

/// The result of a listing
struct ListingOutcome {
  let code: ExitCode
  /// Photos printed
  let photos: Int
}

extension ListingOptions {
  /// Least rows of a terminal on which pictures stay long enough to be drawn
  private static let minScreenRows = 7
  /// Most terminal rows of a picture in a grid
  private static let maxPictureRows = 16

  /// The grid for pictures; nil if none are shown
  func pictureGrid(on console: Console) -> GridRenderer? {
    guard format == .grid, console.showsPictures(pictures), console.style.hasSigns else {
      return nil
    }
    // A row of photos and the closing lines fit on the screen.
    let rows = console.canDraw ? Console.size(of: STDOUT_FILENO)?.rows ?? .max : .max
    guard rows >= Self.minScreenRows else { return nil }
    return grid(on: console, pictureRows: min(Self.maxPictureRows, max(3, rows - 10)))
  }

  private func grid(on console: Console, pictureRows: Int = 0) -> GridRenderer {
    GridRenderer(
      width: console.width, columns: columns, style: style(on: console), pictureRows: pictureRows)
  }

  /// Photos that fit the terminal's window, above the closing line, the prompt and notices; nil if
  /// the listing goes elsewhere
  ///
  /// - Parameter isFiltered: whether notices may follow on services that lack a filter
  func count(fitting console: Console, isFiltered: @autoclosure () -> Bool) -> Int? {
    guard format.has(.numbers), file == nil, console.isTerminal,
      let rows = Console.size(of: STDOUT_FILENO)?.rows
    else { return nil }
    let below = isFiltered() ? 3 : 0
    guard format == .grid, console.style.hasSigns else {
      // A paragraph has three or four lines.
      let height = (format == .grid ? 4 : 1) + (hasAddresses ? 1 : 0)
      return min(max((rows - 4 - below) / height, 6), 30)
    }
    return (pictureGrid(on: console) ?? grid(on: console)).count(fitting: rows - 3 - below)
  }

  private func style(on console: Console) -> TerminalStyle {
    var style = console.style
    style.addresses = hasAddresses
    return style
  }

  /// The renderer of the chosen format
  ///
  /// - Parameter title: of a page without words
  func renderer(
    for plan: SearchPlan, title: String = "Photos of today", on console: Console
  ) -> any ListingRenderer {
    let (width, style) = (console.width, style(on: console))
    let selection = fields.isEmpty ? nil : FieldSelection(fields, role: role)
    switch format {
    case .grid where !style.hasSigns: return ParagraphRenderer(width: width, style: style)
    case .grid: return GridRenderer(width: width, columns: columns, style: style)
    case .table:
      guard console.isTerminal else { return LineRenderer.tabbed(selection) }
      if let selection { return FieldTableRenderer(selection, width: width, style: style) }
      return TableRenderer(width: width, style: style)
    case .json: return JSONRenderer(plan: plan, fields: selection) { ErrorText.line($0) }
    case .ndjson: return LineRenderer.ndjson(fields: selection)
    case .flat: return LineRenderer.flat(role: role)
    case .csv: return LineRenderer.csv(selection ?? .usual(role: role))
    case .html:
      return PageRenderer(
        title: plan.query.subject == nil ? plan.query.words ?? title : "Photos\(plan.query.phrase)",
        filters: plan.query.filters, date: Date())
    case .markdown: return LineRenderer.markdown(role: role)
    case .urls: return LineRenderer.urls(role: role)
    }
  }

  /// Runs a body that prints a listing, with a console that writes to the chosen place
  ///
  /// A file keeps its old content until the listing is complete, and after a run that was
  /// interrupted or failed.
  ///
  /// - Throws: what the body throws; a failure with code 74 if the file can't be written.
  func printing(
    on console: Console, _ body: (Console) async throws -> ListingOutcome
  ) async throws -> ExitCode {
    guard file != nil || isOpened else { return try await body(console).code }
    let url =
      try file.map { URL(filePath: $0) }
      ?? TemporaryPages(in: console.folders.cache).place(.listing)
    let output = try OutputFile(
      url, permissions: file == nil ? 0o600 : 0o644, unfinished: console.unfinished,
      advice: "choose another --output")
    var isKept = false
    defer { if !isKept { output.discard() } }
    let outcome = try await body(console.writing(to: output.descriptor))
    try Task.checkCancellation()
    // A failure without photos doesn't replace the file's content.
    isKept = outcome.code == .success || outcome.photos > 0
    guard isKept else { return outcome.code }
    try output.finish()
    if isOpened, !(await console.desktop.open(WebAddress.printable(url))) {
      console.note("imgsearch: there is no program to open web pages with; the page is \(url.path)")
    }
    return outcome.code
  }
}
