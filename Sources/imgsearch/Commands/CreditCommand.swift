import PhotoDisplay
import PhotoSearch

/// `imgsearch credit <photo>...`: the lines to paste beside the pictures
struct CreditCommand {
  let arguments: Arguments
  let console: Console

  func run() async throws -> ExitCode {
    guard !arguments.operands.isEmpty else {
      throw CommandFailure.usage(
        "credit takes photos: numbers of the last listing such as 3 or 1-5, "
          + "ids such as flickr:43213681030, or their page addresses")
    }
    let kept = KeptPhotos(console)
    var session: Session?
    var failures: [CommandFailure] = []
    for operand in arguments.operands {
      do {
        if let photos = try seen(operand, in: kept) {
          for photo in photos { try print(photo) }
          continue
        }
        let asked = try session ?? Session(arguments, console: console)
        session = asked
        try print(await asked.keeping { try await asked.photo(operand) })
      } catch let failure as CommandFailure {
        guard failure.code != .cannotWrite else { throw failure }
        console.note("imgsearch: \(failure.message)")
        failures.append(failure)
      }
    }
    let codes = Set(failures.map(\.code))
    return codes.count > 1 ? .unavailable : codes.first ?? .success
  }

  /// What is known without asking; nil when it has to be asked for
  private func seen(_ operand: String, in kept: KeptPhotos) throws -> [Photo]? {
    switch try PhotoOperand(operand) {
    case .numbers(let numbers): return try kept.listed(numbers)
    case .reference(let reference):
      // A recording is asked, and so is who wants it anew.
      guard !arguments.has("replay"), !arguments.has("refresh") else { return nil }
      return PhotoID(reference).flatMap(kept.seen).map { [$0] }
    }
  }

  private func print(_ photo: Photo) throws {
    let form = arguments.value("format").flatMap(CreditText.Form.init) ?? .text
    try console.print(CreditText.line(photo.credit, as: form) + "\n")
  }
}
