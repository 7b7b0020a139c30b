import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Terminal

/// The page's calls about favorites and history, which it shares with the command line
extension Gallery {
  /// Whether there is a database
  private var hasDatabase: Bool { get async throws { try await database.reading { $0 != nil } } }

  /// All favorites, or those of a collection, in the order in which they were added
  func favorites(_ call: JSONValue, to lines: GalleryCall.Lines) async throws {
    let name = call["collection"]?.string.map { CollectionName($0) }
    let photos = try await database.reading { database in
      try database?.favorites(in: name).map { session.lastSeen($0.photo) } ?? []
    }
    var known = listing()
    for (index, photo) in photos.enumerated() {
      let original = known.original(of: photo, number: index + 1)
      let entry = await entry(photo, looksLike: original, isFavorite: true)
      try await lines.send("{\"photo\":\(entry)}")
    }
    let end = JSONWriter.object { json in json.member("end") { $0.member("shown", photos.count) } }
    try await lines.send(end)
  }

  /// Adds photos to the favorites or removes them, under all of their ids; favorites that a page
  /// removed are restored with their dates and collections
  ///
  /// If the call names a collection, they are added to it, or only removed from it.
  func mark(_ call: JSONValue) async throws -> String {
    let named = try await photos(namedBy: call)
    let collection = try call["collection"]?.string.map { try CollectionName(typed: $0) }
    let isOn = call["on"]?.bool ?? true
    if isOn {
      try await add(named, to: collection)
    } else if try await hasDatabase {
      let removed = try await database.writing { database in
        let names = collection == nil ? named.flatMap(\.identities) : []
        let favorites = try database.favorites(under: names)
        _ = try database.removeFavorites(named.map(\.identities), from: collection)
        return favorites
      }
      self.removed.keep(removed)
    }
    return try await changed { json in
      json.member("favorite", isOn)
      json.member("names", named.flatMap(\.identities).map(\.description))
    }
  }

  private func add(_ named: [PhotoReference], to collection: CollectionName?) async throws {
    let removed = self.removed.take(named.flatMap(\.identities))
    do {
      let names = Set(removed.flatMap(\.photo.identities))
      let new = try await known(named.filter { names.isDisjoint(with: $0.identities) })
      var favorites = removed + new.map { Favorite(photo: $0, added: Date()) }
      if let collection {
        for index in favorites.indices { favorites[index].collections.append(collection) }
      }
      _ = try await database.writing { [favorites] in try $0.add(favorites) }
    } catch {
      self.removed.keep(removed)
      throw error
    }
  }

