import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage

/// What the page reads and changes of favorites and history, which are those of the terminal
struct GalleryRecords: Sendable {
  let gallery: Gallery

  private var file: URL { gallery.console.folders.database }

  /// All of them, or those of a collection, in the order they were added
  func favorites(_ call: JSONValue, to lines: GalleryCall.Lines) async throws {
    let name = call["collection"]?.string.map { CollectionName($0) }
    var photos: [Photo] = []
    var collections: [PhotoCollection] = []
    do {
      let database = try PhotoDatabase.reading(at: file)
      _ = try database?.eachFavorite(in: name) { favorite in
        let photo = favorite.photo
        // Where they may have moved meanwhile, the page shows what lasts.
        photos.append(ProviderCatalog.knowsAddresses(of: photo) ? photo : photo.lasting)
      }
      collections = try database?.collections() ?? []
    }
    for photo in photos {
      let entry = await gallery.entry(photo, isFavorite: true)
      try await lines.send("{\"photo\":\(entry)}")
    }
    var json = JSONWriter(capacity: 256)
    json.raw("{\"end\":{\"shown\":")
    json.number(photos.count)
    json.raw(",\"collections\":")
    json.list(collections) { json, one in json.string(SafeText.line(one.name.text)) }
    json.raw("}}")
    try await lines.send(json.text)
  }

  /// Makes a photo a favorite, or no longer
  func mark(_ call: JSONValue) async throws -> String {
    let id = try call.photoID()
    let isOn = call["on"]?.bool ?? true
    let seen = await gallery.seen(id)
    if isOn {
      let photo: Photo
      if let seen { photo = seen } else { photo = try await gallery.session.photo(id) }
      _ = try PhotoDatabase.writing(at: file).add([Favorite(photo: photo, added: Date())])
    } else if try PhotoDatabase.reading(at: file) != nil {
      _ = try PhotoDatabase.writing(at: file).removeFavorites([seen?.identities ?? [id]])
    }
    return isOn ? "{\"favorite\":true}" : "{\"favorite\":false}"
  }

  /// What was searched for, last first
  func history() throws -> String {
    let entries = try PhotoDatabase.reading(at: file)?.history() ?? []
    var json = JSONWriter(capacity: 4_096)
    json.raw("{\"searches\":")
    json.list(Array(entries.enumerated().prefix(1_000))) { json, place in
      let (index, entry) = place
      json.raw("{\"number\":")
      json.number(index + 1)
      json.raw(",\"words\":")
      json.string(entry.words)
      json.raw(",\"options\":{")
      var isFirst = true
      for (name, value) in Self.options(of: entry) {
        if !isFirst { json.raw(",") }
        isFirst = false
        json.string(name)
        json.raw(":")
        json.string(value)
      }
      json.raw("},\"photos\":")
      json.number(entry.photos)
      json.raw(",\"searched\":")
      json.date(entry.searched)
      json.raw("}")
    }
    json.raw("}")
    return json.text
  }

  /// By their names on the command line; the recording that answered isn't the page's to choose
  private static func options(of entry: HistoryEntry) -> [(name: String, value: String)] {
    OptionRow.pairs(in: entry.search?.options ?? [])
      .filter { $0.name != OptionTable.replay.row.name }
  }

  /// Puts a search into the history that somebody has looked at
  func remember(_ call: JSONValue) throws -> String {
    let isKept =
      gallery.options.isInHistory
      && HistorySetting(environment: gallery.console.environment).isOn
    if isKept {
      let plan = try gallery.plan(call)
      try gallery.session.checkWords(of: plan)
      let search = SearchRecord(plan: plan, replay: gallery.options.run.replayPath)
      try PhotoDatabase.writing(at: file)
        .remember(search, photos: max(0, call["photos"]?.integer ?? 0), at: Date())
    }
    return isKept ? "{\"remembered\":true}" : "{\"remembered\":false}"
  }

  /// Removes a search from the history, or all
  func forget(_ call: JSONValue) throws -> String {
    var removed = 0
    if try PhotoDatabase.reading(at: file) != nil {
      let database = try PhotoDatabase.writing(at: file)
      if call["all"]?.bool == true {
        removed = try database.forgetAll()
      } else if let number = call["number"]?.integer {
        removed = try database.forget(number: number)
      }
    }
    return "{\"removed\":\(removed)}"
  }

  /// Takes over favorites as `imgsearch favorites import` does
  func take(_ call: JSONValue) async throws -> String {
    let text = call["lines"]?.string ?? ""
    var input = try PhotoInput(text: text, name: "the file") { operand in
      try operand.id().map { [.id($0)] } ?? []
    }
    var favorites: [Favorite] = []
    var refused: [String] = []
    var count = 0
    while let item = try await input.next() {
      switch item {
      case .success(.photo(let photo, let mark)):
        favorites.append(
          Favorite(
            photo: photo, added: mark.added ?? Date(), collections: mark.collections))
      case .success(.id(let id)): refuse("\(id): only its id is there")
      case .failure(let failure): refuse(failure.message)
      }
    }
    func refuse(_ words: String) {
      count += 1
      if refused.count < 10 { refused.append(SafeText.line(words, cells: 300)) }
    }
    let added = favorites.isEmpty ? nil : try PhotoDatabase.writing(at: file).add(favorites)
    var json = JSONWriter(capacity: 512)
    json.raw("{\"added\":")
    json.number(added?.new.count ?? 0)
    json.raw(",\"known\":")
    json.number((added?.known ?? 0) + (added?.placed.count ?? 0))
    json.raw(",\"unreadable\":")
    json.number(count)
    json.raw(",\"refused\":")
    json.list(refused) { json, words in json.string(words) }
    json.raw("}")
    return json.text
  }
}
