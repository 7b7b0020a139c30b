import CommandSyntax
import PhotoDisplay
import PhotoSearch
import Platform
import Terminal

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
    var smaller = picture.map(SmallerPictures.init(asked:))
    // A photo of a recent listing has its credit line already, so only photos that may be outdated
    // are asked for again.
    var resolver = PhotoResolver(arguments, showsPictures: hasPicture, console: console) {
      $0.fetched == nil ? .withAuthor : .withPictures(nil)
    }
    let code = try await resolver.each(of: photos) { photo in
      smaller?.add(photo)
      let line = CreditText.line(of: photo, as: form, picture: picture)
      if isCopied { lines.append(line) }
      try console.print(line + "\n")
    }
    if let words = smaller?.line { console.note(words) }
    guard !lines.isEmpty else { return code }
    let terminal = console.isErrorTerminal ? console.show : nil
    let place = await console.desktop.copy(lines.joined(separator: "\n"), terminal: terminal)
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
