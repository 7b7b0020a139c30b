import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
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
    guard let reference = try lookup.photos(operand).first else { return .noInput }
    let requests = RequestOptions(arguments.options).answered(by: lookup, for: [operand])
    let session: Session
    // If no service can be asked, the photo is shown as it was stored.
    do {
      session = try Session(requests, console: console)
    } catch let fault where fault is SettingsFault || fault is UnfitKey || fault is RecordingError {
      let photo = try reference.photo(after: fault, isRecorded: requests.replay != nil)
      note(fault)
      try await print(photo, lookup, as: format, nil)
      return .success
    }
    try await session.finishing {
      // Users look at many previews for a moment each.
      let freshness: PhotoFreshness = console.previewRows == nil ? .current : .stored
      let (photo, fault) = try await session.photos.photoOrStored(reference, freshness)
      if let fault { note(fault) }
      try await print(photo, lookup, as: format, session)
    }
    return .success
  }

  /// - Parameter session: for the request of the picture; nil for none
  private func print(
    _ photo: Photo, _ lookup: PhotoLookup, as format: TextFormat, _ session: Session?
  ) async throws {
    let (lookAlike, isFavorite) = (lookup.lookAlike(of: photo), lookup.isFavorite(photo))
    guard format == .text else {
      return try console.print(
        PhotoJSON.line(
          photo, looksLike: lookAlike?.id, isFavorite: isFavorite, hasDetails: true) + "\n")
    }
    var addresses = PrivateAddressFilter(console)
    let shown = try addresses.shown(photo)
    let card = PhotoCard(
      photo: shown, looksLike: lookAlike, isFavorite: isFavorite, width: console.textWidth,
      style: console.style)
    if let session, console.showsPictures(arguments.value(OptionTable.shownPictures)),
      // Offline, the terminal isn't asked either how it shows pictures.
      !session.pictures.isOffline,
      let picture = ShownPicture(
        of: shown, above: card.text, on: console,
        choosing: { session.pictures.rendition(of: shown, atLeast: $0) })
    {
      try await picture.print(above: card.text, problem: { ErrorText.line($0) }) { file, limit in
        let bytes = try await session.pictures.file(of: shown, file, limit: limit)
        session.pictures.hashes.add(file: bytes, of: shown, from: file.url)
        return bytes
      }
    } else {
      try console.print(card.text)
    }
    if let notice = addresses.notice { console.note(notice) }
  }

  /// Prints a line for each photo, empty if it lacks the value, so that lines and photos correspond
  private func tell(_ field: PhotoField, of photos: [String]) async throws -> ExitCode {
    let isPicture = field == .picture
    var resolver = PhotoResolver(arguments, showsPictures: isPicture, console: console) { _ in
      isPicture ? .withPictures(nil) : field.isOfAuthor ? .withAuthor : .stored
    }
    return try await resolver.each(of: photos) { photo in
      let text = field.text(of: photo)
      try console.print((text ?? "") + "\n")
      if text == nil { console.note("imgsearch: \(photo.id): no \(field.rawValue) is known") }
    }
  }

  private func note(_ error: any Error) {
    console.note("imgsearch: shown as it was last seen: \(ErrorText.line(error))")
  }
}
