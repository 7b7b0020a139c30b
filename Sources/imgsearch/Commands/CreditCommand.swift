import PhotoDisplay
import PhotoSearch

/// `imgsearch credit <photo>...`: the lines to paste beside the pictures
struct CreditCommand {
  private let arguments: Arguments
  private let console: Console

  init(_ arguments: Arguments, console: Console) {
    self.arguments = arguments
    self.console = console
  }

  func run() async throws -> ExitCode {
    guard !arguments.operands.isEmpty else {
      throw CommandFailure.usage(
        "credit takes photos: ids such as flickr:43213681030, or their page addresses")
    }
    let session = try Session(arguments, console: console)
    return try await session.keeping { try await printLines(session) }
  }

  /// A line for each photo, on standard error for one that there is none for
  private func printLines(_ session: Session) async throws -> ExitCode {
    var failures: [CommandFailure] = []
    for reference in arguments.operands {
      do {
        let credit = try await session.photo(reference).credit
        let form = arguments.value("format").flatMap(CreditText.Form.init) ?? .text
        try console.print(CreditText.line(credit, as: form) + "\n")
      } catch let failure as CommandFailure {
        guard failure.code != .cannotWrite else { throw failure }
        console.note("imgsearch: \(failure.message)")
        failures.append(failure)
      }
    }
    let codes = Set(failures.map(\.code))
    return codes.count > 1 ? .unavailable : codes.first ?? .success
  }
}
