import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// How the gallery's searches and downloads are carried out, fixed when it begins
struct GalleryOptions: Sendable {
  let run: RunOptions
  /// Photos of a batch, where the page doesn't say
  let count: Int
  let patience: Duration?
  let maxRequests: Int
  let isInHistory: Bool
  /// Where pictures are saved
  let folder: URL

  init(_ arguments: Arguments) {
    run = RunOptions(arguments)
    count = arguments.value(OptionTable.count)
    patience = arguments.value(OptionTable.patience)
    maxRequests = arguments.value(OptionTable.maxRequests)
    isInHistory = !arguments.value(OptionTable.noHistory)
    folder = URL(filePath: arguments.value(OptionTable.output))
  }
}

/// What the calls of the page work with
struct Gallery: Sendable {
  /// Searches at a time
  private static let mostSearches = 8
  /// Downloads at a time
  private static let mostDownloads = 4

  let session: Session
  let options: GalleryOptions
  let console: Console
  /// What pages were given
  let photos = ShownPhotos()
  let searches = Slots(mostSearches)
  let downloads = Slots(mostDownloads)

  init(session: Session, options: GalleryOptions, console: Console) {
    (self.session, self.options, self.console) = (session, options, console)
  }

  /// A photo that a page names: as the page was given it, else as it was last seen
  func seen(_ id: PhotoID) async -> Photo? {
    if let photo = await photos.photo(id) { return photo }
    return PhotoLookup(console).seen(id)
  }

  /// A photo as the page is given it, which can name it from then on
  func entry(_ photo: Photo, isFavorite: Bool) async -> String {
    await photos.keep(photo)
    return PageEntry.json(photo, isFavorite: isFavorite, pictures: pictures(of: photo))
  }

  /// Where the page is to ask for pictures instead: nil for at their own addresses, in replay here
  private func pictures(of photo: Photo) -> [(address: String, local: String)]? {
    guard session.recording != nil else { return nil }
    return photo.renditions.map { rendition in
      let address = rendition.url.absoluteString
      return (address, RecordedPictures.path(of: address))
    }
  }

  /// The plan of a search as the page asks for it: words, and options by the names and in the words
  /// of the command line
  ///
  /// - Throws: a usage failure.
  func plan(_ call: JSONValue) throws -> SearchPlan {
    let words = call["words"]?.string
    var line = [(words == nil ? Command.list : .search).rawValue]
    var defaults = try ConfigFile(in: console.folders.config).defaults()
    for (name, value) in call["options"]?.members ?? [] {
      guard let row = Self.options.first(where: { $0.name == name }), let text = value.text else {
        throw CommandFailure.usage("a search in the gallery takes no option '\(name)'")
      }
      defaults[row.setting] = nil
      if row.takesValue, text != Self.any {
        line.append("\(row.flag)=\(text)")
      } else if text == "true" {
        line.append(row.flag)
      }
    }
    line += ["--"] + (words.map { [$0] } ?? [])
    let settled = defaults
    return try PlanOptions(Arguments(line, defaults: { settled })).plan
  }

  /// Stands for no filter where config.json has one
  private static let any = "any"

  /// What says which photos are searched for, in the order of the help
  static let options = OptionTable.rows.filter { row in
    OptionTable.planning.contains { $0.name == row.name && $0.commands == row.commands }
  }
}

/// The photos that pages were given, to be found again when a page names one
///
/// As text, the newest of them: what is older is asked for again.
actor ShownPhotos {
  /// A photo takes some 2 KB
  private static let most = 10_000

  private var lines: [PhotoID: String] = [:]
  private var order: [PhotoID] = []
  private var oldest = 0

  func keep(_ photo: Photo) {
    let isNew = lines.updateValue(PhotoJSON.complete(photo), forKey: photo.id) == nil
    guard isNew else { return }
    if order.count < Self.most {
      order.append(photo.id)
    } else {
      lines[order[oldest]] = nil
      order[oldest] = photo.id
      oldest = (oldest + 1) % Self.most
    }
  }

  func photo(_ id: PhotoID) -> Photo? {
    guard let line = lines[id] else { return nil }
    do { return try PhotoJSON.photo(from: line) } catch { return nil }
  }
}

/// Lets so many run at a time; the others wait in turn
actor Slots {
  private var free: Int
  private var waiting: [(id: Int, turn: CheckedContinuation<Bool, Never>)] = []
  private var last = 0

  init(_ count: Int) { free = count }

  /// Returns when it is one's turn; ``release()`` gives it to the next
  ///
  /// - Throws: `CancellationError` while it waits.
  func take() async throws {
    try Task.checkCancellation()
    guard free == 0 else {
      free -= 1
      return
    }
    last += 1
    let id = last
    let hasTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting.append((id, $0)) }
    } onCancel: {
      Task { await self.giveUp(id) }
    }
    guard hasTurn else { throw CancellationError() }
  }

  private func giveUp(_ id: Int) {
    guard let place = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: place).turn.resume(returning: false)
  }

  func release() {
    guard waiting.isEmpty else { return waiting.removeFirst().turn.resume(returning: true) }
    free += 1
  }
}
