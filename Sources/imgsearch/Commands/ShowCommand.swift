import PhotoDisplay
import PhotoSearch

/// `imgsearch show <photo>`: all that is known of one photo
struct ShowCommand {
  private let arguments: Arguments
  private let console: Console

  init(_ arguments: Arguments, console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() async throws -> ExitCode {
    guard let reference = arguments.operands.first, arguments.operands.count == 1 else {
      let words = (["show"] + arguments.operands).joined(separator: " ")
      throw CommandFailure.usage(
        "show takes one photo: an id such as flickr:43213681030, or a photo's page address"
          + (arguments.operands.isEmpty ? "" : "\nTo search for words: imgsearch search \(words)"))
    }
    let session = try Session(arguments, console: console)
    let photo = try await session.keeping { try await session.photo(reference) }
    switch arguments.value("format") {
    case "json": try console.print(PhotoJSON.detailed(photo, isFavorite: false))
    default:
      let card = PhotoCard(
        photo: photo, isFavorite: false, width: console.textWidth, style: console.style)
      try console.print(card.text)
    }
    return .success
  }
}
