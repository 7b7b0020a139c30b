import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Synchronization
import Terminal

/// `imgsearch download <photo>... | -`: saves pictures with their credits
struct DownloadCommand {
  let options: DownloadOptions
  let console: Console
  /// The size that a search asks for whose photos are named by their ids; nil for none
  var searchedChoice: RenditionChoice?

  func run() async throws -> ExitCode {
    let lookup = PhotoLookup(console)
    let requests =
      options.photos.contains("-")
      ? options.requests
      : try options.requests.answered(by: lookup, for: options.photos.map { try PhotoOperand($0) })
    let session = try Session(requests, console: console)
    do {
      return try await session.finishing { try await save(session) }
    } catch is CancellationError {
      console.note("imgsearch: stopped; the same command saves the rest")
      return .interrupted
    }
  }

  private func save(_ session: Session) async throws -> ExitCode {
    let photos = try NamedPhotos(
      options.photos, asksAnew: options.requests.record != nil, console: console)
    let report = DownloadReport(
      console: console, total: photos.count, isSizeTyped: options.choice != nil)
    let download = try session.pictures.download(
      to: options.folder, options.settings, credits: credits)
    defer { report.end() }
    try await download.run(
      next: { try await next(of: photos, download, session, report) }, report: report.show)
    return report.code
  }

  /// The next photo that can be found; failures are reported and skipped
  private func next(
    of photos: NamedPhotos, _ download: PictureDownload, _ session: Session,
    _ report: DownloadReport
  ) async throws -> PictureOrder? {
    while let item = try await photos.next() {
      do {
        let reference = try item.get()
        let origin = reference.photo.map { [$0.origin] } ?? []
        if download.skips(reference.identities + origin) {
          report.leaveOut()
          continue
        }
        let choice =
          options.choice ?? photos.choice(of: reference.id) ?? searchedChoice
          ?? .role(options.usualSize)
        let photo = try await session.photos.photo(reference, .withPictures(choice)) {
          PhotoLookup(console).storedPhoto($0)
        }
        // Only the service's answer may show that the photo was saved before under another id.
        guard download.skips(photo.identities) else { return PictureOrder(photo, choice) }
        report.leaveOut()
      } catch let fault as PhotoFault {
        try Task.checkCancellation()
        report.fail(fault)
      }
    }
    return nil
  }

  private var credits: any PictureCredits {
    switch options.sidecar {
    case .csv: CreditsFile(in: options.folder, row: CSVText.row)
    case .json:
      CreditSidecars.json(in: options.folder) { [console] in PhotoLookup(console).isFavorite($0) }
    case .xmp: CreditSidecars.xmp(in: options.folder)
    case .reuse: CreditSidecars.reuse(in: options.folder)
    }
  }
}

/// The photos to save, named by operands or read from a listing's lines
private final class NamedPhotos {
  /// How many photos there are; nil if only the end of standard input will tell
  private(set) var count: Int?
  private var pending: ArraySlice<PhotoInput.Item> = []
  private var input: PhotoInput?
  private let console: Console
  private let asksAnew: Bool
  /// The size that the last listing's filters ask for
  private let listedChoice: RenditionChoice?
  /// Photos that are named by numbers of the last listing
  private var listed: Set<PhotoID> = []
  /// Addresses of pages that aren't in the database yet
  ///
  /// A search whose addresses are piped to this command stores its photos at its end.
  private var unknownPages: [PhotoOperand] = []

  /// - Parameters:
  ///   - texts: `-` stands for standard input, which is read last; numbers are those of the last
  ///     listing
  ///   - asksAnew: whether to ask services even for known photos, so that a recording has them
  /// - Throws: ``PhotoFault`` for a text that names no photo, `ListingFault` for a number that the
  ///   last listing lacks.
  init(_ texts: [String], asksAnew: Bool, console: Console) throws {
    self.asksAnew = asksAnew
    self.console = console
    let lookup = PhotoLookup(console)
    listedChoice = lookup.listedSearch.flatMap { RenditionChoice($0.plan.query.filters) }
    let photos = try texts.filter { $0 != "-" }.flatMap {
      try self.photos(PhotoOperand($0), lookup)
    }
    pending = photos.map(PhotoInput.Item.success)[...]
    guard texts.contains("-") else {
      count = Set(photos.map(\.id)).count
      return
    }
    input = try PhotoInput(path: "-") { [unowned self] operand in
      do {
        return try self.photos(operand, lookup)
      } catch PhotoFault.notNamed {
        unknownPages.append(operand)
        return []
      }
    }
  }

