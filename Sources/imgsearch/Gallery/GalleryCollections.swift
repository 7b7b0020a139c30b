import CommandSyntax
import PhotoSearch
import PhotoStorage

/// The page's calls about whole collections
extension GalleryLibrary {
  /// All collections by name, and the collections of photos that the call may name
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

  /// Renames a collection, or removes it if the call has no new name. Its photos stay favorites,
  /// and are named in the answer so that the page can restore it
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
