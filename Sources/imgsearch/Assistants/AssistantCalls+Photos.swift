import CommandSyntax
import Foundation
import ModelContext
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Terminal

extension AssistantCalls {
  /// Answers with everything known about photos
  func show(_ arguments: ToolArguments) async throws -> ToolAnswer {
    let outcome = try await photos(named: arguments.photos) {
      try await session.photos.photoOrStored($0, .current).photo
    }
    let lookup = session.photos.openLookup()
    let rows = try outcome.found.compactMap { photo -> String? in
      guard let fitted = session.pictures.reachable(photo).fitted(title: 80) else { return nil }
      let line = PhotoJSON.line(
        fitted, looksLike: lookup.lookAlike(of: photo)?.id, isFavorite: lookup.isFavorite(photo),
        hasDetails: true, credit: photo.fitted(title: 300, names: 300)?.credit)
      return try PhotoRows.detailed(line, of: fitted)
    }
    return .json { json in
      json.member("photos", written: "[\(rows.joined(separator: ","))]")
      PhotoRows.writeTerms(of: outcome.found.compactMap { $0.fitted(title: 80) }, to: &json)
      outcome.writeFailed(to: &json)
    }
  }

  /// Answers with the credit lines of photos
  func credit(_ arguments: ToolArguments) async throws -> ToolAnswer {
    let form = try arguments.choice("format", Synonyms.imgsearch.choice) ?? CreditText.Form.text
    let outcome = try await photos(named: arguments.photos) {
      try await session.photos.photoOrStored($0, .withAuthor).photo
    }
    let photos = outcome.found.compactMap { $0.fitted(title: 300, names: 300) }
    return .json { json in
      json.objects("credits", photos) { json, photo in
        json.member("id", photo.id.description)
        json.member("credit", CreditText.line(of: photo, as: form))
      }
      outcome.writeFailed(to: &json)
    }
  }

  /// Saves pictures with their credits
  func download(_ arguments: ToolArguments, _ progress: @escaping ToolProgress) async throws
    -> ToolAnswer
  {
    guard let folder = options.folder else {
      throw CommandFailure.usage(
        "this server saves nothing: whoever started it named no folder (imgsearch mcp -o FOLDER)")
    }
    let template = arguments["name"]?.text ?? FileNameTemplate.standard
    var settings = try PictureDownload.Settings(naming: template)
    settings.jobs = 4
    let typed = try Self.choice(arguments)
    func choice(of id: PhotoID) async -> RenditionChoice {
      if let typed { return typed }
      return await photoCache.choice(of: id) ?? .standard
    }
    var outcome = try await photos(named: arguments.photos) {
      try await session.photos.photo($0, .withPictures(await choice(of: $0.id)))
    }
    var orders: [PictureOrder] = []
    for photo in outcome.found { orders.append(PictureOrder(photo, await choice(of: photo.id))) }
    var (files, done) = ([String](), outcome.failed.count)
    let total = orders.count + done
    try await folder.save(orders, settings, over: session.pictures) { event in
      switch event {
      case .began, .progress, .planned: return
      case .saved(let picture):
        files.append(Self.json(picture.photo.id, picture.file, picture, in: folder.url))
      case .skipped(let id, let file): files.append(Self.json(id, file, nil, in: folder.url))
      case .failed(let id, let error): outcome.fail("\(id)", error)
      }
      done += 1
      progress(done, total)
    }
    try outcome.check(hasResult: !files.isEmpty)
    return .json { json in
      json.member("folder", SafeText.line(folder.url.path))
      json.member("files", written: "[\(files.joined(separator: ","))]")
      outcome.writeFailed(to: &json)
    }
  }

  /// The picture to save by the arguments for its size; nil if there are none
  private static func choice(_ arguments: ToolArguments) throws -> RenditionChoice? {
    let size: Rendition.Role? = try arguments.choice("size", Synonyms.imgsearch.choice)
    let width = arguments[OptionTable.savedWidth.row.name]?.integer
    guard size == nil || width == nil else {
      throw CommandFailure.usage("size and width both choose the size; give only one of them")
    }
    return width.map { .width($0) } ?? size.map { .role($0) }
  }

