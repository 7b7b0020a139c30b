import PhotoDisplay
import PhotoSearch

/// What `credit` was asked for
struct CreditOptions: Sendable {
  /// As they were typed: what can't be understood costs that photo and no other
  let photos: [String]
  let form: CreditText.Form
  let run: RunOptions

  /// - Throws: a usage failure when no photo is named.
  init(_ arguments: Arguments) throws {
    guard !arguments.operands.isEmpty else {
      throw CommandFailure.usage(
        "credit takes photos: numbers of the last listing such as 3 or 1-5, "
          + "ids such as flickr:43213681030, their page addresses, or - for standard input")
    }
    photos = arguments.operands
    form = arguments.value(OptionTable.creditFormat)
    run = RunOptions(arguments)
  }
}

/// `imgsearch credit <photo>...`: the lines to paste beside the pictures
struct CreditCommand {
  private let options: CreditOptions
  private let console: Console
  private let lookup: PhotoLookup
  /// Made when something has to be asked for
  private var session: Session?
  private var failures: Set<ExitCode> = []

  init(options: CreditOptions, console: Console) {
    self.options = options
    self.console = console
    lookup = PhotoLookup(console)
  }

  func run() async throws -> ExitCode {
    var command = self
    let outcome: Result<ExitCode, any Error>
    do { outcome = .success(try await command.printAll()) } catch { outcome = .failure(error) }
    try command.session?.finish()
    return try outcome.get()
  }

  private mutating func printAll() async throws -> ExitCode {
    for text in options.photos {
      if text == "-" {
        var input = try PhotoInput(path: text, photos: lookup.photos)
        while let item = try await input.next() { try await print { [try item.get()] } }
      } else {
        let (lookup, run) = (lookup, options.run)
        try await print { try Self.photos(PhotoOperand(text), in: lookup, run) }
      }
    }
    return failures.count > 1 ? .unavailable : failures.first ?? .success
  }

  /// A recording, and a service that is to be asked again, know better than what was last seen
  private static func photos(
    _ operand: PhotoOperand, in lookup: PhotoLookup, _ run: RunOptions
  ) throws -> [NamedPhoto] {
    if run.replay != nil || run.isRefreshing, let id = try operand.id() { return [.id(id)] }
    return try lookup.photos(operand)
  }

  /// What fails costs that photo, and is said
  private mutating func print(_ photos: () throws -> [NamedPhoto]) async throws {
    do {
      for named in try photos() { try await print(named) }
    } catch let failure as CommandFailure {
      guard failure.code != .cannotWrite else { throw failure }
      console.note("imgsearch: \(failure.message)")
      failures.insert(failure.code)
    }
  }

  private mutating func print(_ named: NamedPhoto) async throws {
    let photo: Photo
    switch named {
    case .photo(let seen, _): photo = seen
    case .id(let id):
      let session = try session ?? Session(options.run, console: console)
      self.session = session
      photo = try await session.photo(id)
    }
    try console.print(CreditText.line(photo.credit, as: options.form) + "\n")
  }
}
