import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Terminal

/// The page's calls about favorites and history, which it shares with the command line
extension Gallery {
  /// All favorites, or those of a collection, in the order in which they were added
  func favorites(in name: CollectionName?, to lines: GalleryCall.Lines) async throws {
    let photos = try await database.reading { database in
      try database?.favorites(in: name).map { session.source.working($0.photo) } ?? []
    }
    var list = listing()
    for (index, photo) in photos.enumerated() {
      let lookAlike = list.lookAlike(of: photo, number: index + 1)
      let entry = await entry(photo, looksLike: lookAlike, isFavorite: true)
      try await lines.send("{\"photo\":\(entry)}")
    }
    let end = JSONWriter.object { json in json.member("end") { $0.member("shown", photos.count) } }
    try await lines.send(end)
  }

  /// Adds photos to the favorites or removes them, under all of their ids
  ///
  /// - Parameter collection: they are added to it, too, or only removed from it; nil for none
  func mark(
    _ ids: [PhotoID], areFavorites: Bool, in collection: CollectionName?
  ) async throws -> String {
    let references = await references(to: ids)
    if areFavorites {
      try await undoable.add(references, to: collection, finding: complete)
    } else {
      try await undoable.remove(references.flatMap(\.identities), from: collection)
    }
    return try await undoable.changed { json in
      json.member("favorite", areFavorites)
      json.member("names", references.flatMap(\.identities).map(\.description))
    }
  }

  /// Earlier searches, latest first
  func history() async throws -> String {
    let entries = try await database.reading { try $0?.history() ?? [] }
    return JSONWriter.object(capacity: 4_096) { json in
      // The page has no list of similar photos.
      let shown = entries.filter { $0.search?.plan.query.similar == nil }
      json.objects("searches", Array(shown.prefix(1_000))) { json, entry in
        json.member("id", entry.id)
        json.member("words", entry.words)
        // The page can't choose the recording that answered, so that isn't an option.
        json.member("options", (entry.search?.plan).map(CallArguments.settings) ?? [])
        json.member("photos", entry.photos)
        json.member("searched", entry.searched)
      }
    }
  }

  /// Puts a search into the history, once the user has viewed a photo of it
  func remember(_ plan: SearchPlan, photos: Int) async throws -> String {
    let isKept = options.settings.isInHistory && session.console.keepsHistory
    if isKept {
      try session.selection.checkWords(of: plan)
      let search = SearchRecord(plan: plan, replay: options.requests.replayPath)
      try await database.writing { try $0.remember(search, photos: max(0, photos), at: Date()) }
    }
    return "{\"remembered\":\(isKept)}"
  }

  /// Imports favorites as `imgsearch favorites import` does
  func importFavorites(_ text: String) async throws -> String {
    var input = PhotoInput(text: text, name: "the file") { operand in
      try operand.id().map { [.id($0)] } ?? []
    }
    var favorites: [Favorite] = []
    var refused: [String] = []
    var count = 0
    while let item = try await input.next() {
      try Task.checkCancellation()
      switch item {
      case .success(.photo(let photo)): favorites.append(Favorite(photo: photo))
      case .success(.favorite(let favorite)): favorites.append(favorite)
      case .success(.id(let id)): refuse("\(id): only its id is there")
      case .failure(let fault): refuse(ErrorText.line(fault))
      }
    }
    func refuse(_ words: String) {
      count += 1
      if refused.count < 10 { refused.append(SafeText.line(words, cells: 300)) }
    }
    let added =
      favorites.isEmpty ? nil : try await database.writing { [favorites] in try $0.add(favorites) }
    return JSONWriter.object { json in
      json.member("added", added?.new.count ?? 0)
      json.member("known", (added?.existing ?? 0) + (added?.collected.count ?? 0))
      json.member("unreadable", count)
      json.member("refused", refused)
    }
  }
}

/// The page's calls about whole collections
extension Gallery {
  /// All collections by name, their counts and covers, and the collections of some photos
  func collections(of ids: [PhotoID]) async throws -> String {
    let names = await references(to: ids).flatMap(\.identities)
    let (all, ofPhotos, coverPhotos) = try await database.reading { database in
      let favorites = try database?.favorites(under: names) ?? []
      let all = try database?.collections() ?? []
      let coverPhotos = try all.map { try database?.cover(of: $0.name) ?? [] }
      return (all, Set(favorites.flatMap(\.collections)), coverPhotos)
    }
    var covers: [String] = []
    for photos in coverPhotos {
      var entries: [String] = []
      for photo in photos {
        entries.append(await entry(session.source.working(photo), isFavorite: true))
      }
      covers.append("[\(entries.joined(separator: ","))]")
    }
    return JSONWriter.object(capacity: 4_096) { json in
      json.member("collections", all.map(\.name.text))
      json.objects("covers", Array(zip(all, covers))) { json, row in
        let (collection, cover) = row
        json.member("name", collection.name.text)
        json.member("count", collection.count)
        json.member("cover", written: cover)
      }
      json.member("of", all.map(\.name).filter(ofPhotos.contains).map(\.text))
    }
  }

  func rename(_ name: CollectionName, to after: CollectionName) async throws -> String {
    let found = try await database.collection(name).name
    guard try await database.writing({ try $0.rename(found, to: after) }) else {
      throw CommandFailure.usage("there is a collection “\(after.text)” already")
    }
    return try await answer(collection: after, photos: [])
  }

  /// Removes a collection. Its photos stay favorites, and are named in the answer so that the page
  /// can restore it
  func remove(_ name: CollectionName) async throws -> String {
    let removed = try await database.remove(database.collection(name).name)
    return try await answer(collection: nil, photos: removed.map(\.photo.id))
  }

  private func answer(collection: CollectionName?, photos: [PhotoID]) async throws -> String {
    try await undoable.changed { json in
      json.member("name", collection?.text)
      json.member("photos", photos.map(\.description))
    }
  }
}
