import Foundation
package import PhotoSearch

/// The name of a collection of favorites, e.g. `Kitchen`; `kitchen` means the same collection
package struct CollectionName: Hashable, Sendable {
  /// The name as it is shown
  package let text: String
  /// The text in lower case, by which names are compared
  package let key: String

  /// - Parameter text: one line without hidden characters
  package init(_ text: String) {
    self.text = text
    key = text.composed.lowercased()
  }
}

/// Favorites grouped under a name; a collection is deleted with its last favorite
package struct PhotoCollection: Hashable, Sendable {
  package let name: CollectionName
  /// How many favorites are in the collection, 1 or more
  package let count: Int
}

/// The error that no collection has a name, with the collections that exist
package struct NoCollection: Error {
  package let name: CollectionName
  package let others: [PhotoCollection]
}

extension PhotoDatabase {
  /// The collection with this name; capitals are ignored
  ///
  /// - Parameter database: nil if there is none
  /// - Throws: ``NoCollection``, `StorageError`.
  package static func collection(
    _ name: CollectionName, in database: PhotoDatabase?
  ) throws -> PhotoCollection {
    let collections = try database?.collections() ?? []
    if let found = collections.first(where: { $0.name.key == name.key }) { return found }
    throw NoCollection(name: name, others: collections)
  }

  /// All collections, sorted by name
  package func collections() throws(StorageError) -> [PhotoCollection] {
    try connection.query(
      """
      SELECT name, count(*) FROM collections JOIN collected ON collection = collections.number
      GROUP BY collections.number ORDER BY key
      """
    ).all { PhotoCollection(name: CollectionName($0.text(0) ?? ""), count: $0.integer(1)) }
  }

  /// The first photos of a collection for its cover. Those of services that limit how many pictures
  /// are shown come last: a cover shows none of them
  package func cover(of collection: CollectionName) throws -> [Photo] {
    let photos = try favorites(in: collection, limit: 40).map(\.photo)
    let isLimited = { (photo: Photo) in
      ProviderCatalog.profile(ofService: photo.id.service)?.display.maxPictures != nil
    }
    return Array((photos.filter { !isLimited($0) } + photos.filter(isLimited)).prefix(4))
  }

  /// A text that changes when a collection or its content changes
  package func collectionsRevision() throws(StorageError) -> String {
    try connection.query(
      """
      SELECT count(*) || ' '
      || sum((favorite * 65537 + collection * 257) * (favorite + collection * 7919) % 2147483647)
      || ' ' || (SELECT group_concat(number || name) FROM collections) FROM collected
      """
    ).first { $0.text(0) } ?? ""
  }

  /// Removes a collection; its photos stay favorites
  package func remove(_ collection: CollectionName) throws(StorageError) {
    try connection.run("DELETE FROM collections WHERE key = ?", collection.key)
  }

  /// Renames a collection
  ///
  /// - Returns: false if another collection has that name, or the collection doesn't exist.
  package func rename(
    _ collection: CollectionName, to name: CollectionName
  ) throws(StorageError) -> Bool {
    try connection.run(
      "UPDATE OR IGNORE collections SET key = ?, name = ? WHERE key = ?",
      name.key, name.text, collection.key)
    return connection.changes > 0
  }

  /// Adds a favorite to collections, which are created if needed
  ///
  /// - Returns: whether any of them lacked it.
  func put(_ favorite: Int, into collections: [CollectionName]) throws(StorageError) -> Bool {
    var isNew = false
    for collection in collections {
      try connection.run(
        "INSERT OR IGNORE INTO collections (key, name) VALUES (?, ?)",
        collection.key, collection.text)
      try connection.run(
        "INSERT OR IGNORE INTO collected SELECT number, ? FROM collections WHERE key = ?",
        favorite, collection.key)
      if connection.changes > 0 { isNew = true }
    }
    return isNew
  }
}