  /// The answer to a change, with the resulting state, so that the page recognizes it in later news
  private func changed(_ members: (inout JSONWriter) -> Void) async throws -> String {
    let collections = try await database.reading { try $0?.collectionsRevision() ?? "" }
    return JSONWriter.object { json in
      members(&json)
      json.member("collections", collections)
      json.member("mark", revision.next())
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
        json.member("options", (entry.search?.plan).map(Gallery.settings) ?? [])
        json.member("photos", entry.photos)
        json.member("searched", entry.searched)
      }
    }
  }

  /// Puts a search into the history, once the user has viewed a photo of it
  func remember(_ call: JSONValue) async throws -> String {
    let isKept = options.settings.isInHistory && console.keepsHistory
    if isKept {
      let plan = try plan(call)
      try session.checkWords(of: plan)
      let search = SearchRecord(plan: plan, replay: options.requests.replayPath)
      let photos = max(0, call["photos"]?.integer ?? 0)
      try await database.writing { try $0.remember(search, photos: photos, at: Date()) }
    }
    return "{\"remembered\":\(isKept)}"
  }

  /// Removes one search from the history, or all
  func forget(_ call: JSONValue) async throws -> String {
    var removed = 0
    if call["all"]?.bool == true {
      // A database that can't be opened leaves the searches that can be restored.
      let hasDatabase = try await hasDatabase
      self.removed.forgetSearches()
      if hasDatabase { removed = try await database.writing { try $0.forgetAll() } }
    } else if let id = call["id"]?.string,
      let entry = try await database.reading({ try $0?.history().first { $0.id == id } })
    {
      removed = try await database.writing { try $0.forget(id: id) }
      self.removed.keep(entry)
    }
    return "{\"removed\":\(removed)}"
  }

  /// Restores a search that ``forget(_:)`` removed
  func restore(_ call: JSONValue) async throws -> String {
    let entry = call["id"]?.string.flatMap { removed.take($0) }
    if let entry { try await database.writing { try $0.restore(entry) } }
    return "{\"restored\":\(entry != nil)}"
  }

  /// Imports favorites as `imgsearch favorites import` does
  func importFavorites(_ call: JSONValue) async throws -> String {
    let text = call["lines"]?.string ?? ""
    var input = PhotoInput(text: text, name: "the file") { operand in
      try operand.id().map { [.id($0)] } ?? []
    }
    var favorites: [Favorite] = []
    var refused: [String] = []
    var count = 0
    while let item = try await input.next() {
      try Task.checkCancellation()
      switch item {
      case .success(.photo(let photo, let added, let collections)):
        favorites.append(Favorite(photo: photo, added: added ?? Date(), collections: collections))
      case .success(.id(let id)): refuse("\(id): only its id is there")
      case .failure(let failure): refuse(failure.message)
      }
    }
    func refuse(_ words: String) {
      count += 1
      if refused.count < 10 { refused.append(SafeText.line(words, cells: 300)) }
    }
    let added =
      favorites.isEmpty
      ? nil : try await database.writing { [favorites] in try $0.add(favorites) }
    return JSONWriter.object { json in
      json.member("added", added?.new.count ?? 0)
      json.member("known", (added?.known ?? 0) + (added?.placed.count ?? 0))
      json.member("unreadable", count)
      json.member("refused", refused)
    }
  }
}

/// The page's calls about whole collections
extension Gallery {
  /// All collections by name, their counts and first four photos, and the collections of photos
  /// that the call may name. Photos of services that limit pictures come last: a cover shows none
  /// of them
  func collections(_ call: JSONValue) async throws -> String {
    let named = call["ids"] == nil ? [] : try await photos(namedBy: call)
    let (all, those, first) = try await database.reading { database in
      let favorites = try database?.favorites(under: named.flatMap(\.identities)) ?? []
      let all = try database?.collections() ?? []
      let first = try all.map { collection in
        let photos = try database?.favorites(in: collection.name, limit: 40).map(\.photo) ?? []
        let isLimited = { (photo: Photo) in
          ProviderCatalog.profile(ofService: photo.id.service)?.display.maxPictures != nil
        }
        return (photos.filter { !isLimited($0) } + photos.filter(isLimited)).prefix(4)
      }
      return (all, Set(favorites.flatMap(\.collections)), first)
    }
    var covers: [[String]] = []
    for photos in first {
      covers.append([])
      for photo in photos {
        covers[covers.count - 1].append(await entry(session.lastSeen(photo), isFavorite: true))
      }
    }
    return JSONWriter.object(capacity: 4_096) { json in
      json.member("collections", all.map(\.name.text))
      json.objects("covers", Array(zip(all, covers))) { json, one in
        json.member("name", one.0.name.text)
        json.member("count", one.0.count)
        json.member("cover", written: "[\(one.1.joined(separator: ","))]")
      }
      json.member("of", all.map(\.name).filter(those.contains).map(\.text))
    }
  }

  /// Renames a collection, or removes it if the call has no new name. Its photos stay favorites,
  /// and are named in the answer so that the page can restore it
  func changeCollection(_ call: JSONValue) async throws -> String {
    let name = try CollectionName(typed: call["name"]?.string ?? "")
    let after = try call["to"]?.string.map { try CollectionName(typed: $0) }
    try await database.reading { _ = try PhotoDatabase.collection(name, in: $0) }
    let photos = try await database.writing { database in
      if let after {
        guard try database.rename(name, to: after) else {
          throw CommandFailure.usage("there is a collection “\(after.text)” already")
        }
        return [PhotoID]()
      }
      let photos = try database.favorites(in: name).map(\.photo.id)
      try database.remove(name)
      return photos
    }
    return try await changed { json in
      json.member("name", after?.text)
      json.member("photos", photos.map(\.description))
    }
  }
}
