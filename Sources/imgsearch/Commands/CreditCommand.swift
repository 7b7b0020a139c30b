import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// `imgsearch credit <photo>...`: the lines to paste beside the pictures
struct CreditCommand {
  private let arguments: Arguments
  private let console: Console
  private let kept: KeptPhotos
  private let form: CreditText.Form
  /// Made when something has to be asked for
  private var session: Session?
  private var failures: Set<ExitCode> = []

  init(arguments: Arguments, console: Console) {
    self.arguments = arguments
    self.console = console
    kept = KeptPhotos(console)
    form = arguments.value("format").flatMap(CreditText.Form.init) ?? .text
  }

  func run() async throws -> ExitCode {
    guard !arguments.operands.isEmpty else {
      throw CommandFailure.usage(
        "credit takes photos: numbers of the last listing such as 3 or 1-5, "
          + "ids such as flickr:43213681030, their page addresses, or - for standard input")
    }
    var command = self
    return try await command.printAll()
  }

  private mutating func printAll() async throws -> ExitCode {
    for operand in arguments.operands {
      if operand == "-" {
        var input = try PhotoInput(path: operand)
        while let item = try await input.next() { try await print { try $0.photos(item) } }
      } else {
        let asksAnew = arguments.has("replay") || arguments.has("refresh")
        try await print { try Self.photos(operand, in: $0, asksAnew: asksAnew) }
      }
    }
    return failures.count > 1 ? .unavailable : failures.first ?? .success
  }

  /// A recording is asked, and so is who wants it anew
  private static func photos(
    _ operand: String, in kept: KeptPhotos, asksAnew: Bool
  ) throws -> [KnownPhoto] {
    let operand = try PhotoOperand(operand)
    if asksAnew, case .reference(let reference) = operand {
      return [.id(try PhotoID(reference: reference))]
    }
    return try kept.photos(operand)
  }

  /// What fails costs that photo, and is said
  private mutating func print(_ photos: (KeptPhotos) throws -> [KnownPhoto]) async throws {
    do {
      for known in try photos(kept) { try await print(known) }
    } catch let failure as CommandFailure {
      guard failure.code != .cannotWrite else { throw failure }
      console.note("imgsearch: \(failure.message)")
      failures.insert(failure.code)
    }
  }

  private mutating func print(_ known: KnownPhoto) async throws {
    let photo: Photo
    switch known {
    case .photo(let seen, _): photo = seen
    case .id(let id):
      let session = try session ?? Session(arguments, console: console)
      self.session = session
      photo = try await session.keeping { try await session.photo(id.description) }
    }
    try console.print(CreditText.line(photo.credit, as: form) + "\n")
  }
}
