import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// `imgsearch credit <photo>...`: the lines to paste beside the pictures
struct CreditCommand {
  private enum Item {
    case known([Photo])
    case unknown(String)
  }

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
        while let read = try await input.next() { try await print { try $0.item(read) } }
      } else {
        try await print { try $0.item(operand) }
      }
    }
    return failures.count > 1 ? .unavailable : failures.first ?? .success
  }

  private func item(_ operand: String) throws -> Item {
    switch try PhotoOperand(operand) {
    case .numbers(let numbers): return .known(try kept.listed(numbers))
    case .reference(let reference):
      return PhotoID(reference).flatMap(seen).map { .known([$0]) } ?? .unknown(reference)
    }
  }

  private func item(_ read: PhotoInput.Item) throws -> Item {
    switch read {
    case .photo(let photo, _): return .known([photo])
    case .id(let id): return seen(id).map { .known([$0]) } ?? .unknown(id.description)
    case .unreadable(let place, let reason):
      throw CommandFailure("\(place) is no photo: \(reason)", code: .data)
    }
  }

  /// A recording is asked, and so is who wants it anew
  private func seen(_ id: PhotoID) -> Photo? {
    arguments.has("replay") || arguments.has("refresh") ? nil : kept.seen(id)
  }

  /// What fails costs that photo, and is said
  private mutating func print(_ item: (CreditCommand) throws -> Item) async throws {
    do {
      switch try item(self) {
      case .known(let photos):
        for photo in photos { try print(photo) }
      case .unknown(let reference):
        let session = try session ?? Session(arguments, console: console)
        self.session = session
        try print(await session.keeping { try await session.photo(reference) })
      }
    } catch let failure as CommandFailure {
      guard failure.code != .cannotWrite else { throw failure }
      console.note("imgsearch: \(failure.message)")
      failures.insert(failure.code)
    }
  }

  private func print(_ photo: Photo) throws {
    try console.print(CreditText.line(photo.credit, as: form) + "\n")
  }
}
