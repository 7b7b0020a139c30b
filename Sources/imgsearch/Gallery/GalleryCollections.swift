import CommandSyntax
import PhotoSearch
import PhotoStorage

/// What the page reads and changes of collections as a whole
extension GalleryLibrary {
  /// All collections by name, and those that photos which the call may name are in
  func collections(_ call: JSONValue) async throws -> String {
    let named = call["ids"] == nil ? [] : try await gallery.photos(namedBy: call)
    let (all, those) = try await gallery.reading { database in
      let favorites = try database?.favorites(under: named.flatMap(\.identities)) ?? []
      return (
        try database?.collections().map(\.name) ?? [], Set(favorites.flatMap(\.collections))
      )
    }
    return JSONWriter.object { json in
      json.member("collections", all.map(\.text))
      json.member("of", all.filter(those.contains).map(\.text))
    }
  }

  /// Gives a collection another name, or removes it where the call has none; what was in it stays a
  /// favorite, and is named so that it can be put back
  func change(_ call: JSONValue) async throws -> String {
    let name = try CollectionName(typed: call["name"]?.string ?? "")
    let after = try call["to"]?.string.map { try CollectionName(typed: $0) }
    try await gallery.reading { _ = try PhotoDatabase.collection(name, in: $0) }
    let photos = try await gallery.writing { database in
      var photos: [PhotoID] = []
      if let after {
        guard try database.rename(name, to: after) else {
          throw CommandFailure.usage("there is a collection “\(after.text)” already")
        }
      } else {
        _ = try database.eachFavorite(in: name) { photos.append($0.photo.id) }
        _ = try database.remove(name)
      }
      return photos
    }
    return try await changed { json in
      json.member("name", after?.text)
      json.member("photos", photos.map(\.description))
    }
  }
}
