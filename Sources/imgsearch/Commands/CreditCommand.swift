import CommandSyntax
import PhotoDisplay
import PhotoSearch
import Platform
import Terminal

/// The options of `credit`
struct CreditOptions: Sendable {
  /// The photos as typed, because one that isn't understood must not stop the others
  let photos: [String]
  let form: CreditText.Form
  /// The rendition to put before the line; nil for none
  let picture: Rendition.Role?
  /// Whether to copy the lines to the clipboard too
  let isCopied: Bool
  let run: RequestOptions

  /// - Throws: a usage failure if no photo is named, or for a picture in plain text.
  init(_ arguments: Arguments) throws {
    photos = try arguments.photos
    form = arguments.value(OptionTable.creditFormat)
    let hasPicture = arguments.value(OptionTable.picture)
    picture = hasPicture ? arguments.value(OptionTable.listedSize) : nil
    if hasPicture, form == .text {
      throw CommandFailure.usage("--picture goes with --format markdown and html, not text")
    }
    if !hasPicture, arguments.typed(OptionTable.listedSize) != nil {
      throw CommandFailure.usage("--size goes with --picture")
    }
    isCopied = arguments.value(OptionTable.copy)
    run = RequestOptions(arguments)
  }
}

/// `imgsearch credit <photo>...`: the lines to paste beside the pictures
struct CreditCommand {
  let options: CreditOptions
  let console: Console

  func run() async throws -> ExitCode {
    var lines: [String] = []
    var pictures = PrivateAddressFilter(console)
    var smaller = options.picture.map(SmallerPictures.init(asked:))
    let code = try await PhotoResolver.each(
      // A photo of a recent listing has its credit line already, so only photos that may be
      // outdated are asked for again.
      of: options.photos, run: options.run, isOld: { $0.fetched != nil }, asksOriginals: true,
      console: console
    ) { photo in
      let shown = options.picture == nil ? photo : try pictures.shown(photo)
      smaller?.take(shown)
      let line = CreditText.line(of: shown, as: options.form, picture: options.picture)
      if options.isCopied { lines.append(line) }
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