  private func photos(_ operand: PhotoOperand, _ lookup: PhotoLookup) throws -> [PhotoReference] {
    let photos = try lookup.photos(operand, asksAnew: asksAnew)
    if case .numbers = operand { listed.formUnion(photos.map(\.id)) }
    return photos
  }

  /// The size that the last listing's filters ask for, if a photo is named by its number there
  func choice(of id: PhotoID) -> RenditionChoice? { listed.contains(id) ? listedChoice : nil }

  /// The next photo; nil at the end
  ///
  /// - Throws: `InputFault` if standard input can't be read, `CancellationError` while waiting for
  ///   it.
  func next() async throws -> PhotoInput.Item? {
    if let item = pending.popFirst() { return item }
    if let item = try await input?.next() { return item }
    input = nil
    guard !unknownPages.isEmpty else { return nil }
    let lookup = PhotoLookup(console)
    pending = try unknownPages.flatMap { operand -> [PhotoInput.Item] in
      do {
        return try photos(operand, lookup).map { .success($0) }
      } catch let fault as PhotoFault { return [.failure(.inText(fault))] }
    }[...]
    unknownPages = []
    return pending.popFirst()
  }
}

/// Reports downloads: the path of each saved picture on standard output, messages on standard error
private final class DownloadReport: Sendable {
  private let console: Console
  private let display: DownloadDisplay
  private let isSizeTyped: Bool
  private let codes = Mutex<[ExitCode]>([])

  /// - Parameters:
  ///   - total: photos in all; nil if unknown
  ///   - isSizeTyped: whether the user said which size to save, so that larger ones aren't
  ///     mentioned
  init(console: Console, total: Int?, isSizeTyped: Bool) {
    self.console = console
    self.isSizeTyped = isSizeTyped
    display = DownloadDisplay(on: console, of: total)
  }

  /// - Throws: what printing a path throws.
  @Sendable func show(_ event: PictureDownload.Event) throws {
    if case .progress(let id, let count, let total) = event {
      return display.step(isFrequent: true) { $0.receive(count, of: total, for: id) }
    }
    try display.step { tally in
      switch event {
      case .progress: return
      case .began(let id, let name): tally.begin(id, name)
      case .saved(let picture):
        let (name, facts) = (picture.file.lastPathComponent, picture.facts)
        tally.save(picture.photo, bytes: facts.bytes, larger: picture.larger)
        try display.print(picture.file.path)
        let parts = ["saved \(name)", facts.size.map(Self.pixels(of:)), Counts.bytes(facts.bytes)]
        console.note(parts.compactMap(\.self).joined(separator: " · "))
        if let words = picture.shortfall() { console.note("\(name) has \(words)") }
        if let refusal = picture.refusal {
          console.note("\(name) stays as it is, without the credit inside: \(refusal.reason)")
        }
      case .planned(_, let file, let source):
        tally.end(nil, .planned)
        let pixels = source.size.map(Self.pixels(of:)) ?? "-"
        try display.print("\(file.path)\t\(pixels)\t\(WebAddress.printable(source.url))")
      case .skipped(let id, let file):
        tally.end(id, .skipped)
        // A skipped picture has no line of its own, as the closing line counts them.
        try display.print(file.path)
      case .failed(let id, DownloadFault.copy(let lookAlike)):
        tally.end(id, .copy)
        console.note("\(id) looks like \(lookAlike), which is saved")
      case .failed(let id, let error):
        tally.end(id, .failed)
        codes.withLock { $0.append(.unavailable) }
        console.note("imgsearch: \(id): \(ErrorText.line(error))")
      }
    }
  }

  /// Reports a photo that could not be found
  func fail(_ fault: PhotoFault) {
    display.step { tally in
      tally.end(nil, .failed)
      let code = console.report(fault)
      codes.withLock { $0.append(code) }
    }
  }

  /// Counts a photo that an earlier run saved
  func leaveOut() { display.step(isFrequent: true) { $0.end(nil, .leftOut) } }

  /// Removes the bars, and prints the closing lines
  func end() {
    display.end(
      size: isSizeTyped ? nil : OptionTable.savedSize.row.flag,
      copies: OptionTable.allCopies.row.flag)
  }

  /// The exit code that all failures have in common, if any
  var code: ExitCode { ExitCode(ofFailures: codes.withLock { $0 }) }

  private static func pixels(of size: PixelSize) -> String { "\(size.width)×\(size.height)" }
}
