import PhotoDisplay
import PhotoSearch

/// `imgsearch show <photo>`: all that is known of one photo
struct ShowCommand {
  let arguments: Arguments
  let console: Console

  func run() async throws -> ExitCode {
    guard let reference = arguments.operands.first, arguments.operands.count == 1 else {
      let words = (["show"] + arguments.operands).joined(separator: " ")
      throw CommandFailure.usage(
        "show takes one photo: a number of the last listing, an id such as flickr:43213681030, "
          + "or a photo's page address"
          + (arguments.operands.isEmpty ? "" : "\nTo search for words: imgsearch search \(words)"))
    }
    let kept = KeptPhotos(console)
    let photo = try await photo(reference, kept: kept)
    let isFavorite = kept.isFavorite(photo)
    switch arguments.value("format") {
    case "json": try console.print(PhotoJSON.detailed(photo, isFavorite: isFavorite))
    default:
      let card = PhotoCard(
        photo: photo, isFavorite: isFavorite, width: console.textWidth, style: console.style)
      try console.print(card.text)
    }
    return .success
  }

  /// What its provider tells of it, else what was last seen of it
  private func photo(_ reference: String, kept: KeptPhotos) async throws -> Photo {
    var arguments = arguments
    let operand = try PhotoOperand(reference)
    if case .numbers(let numbers) = operand {
      guard numbers.count == 1 else {
        throw CommandFailure.usage("show takes one photo, not \(reference)")
      }
      if !arguments.has("replay"), let path = kept.replay {
        arguments = arguments.with("replay", path)
      }
    }
    var seen: Photo?
    if case .photo(let photo, _)? = try kept.photos(operand).first { seen = photo }
    do {
      let session = try Session(arguments, console: console)
      return try await session.keeping {
        try await session.photo(seen?.id.description ?? reference)
      }
    } catch let failure as CommandFailure {
      guard let seen, ![.usage, .cannotWrite].contains(failure.code) else { throw failure }
      console.note("imgsearch: shown as it was last seen: \(failure.message)")
      return seen
    }
  }
}
