import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Platform
import Terminal

/// `imgsearch show <photo>`: everything known about one photo, or one value of each
struct ShowCommand {
  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure unless there is one photo, or one value of each is asked for.
  func run() async throws -> ExitCode {
    let field = arguments.value(OptionTable.field)
    let format = arguments.value(OptionTable.photoFormat)
    if field != nil || format != .text,
      arguments.typed(OptionTable.shownPictures) ?? .never != .never
    {
      throw CommandFailure.usage("--pictures goes with --format text, and not with --field")
    }
    guard let field else {
      return try await show(arguments.photo(hint: "; with --field several"), as: format)
    }
    if format == .json { throw CommandFailure.usage("--field goes with --format text, not json") }
    return try await tell(field, of: arguments.photos)
  }

  private func show(_ operand: PhotoOperand, as format: TextFormat) async throws -> ExitCode {
    let lookup = PhotoLookup(console)
    guard let named = try lookup.photos(operand).first else { return .noInput }
    let run = RequestOptions(arguments).answered(by: lookup, for: [operand])
    let session: Session
    do {
      session = try Session(run, console: console)
    } catch let failure as CommandFailure {
      let photo = try lastSeen(named, run, after: failure)
      try await print(photo, lookup, as: format, nil)
      return .success
    }
    try await session.finishing {
      let photo = try await photo(named, run, session)
      try await print(photo, lookup, as: format, session)
    }
    return .success
  }

  /// - Parameter session: for the request of the picture; nil for none
  private func print(
    _ photo: Photo, _ lookup: PhotoLookup, as format: TextFormat, _ session: Session?
  ) async throws {
    let (original, isFavorite) = (lookup.original(of: photo), lookup.isFavorite(photo))
    guard format == .text else {
      return try console.print(
        PhotoJSON.detailed(photo, looksLike: original?.id, isFavorite: isFavorite) + "\n")
    }
    var addresses = PrivateAddressFilter(console)
    let shown = try addresses.shown(photo)
    let card = PhotoCard(
      photo: shown, looksLike: original, isFavorite: isFavorite, width: console.textWidth,
      style: console.style)
    if let session, console.showsPictures(arguments.terminalValue(OptionTable.shownPictures)),
      let picture = ShownPicture(of: shown, above: card.text, session, console)
    {
      try await picture.print(above: card.text)
    } else {
      try console.print(card.text)
    }
    if let notice = addresses.notice { console.note(notice) }
  }

  /// Prints a line for each photo, empty if it lacks the value, so that lines and photos correspond
  private func tell(_ field: PhotoField, of photos: [String]) async throws -> ExitCode {
    var pictures = PrivateAddressFilter(console)
    let code = try await PhotoResolver.each(
      of: photos, run: RequestOptions(arguments), isOld: { _ in field == .picture },
      asksOriginals: field.isOfAuthor, console: console
    ) { photo in
      let text = field.text(of: field == .picture ? try pictures.shown(photo) : photo)
      try console.print((text ?? "") + "\n")
      if text == nil { console.note("imgsearch: \(photo.id): no \(field.rawValue) is known") }
    }
    if let notice = pictures.notice { console.note(notice) }
    return code
  }

  /// The photo as its provider tells it now, else as it was stored. A preview always uses the
  /// stored one, as users look at many previews for a moment each
  private func photo(
    _ named: PhotoReference, _ run: RequestOptions, _ session: Session
  ) async throws -> Photo {
    if console.previewRows != nil, let seen = named.photo { return seen }
    do {
      return try await session.refreshed(named)
    } catch let failure as CommandFailure {
      return try lastSeen(named, run, after: failure)
    }
  }

  /// - Throws: the failure, if there is no stored photo to show instead.
  private func lastSeen(
    _ named: PhotoReference, _ run: RequestOptions, after failure: CommandFailure
  ) throws -> Photo {
    guard case .photo(let seen, _, _) = named, ![.usage, .cannotWrite].contains(failure.code)
    else { throw failure }
    console.note("imgsearch: shown as it was last seen: \(failure.message)")
    return run.replay != nil ? seen : seen.current
  }
}

