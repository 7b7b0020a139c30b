import CommandSyntax
import Foundation
import ModelContext
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Synchronization
import Terminal

extension AssistantTools {
  /// Answers with everything known about photos
  func show(_ arguments: ToolArguments) async throws -> ToolAnswer {
    let outcome = try await photos(named: arguments.named) { named in
      do { return try await session.refreshed(named) } catch let failure as CommandFailure {
        guard let seen = named.photo else { throw failure }
        return session.lastSeen(seen)
      }
    }
    let lookup = lookup
    let rows = try outcome.photos.map { photo in
      let fitted = try Self.fitted(session.apiOrigins.map { photo.reachable(from: $0) } ?? photo)
      let line = PhotoJSON.detailed(
        fitted, looksLike: lookup.original(of: photo)?.id, isFavorite: lookup.isFavorite(photo),
        credit: try Self.fitted(photo, title: 300, names: 300).credit)
      return try PhotoRows.detailed(line, of: fitted)
    }
    return .object(
      JSONWriter.object(capacity: 8_192) { json in
        json.member("photos", written: "[\(rows.joined(separator: ","))]")
        PhotoRows.writeTerms(of: outcome.photos.compactMap { $0.fitted(title: 80) }, to: &json)
        outcome.writeFailed(to: &json)
      })
  }

  /// Answers with the credit lines of photos
  func credit(_ arguments: ToolArguments) async throws -> ToolAnswer {
    let form = try arguments.choice("format") ?? CreditText.Form.text
    let outcome = try await photos(named: arguments.named) { named in
      guard let photo = named.photo else { return try await session.photo(named.id) }
      guard photo.origin != photo.id, !ProviderCatalog.canBeAsked(photo.id) else { return photo }
      // The service where the photo was found knows little about it; its own tells the author.
      do { return try await session.refreshed(named) } catch is CommandFailure { return photo }
    }
    let photos = try outcome.photos.map { try Self.fitted($0, title: 300, names: 300) }
    return .object(
      JSONWriter.object(capacity: 4_096) { json in
        json.objects("credits", photos) { json, photo in
          json.member("id", photo.id.description)
          json.member("credit", CreditText.line(of: photo, as: form))
        }
        outcome.writeFailed(to: &json)
      })
  }

  /// Saves pictures with their credits
  func download(_ arguments: ToolArguments, _ progress: @escaping Tool.Progress) async throws
    -> ToolAnswer
  {
    guard let folder = options.folder else {
      throw CommandFailure.usage(
        "this server saves nothing: whoever started it named no folder (imgsearch mcp -o FOLDER)")
    }
    let template: FileNameTemplate
    do {
      template = try FileNameTemplate(arguments.text("name") ?? FileNameTemplate.standard)
    } catch {
      throw CommandFailure.usage("name: \(error)")
    }
    var settings = PictureDownload.Settings(template: template)
    settings.jobs = 4
    let (size, width): (Rendition.Role?, Int?) = (
      try arguments.choice("size"), arguments.integer(OptionTable.savedWidth.row.name)
    )
    guard size == nil || width == nil else {
      throw CommandFailure.usage("size and width both choose the size; give only one of them")
    }
    let chosen: RenditionChoice? = width.map { .width($0) } ?? size.map { .role($0) }
    func choice(of id: PhotoID) async -> RenditionChoice {
      if let chosen { return chosen }
      return await photos.filters(of: id).flatMap(RenditionChoice.init) ?? .standard
    }
    var outcome = try await photos(named: arguments.named) { named in
      try await session.current(
        named, await choice(of: named.id), lastSeen: lookup.storedPhoto)
    }
    let total = Double(outcome.photos.count + outcome.failed.count)
    let saved = SavedPictures(failed: outcome.failed.count, in: folder.url) { count in
      progress(Double(count), total)
    }
    var rest = outcome.photos[...]
    try await folder.save(
      settings, over: session, console: console,
      next: {
        guard let photo = rest.popFirst() else { return nil }
        return PictureOrder(photo, await choice(of: photo.id))
      }, report: { saved.take($0) })
    let (files, failures) = saved.outcome
    outcome.failed += failures
    try outcome.check(hasResult: !files.isEmpty)
    return .object(
      JSONWriter.object(capacity: 4_096) { json in
        json.member("folder", SafeText.line(folder.url.path))
        json.objects("files", files) { json, file in
          json.member("id", file.id)
          json.member("file", SafeText.line(file.name))
          json.member("isNew", file.isNew)
          json.member("size", file.size.map { "\($0.width)×\($0.height)" })
          if let note = file.note { json.member("note", note) }
          if let larger = file.larger { json.member("larger", larger.rawValue) }
        }
        outcome.writeFailed(to: &json)
      })
  }
}

/// The result of a download so far
final class SavedPictures: Sendable {
  struct File {
    let id: String
    /// The path below the folder
    let name: String
    let isNew: Bool
    /// The picture's pixels; nil if they aren't known, or if it was saved before
    var size: PixelSize?
    /// Words about a picture with fewer pixels than were asked for
    var note: String?
    /// The next larger size that there is
    var larger: Rendition.Role?
  }

  private struct State {
    var files: [File] = []
    var failures: [(name: String, reason: String)] = []
    var done: Int
  }

  private let state: Mutex<State>
  private let folder: URL
  private let tell: @Sendable (Int) -> Void

  /// - Parameters:
  ///   - failed: how many photos could not be found
  ///   - tell: called with the number of finished photos, one more each time, in order
  init(failed: Int, in folder: URL, tell: @escaping @Sendable (Int) -> Void) {
    state = Mutex(State(done: failed))
    (self.folder, self.tell) = (folder, tell)
  }

  var outcome: (files: [File], failures: [(name: String, reason: String)]) {
    state.withLock { ($0.files, $0.failures) }
  }

  func take(_ event: PictureDownload.Event) {
    func name(_ file: URL) -> String {
      String(file.path.unicodeScalars.dropFirst(folder.path.unicodeScalars.count + 1))
    }
    state.withLock { state in
      switch event {
      case .began, .progress, .planned: return
      case .saved(let picture):
        state.files.append(
          File(
            id: "\(picture.photo.id)", name: name(picture.file), isNew: true,
            size: picture.facts.size, note: picture.shortfall.map(ToolArguments.named),
            larger: picture.larger))
      case .skipped(let id, let file):
        state.files.append(File(id: "\(id)", name: name(file), isNew: false))
      case .failed(let id, let error):
        state.failures.append(("\(id)", AssistantTools.words(for: error)))
      }
      state.done += 1
      // The count is reported under the lock, as a later one might otherwise come first.
      tell(state.done)
    }
  }
}
