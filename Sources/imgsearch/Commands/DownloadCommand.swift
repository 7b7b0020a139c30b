import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// `imgsearch download <photo>... | -`: saves pictures, each with its credit
struct DownloadCommand {
  let arguments: Arguments
  let console: Console

  func run() async throws -> ExitCode {
    guard !arguments.operands.isEmpty else {
      throw CommandFailure.usage(
        "download takes photos: numbers of the last listing such as 3 or 1-5, "
          + "ids such as flickr:43213681030, or their page addresses; "
          + "- reads them, or NDJSON, from standard input")
    }
    let template = try template()
    let session = try Session(arguments, console: console)
    do {
      return try await session.keeping { try await save(by: template, session) }
    } catch is CancellationError {
      console.note("imgsearch: stopped; the same command saves the rest")
      return .interrupted
    } catch let fault as DownloadFault {
      throw CommandFailure("\(fault)", code: .cannotWrite)
    }
  }

  private func save(by template: FileNameTemplate, _ session: Session) async throws -> ExitCode {
    var input = try DownloadInput(arguments.operands, console: console)
    let url = URL(filePath: arguments.value("output") ?? ".")
    let stack = PictureStack(arguments, session: session)
    defer { stack.close() }
    let folder = try PictureFolder(
      url, transport: stack.pictures, credits: credits(in: url),
      overwrites: arguments.has("overwrite"))
    let names = try folder.names(by: template)
    let watch = DownloadWatch(console: console, total: input.count)
    let saving = SavingNotice(session: session, transport: stack.notices, note: console.note)
    let queue = DownloadQueue(
      folder, size: arguments.value("size").flatMap(Rendition.Role.init) ?? .regular,
      servicesHere: session.servicesHere, jobs: arguments.number("jobs") ?? 4,
      afterSaving: saving.send)
    do {
      try await queue.run(
        names, next: { try await next(of: &input, session, watch) }, report: watch.report)
      watch.end()
      return watch.conclude()
    } catch {
      watch.end()
      _ = watch.conclude()
      throw error
    }
  }

  /// The next photo that can be had; what cannot is told and passed over
  private func next(
    of input: inout DownloadInput, _ session: Session, _ watch: DownloadWatch
  ) async throws -> Photo? {
    while let item = try await input.next() {
      switch item {
      case .known(.photo(let photo, _)): return photo
      case .unreadable(let failure): watch.fail(failure)
      case .known(.id(let id)):
        do {
          return try await session.photo(id.description)
        } catch let failure as CommandFailure {
          try Task.checkCancellation()
          watch.fail(failure)
        }
      }
    }
    return nil
  }

  private func template() throws -> FileNameTemplate {
    do {
      return try FileNameTemplate(arguments.value("name") ?? FileNameTemplate.standard)
    } catch {
      throw CommandFailure.usage("--name: \(error)")
    }
  }

  private func credits(in folder: URL) -> any PictureCredits {
    guard arguments.value("sidecar") == "json" else {
      return CreditsFile(in: folder, row: CSVText.row)
    }
    return CreditSidecars(in: folder) { [console] photo in
      PhotoJSON.detailed(photo, isFavorite: KeptPhotos(console).isFavorite(photo))
    }
  }
}