/// `imgsearch open <photo>...`: opens the photos' pages, or their pictures, in the web browser
struct OpenCommand {
  /// Most pages to open at once; more would be a mistake
  private static let maxPages = 20
  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure if no photo is named, or too many.
  func run() async throws -> ExitCode {
    let photos = try arguments.photos
    let isPicture = arguments.value(OptionTable.picture)
    let numbers = try photos.filter { $0 != "-" }.compactMap { try PhotoOperand($0).count }
    try check(numbers.reduce(0, +))
    var addresses: [URL] = []
    var pictures = PrivateAddressFilter(console)
    let code = try await PhotoResolver.each(
      of: photos, run: RequestOptions(arguments), isOld: { _ in isPicture }, console: console
    ) { photo in
      let shown = isPicture ? try pictures.shown(photo) : photo
      guard let url = isPicture ? shown.rendition(.full)?.url : photo.pageURL,
        WebAddress.isWeb(url)
      else { throw CommandFailure("\(photo.id) has no picture to open", code: .noInput) }
      addresses.append(url)
    }
    if let notice = pictures.notice { console.note(notice) }
    // Open ranges and standard input can only be counted now.
    try check(addresses.count)
    let desktop = console.desktop
    for address in addresses where !(await desktop.open(WebAddress.printable(address))) {
      console.note("imgsearch: there is no program to open web pages with; the address is")
      try console.print(WebAddress.printable(address) + "\n")
    }
    return code
  }

  private func check(_ count: Int) throws {
    guard count <= Self.maxPages else {
      throw CommandFailure.usage("open takes at most \(Self.maxPages) photos at once")
    }
  }
}

/// `imgsearch credit <photo>...`: the lines to paste beside the pictures
struct CreditCommand {
  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure if no photo is named, or for a picture in plain text.
  func run() async throws -> ExitCode {
    let photos = try arguments.photos
    let form = arguments.value(OptionTable.creditFormat)
    let hasPicture = arguments.value(OptionTable.picture)
    if hasPicture, form == .text {
      throw CommandFailure.usage("--picture goes with --format markdown and html, not text")
    }
    if !hasPicture, arguments.typed(OptionTable.listedSize) != nil {
      throw CommandFailure.usage("--size goes with --picture")
    }
    let picture = hasPicture ? arguments.value(OptionTable.listedSize) : nil
    let isCopied = arguments.value(OptionTable.copy)
    var lines: [String] = []
    var pictures = PrivateAddressFilter(console)
    var smaller = picture.map(SmallerPictures.init(asked:))
    let code = try await PhotoResolver.each(
      // A photo of a recent listing has its credit line already, so only photos that may be
      // outdated are asked for again.
      of: photos, run: RequestOptions(arguments), isOld: { $0.fetched != nil }, asksOriginals: true,
      console: console
    ) { photo in
      let shown = picture == nil ? photo : try pictures.shown(photo)
      smaller?.take(shown)
      let line = CreditText.line(of: shown, as: form, picture: picture)
      if isCopied { lines.append(line) }
      try console.print(line + "\n")
    }
    if let notice = pictures.notice { console.note(notice) }
    if let words = smaller?.line { console.note(words) }
    guard !lines.isEmpty else { return code }
    let terminal = console.isErrorTerminal ? console.show : nil
    let place = await console.desktop
      .copy(lines.joined(separator: "\n"), terminal: terminal)
    console.note(Self.words(for: place))
    return place == nil ? .unavailable : code
  }

  private static func words(for place: Desktop.CopyPlace?) -> String {
    switch place {
    case .clipboard: "on the clipboard"
    case .tmux: "in tmux, where prefix ] pastes it, and sent to the terminal"
    case .terminal: "sent to the terminal, which may or may not put it on the clipboard"
    case nil: "imgsearch: there is no clipboard here; install wl-copy or xclip, or use a terminal"
    }
  }
}