  /// - Parameter picture: nil if it was saved before
  private static func json(
    _ id: PhotoID, _ file: URL, _ picture: SavedPicture?, in folder: URL
  ) -> String {
    let path = String(file.path.unicodeScalars.dropFirst(folder.path.unicodeScalars.count + 1))
    return JSONWriter.object { json in
      json.member("id", id.description)
      json.member("file", SafeText.line(path))
      json.member("isNew", picture != nil)
      json.member("size", picture?.facts.size.map { "\($0.width)×\($0.height)" })
      json.memberIfKnown("note", picture?.shortfall(option: Reader.assistant.option))
      json.memberIfKnown("larger", picture?.larger?.rawValue)
    }
  }
}

extension AssistantCalls {
  /// Formats that hosts can show
  private static let shownTypes: Set<PictureType> = [.jpeg, .png, .webp, .gif]
  /// Most bytes of a picture: some hosts give models its base64 as text
  private static let maxPictureBytes = 20_000

  /// Answers with small pictures, each below its number
  func look(_ arguments: ToolArguments) async throws -> ToolAnswer {
    var outcome = try await photos(named: arguments.photos) {
      try await session.photos.photo($0, .withPictures(.role(.small)))
    }
    let pictures = await withTaskGroup { group in
      for (index, photo) in outcome.found.enumerated() {
        group.addTask { (index, await self.smallPicture(of: photo)) }
      }
      return await group.reduce(into: [Int: SmallFile]()) { $0[$1.0] = $1.1 }
    }
    try Task.checkCancellation()
    session.pictures.hashes.save()
    let alikes = LookAlikes()
    var parts: [(text: String, picture: ToolAnswer.Picture?)] = []
    for (index, photo) in outcome.found.enumerated() {
      let name = "\(index + 1): \(photo.id)"
      switch pictures[index] {
      case .success((let picture, let hash)):
        if let hash { alikes.add(index + 1, hash) }
        let lookAlike = alikes.lookAlike(of: index + 1)?.number
        parts.append(("\(name)\(lookAlike.map { ", looks like \($0)" } ?? "")", picture))
      case .failure(let error): outcome.fail(name, error)
      case nil: break
      }
    }
    try outcome.check(hasResult: !parts.isEmpty)
    return .pictures(
      parts
        + outcome.failed.map { (SafeText.line("\($0.name): \($0.reason)", jsonBytes: 500), nil) })
  }

  private typealias SmallFile = Result<(ToolAnswer.Picture, PictureFingerprint?), any Error>

  /// The smallest picture of a photo that still shows what is in it; if that is too large, a
  /// smaller one. It is fetched as small as it is sent: nothing is decoded to shrink it
  private func smallPicture(of photo: Photo) async -> SmallFile {
    let photo = session.source.fetchable(photo)
    let rendition = photo.rendition(atLeast: PerceptualHash.minLongerSide)
    let thumb = photo.rendition(.thumb)
    do {
      let bytes: Data
      do {
        bytes = try await session.pictures.file(
          of: photo, rendition, limit: Self.maxPictureBytes)
      } catch DownloadFault.tooLarge where thumb != rendition {
        bytes = try await session.pictures.file(of: photo, thumb, limit: Self.maxPictureBytes)
      }
      guard let type = PictureType(start: bytes), Self.shownTypes.contains(type) else {
        throw DownloadFault.notPicture("of a type that can't be shown here")
      }
      let hash = rendition.flatMap {
        session.pictures.hashes.add(file: bytes, of: photo, from: $0.url)
      }
      return .success(((bytes, mediaType: "image/\(type.rawValue)"), hash))
    } catch { return .failure(error) }
  }
}
