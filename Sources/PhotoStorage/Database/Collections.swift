import Foundation
package import PhotoSearch

/// The name of a collection of favorites, e.g. `Kitchen`; `kitchen` is the same
package struct CollectionName: Hashable, Sendable {
  /// As it is shown
  package let text: String
  /// What it is compared by: the text in lower case
  package let key: String

  /// - Parameter text: one line, fit to be shown
  package init(_ text: String) {
    self.text = text
    key = text.composed.lowercased()
  }
}

/// Favorites that were put together under a name; a collection ends with its last favorite
package struct PhotoCollection: Hashable, Sendable {
  package var name: CollectionName
  /// Favorites in it, 1 or more
  package var count: Int
}

/// No collection has this name; those that there are
package struct NoCollection: Error {
  package let name: CollectionName
  package let others: [PhotoCollection]
}

extension PhotoDatabase {
  /// The collection of that name, however it is capitalized
  ///
  /// - Parameter database: nil where nothing is kept
  /// - Throws: ``NoCollection``, `StorageError`.
  package static func collection(
    _ name: CollectionName, in database: PhotoDatabase?
  ) throws -> PhotoCollection {
    let collections = try database?.collections() ?? []
    if let found = collections.first(where: { $0.name.key == name.key }) { return found }
    throw NoCollection(name: name, others: collections)
  }

  /// All of them, in the order of their names
  package func collections() throws(StorageError) -> [PhotoCollection] {
    try connection.query(
      """
      SELECT name, count(*) FROM collections JOIN collected ON collection = collections.number
      GROUP BY collections.number ORDER BY key
      """
    ).all { PhotoCollection(name: CollectionName($0.text(0) ?? ""), count: $0.integer(1)) }
  }

  /// What is another text whenever collections, or what is in them, are others
  package var collectionsMark: String {
    get throws(StorageError) {
      try connection.query(
        """
        SELECT count(*) || ' ' || sum(favorite * (2 * collection + 1)) || ' '
        || (SELECT group_concat(number || name) FROM collections) FROM collected
        """
      ).first { $0.text(0) } ?? ""
    }
  }

  /// Takes photos out of a collection, each by its names; they stay favorites
  ///
  /// - Returns: for each photo whether it was in it.
  package func remove(
    _ photos: [[PhotoID]], from collection: CollectionName
  ) throws(StorageError) -> [Bool] {
    try connection.transaction { () throws(StorageError) in
      var found: [Bool] = []
      for names in photos {
        var isFound = false
        for number in try favorites(named: names) {
          try connection.query(
            """
            DELETE FROM collected WHERE favorite = ? AND collection =
              (SELECT number FROM collections WHERE key = ?)
            """, .integer(number), .text(collection.key)
          ).run()
          if connection.changes > 0 { isFound = true }
        }
        found.append(isFound)
      }
      try forgetEmptyCollections()
      return found
    }
  }

  /// Removes a collection; what was in it stays a favorite
  ///
  /// - Returns: how many favorites were in it.
  package func remove(_ collection: CollectionName) throws(StorageError) -> Int {
    try connection.transaction { () throws(StorageError) in
      try connection.run(
        "DELETE FROM collected WHERE collection = (SELECT number FROM collections WHERE key = ?)",
        .text(collection.key))
      let count = connection.changes
      try connection.run("DELETE FROM collections WHERE key = ?", .text(collection.key))
      return count
    }
  }

  /// Gives a collection another name
  ///
  /// - Returns: false where another one has that name, or the collection isn't there.
  package func rename(
    _ collection: CollectionName, to name: CollectionName
  ) throws(StorageError) -> Bool {
    try connection.run(
      "UPDATE OR IGNORE collections SET key = ?, name = ? WHERE key = ?",
      .text(name.key), .text(name.text), .text(collection.key))
    return connection.changes > 0
  }

  /// The names of the collections that a favorite is in, in their order
  func collections(of favorite: Int) throws(StorageError) -> [CollectionName] {
    try connection.query(
      """
      SELECT name FROM collected JOIN collections ON collections.number = collection
      WHERE favorite = ? ORDER BY key
      """, .integer(favorite)
    ).all { CollectionName($0.text(0) ?? "") }
  }

  /// Puts a favorite into collections, which are made if they are not there
  ///
  /// - Returns: whether it was not in one of them.
  func put(_ favorite: Int, into collections: [CollectionName]) throws(StorageError) -> Bool {
    var isNew = false
    for collection in collections {
      try connection.query(
        "INSERT OR IGNORE INTO collections (key, name) VALUES (?, ?)",
        .text(collection.key), .text(collection.text)
      ).run()
      try connection.query(
        "INSERT OR IGNORE INTO collected SELECT number, ? FROM collections WHERE key = ?",
        .integer(favorite), .text(collection.key)
      ).run()
      if connection.changes > 0 { isNew = true }
    }
    return isNew
  }

  func forgetEmptyCollections() throws(StorageError) {
    try connection.run(
      "DELETE FROM collections WHERE number NOT IN (SELECT collection FROM collected)")
  }
}
