import PhotoDisplay
import PhotoSearch

/// What `show` was asked for
struct ShowOptions: Sendable {
  let photo: PhotoOperand
  let format: TextFormat
  let run: RunOptions

  /// - Throws: a usage failure for anything but one photo.
  init(_ arguments: Arguments) throws {
    guard let text = arguments.operands.first, arguments.operands.count == 1 else {
      let words = (["show"] + arguments.operands).joined(separator: " ")
      throw CommandFailure.usage(
        "show takes one photo: a number of the last listing, an id such as flickr:43213681030, "
          + "or a photo's page address"
          + (arguments.operands.isEmpty ? "" : "\nTo search for words: imgsearch search \(words)"))
    }
    photo = try PhotoOperand(text)
    if photo.count > 1 {
      throw CommandFailure.usage("show takes one photo, not \(text)")
    }
    format = arguments.value(OptionTable.photoFormat)
    run = RunOptions(arguments)
  }
}

/// `imgsearch show <photo>`: all that is known of one photo
struct ShowCommand {
  let options: ShowOptions
  let console: Console

  func run() async throws -> ExitCode {
    let lookup = PhotoLookup(console)
    guard let named = try lookup.photos(options.photo).first else { return .noInput }
    let photo = try await photo(named, lookup)
    let isFavorite = lookup.isFavorite(photo)
    switch options.format {
    case .json: try console.print(PhotoJSON.detailed(photo, isFavorite: isFavorite))
    case .text:
      var pictures = ReachablePictures(console)
      let card = PhotoCard(
        photo: try pictures.shown(photo), isFavorite: isFavorite, width: console.textWidth,
        style: console.style)
      try console.print(card.text)
      if let notice = pictures.notice { console.note(notice) }
    }
    return .success
  }

  /// What its provider tells of it, else what was last seen of it
  private func photo(_ named: NamedPhoto, _ lookup: PhotoLookup) async throws -> Photo {
    var run = options.run
    if case .numbers = options.photo, run.replay == nil { run.replay = lookup.replay }
    do {
      let session = try Session(run, console: console)
      return try await session.keeping {
        switch named {
        case .photo(let seen, _): try await session.told(seen)
        case .id(let id): try await session.photo(id)
        }
      }
    } catch let failure as CommandFailure {
      guard case .photo(let seen, _) = named, ![.usage, .cannotWrite].contains(failure.code)
      else { throw failure }
      console.note("imgsearch: shown as it was last seen: \(failure.message)")
      return run.replay != nil ? seen : ProviderCatalog.current(seen)
    }
  }
}
