package import Foundation
package import PhotoSearch
import Platform

/// A photo that the user has marked as a favorite
package struct Favorite: Hashable, Sendable {
  package var photo: Photo
  /// The time when the favorite was first added, to the second
  package var added: Date
  /// The favorite's collections, by name
  package var collections: [CollectionName]

  package init(photo: Photo, added: Date, collections: [CollectionName] = []) {
    self.photo = photo
    self.added = Date(timeIntervalSince1970: added.timeIntervalSince1970.rounded(.down))
    self.collections = collections
  }

  /// A line of an export: the photo without addresses that expire, its collections, and when it
  /// became a favorite
  package var line: String {
    PhotoJSON.complete(photo.lasting, favoriteSince: added, collections: collections.map(\.text))
  }
}

extension PhotoDatabase {
  /// The result of adding photos
  package struct Added: Hashable, Sendable {
    /// Photos that weren't favorites before, under any of their ids
    package var new: [PhotoID] = []
    /// Photos that were favorites already and were added to a new collection
    package var placed: [PhotoID] = []
    /// How many photos were favorites already and in all the collections, so nothing changed
    package var known = 0
  }

  /// Adds all photos and puts them into their collections, or changes nothing on an error
  ///
  /// A photo that is a favorite under any of its ids stays as it was stored, and its other ids are
  /// added.
  package func add(_ favorites: [Favorite]) throws(StorageError) -> Added {
    try connection.transaction { () throws(StorageError) in
      var added = Added()
      for favorite in favorites {
        let (number, isNew) = try add(favorite)
        let isPlaced = try put(number, into: favorite.collections)
        if isNew {
          added.new.append(favorite.photo.id)
        } else if isPlaced {
          added.placed.append(favorite.photo.id)
        } else {
          added.known += 1
        }
      }
      return added
    }
  }

  /// Whether a photo is a favorite under any of its names
  package func isFavorite(_ photo: Photo) throws(StorageError) -> Bool {
    try !favoriteNumbers(of: photo.identities).isEmpty
  }

  /// Removes photos, each given by its ids: every favorite that has one of them
  ///
  /// - Parameter collection: the collection to remove them from, so that they stay favorites; nil
  ///   to remove the favorites themselves
  /// - Returns: for each photo whether there was one.
  package func removeFavorites(
    _ photos: [[PhotoID]], from collection: CollectionName? = nil
  ) throws(StorageError) -> [Bool] {
    try connection.transaction { () throws(StorageError) in
      let found = try photos.map { ids throws(StorageError) in
        try favoriteNumbers(of: ids).map { number throws(StorageError) in
          try remove(number, from: collection)
        }.contains(true)
      }
      try connection.run(
        "DELETE FROM collections WHERE number NOT IN (SELECT collection FROM collected)")
      return found
    }
  }

  /// - Returns: whether the favorite in this row was there, or in the collection if one is given
  private func remove(
    _ number: Int, from collection: CollectionName?
  ) throws(StorageError) -> Bool {
    if let collection {
      try connection.run(
        """
        DELETE FROM collected WHERE favorite = ? AND collection =
          (SELECT number FROM collections WHERE key = ?)
        """, number, collection.key)
    } else {
      try connection.run("DELETE FROM favorites WHERE number = ?", number)
    }
    return connection.changes > 0
  }

  /// All ids of the favorites, in the order in which they were added
  ///
  /// - Parameter limit: only the ids of the first favorites, at most this many
  package func favoriteNames(limit: Int) throws(StorageError) -> [String] {
    try connection.query("SELECT name FROM favorite_names ORDER BY favorite, name LIMIT ?", limit)
      .all { $0.text(0) ?? "" }
  }

  /// How many favorites there are
  package func favoriteCount() throws(StorageError) -> Int {
    try connection.query("SELECT count(*) FROM favorites").first { $0.integer(0) } ?? 0
  }

  /// Calls a body with each favorite, in the order in which they were added; unreadable rows are
  /// skipped
  ///
  /// - Parameters:
  ///   - collection: only favorites in it; nil for all
  ///   - limit: at most this many; nil for all
  /// - Returns: how many rows were skipped.
  package func eachFavorite(
    in collection: CollectionName? = nil, limit: Int? = nil, _ body: (Favorite) throws -> Void
  ) throws -> Int {
    let rows = try connection.query(
      """
      SELECT number, json, added FROM favorites WHERE ?1 IS NULL OR number IN
        (SELECT favorite FROM collected JOIN collections ON collections.number = collection
         WHERE key = ?1)
      ORDER BY number LIMIT ?2
      """, collection?.key, limit ?? -1)
    defer { rows.reset() }
    var unreadable = 0
    while try rows.step() {
      if let favorite = try favorite(in: rows) { try body(favorite) } else { unreadable += 1 }
    }
    return unreadable
  }

  /// The favorites of ``eachFavorite(in:limit:_:)`` in one list
  package func favorites(in collection: CollectionName?, limit: Int? = nil) throws -> [Favorite] {
    var favorites: [Favorite] = []
    _ = try eachFavorite(in: collection, limit: limit) { favorites.append($0) }
    return favorites
  }

  /// The favorites that have any of these ids, as they were stored; unreadable rows are skipped
  ///
  /// - Parameter collection: only favorites in it; nil for all
  package func favorites(
    under ids: [PhotoID], in collection: CollectionName? = nil
  ) throws(StorageError) -> [Favorite] {
    var found: [Favorite] = []
    for number in try favoriteNumbers(of: ids) {
      let row = try connection.query(
        "SELECT number, json, added FROM favorites WHERE number = ?", number)
      if let favorite = try row.first(favorite(in:)) { found.append(favorite) }
    }
    guard let collection else { return found }
    return found.filter { $0.collections.contains { $0.key == collection.key } }
  }

  /// The favorite in a row of its number, JSON and time; nil if it can't be read any more
  private func favorite(in row: Statement) throws(StorageError) -> Favorite? {
    guard let photo = PhotoJSON.stored(row.text(1)) else { return nil }
    return Favorite(
      photo: photo, added: Date(timeIntervalSince1970: row.real(2)),
      collections: try collections(of: row.integer(0)))
  }

  /// Notes whether a service still has a photo, if that is a favorite. Where that fails, it is noted
  /// at the photo's next request
  package static func noteFavorite(_ id: PhotoID, isGone: Bool, at file: URL) {
    let patience = Duration.milliseconds(100)
    do {
      guard let kept = try reading(at: file, patience: patience),
        try !kept.favorites(under: [id]).isEmpty, try kept.goneFavorites().contains(id) != isGone
      else { return }
      try writing(at: file, patience: patience).markGone(isGone ? Date() : nil, of: id)
    } catch {}
  }

  /// Stores whether a favorite's service no longer has the photo
  ///
  /// - Parameter date: when the photo was found missing; nil if the service has it
  package func markGone(_ date: Date?, of id: PhotoID) throws(StorageError) {
    // A patch with null removes the member.
    try connection.run(
      """
      UPDATE favorites SET json = json_patch(json, json_object('gone', ?)) WHERE json_valid(json)
      AND number = (SELECT favorite FROM favorite_names WHERE name = ?)
      """, date?.timeIntervalSince1970, id.description)
  }

  /// Favorites that their services no longer have, in the order in which they were added
  package func goneFavorites() throws(StorageError) -> [PhotoID] {
    try connection.query(
      """
      SELECT id FROM favorites
      WHERE CASE WHEN json LIKE '%"gone":%' AND json_valid(json)
      THEN json_extract(json, '$.gone') END IS NOT NULL ORDER BY number
      """
    ).all { $0.text(0).flatMap { PhotoID($0) } }.compactMap(\.self)
  }

  /// The row numbers of the favorites that have any of these ids, in the ids' order without repeats
  func favoriteNumbers(of ids: [PhotoID]) throws(StorageError) -> [Int] {
    var numbers: [Int] = []
    for id in ids {
      let number = try connection.query(
        "SELECT favorite FROM favorite_names WHERE name = ?", id.description
      ).first { $0.integer(0) }
      if let number, !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  /// - Returns: the row's number, and whether it is new.
  private func add(_ favorite: Favorite) throws(StorageError) -> (number: Int, isNew: Bool) {
    let photo = favorite.photo
    var number = try favoriteNumbers(of: photo.identities).first
    let isNew = number == nil
    if isNew {
      try connection.run(
        "INSERT INTO favorites (id, page, added, json) VALUES (?, ?, ?, ?)",
        photo.id.description, photo.pageURL.absoluteString, favorite.added.timeIntervalSince1970,
        PhotoJSON.complete(photo))
      number = try connection.query("SELECT last_insert_rowid()").first { $0.integer(0) }
    }
    let row = number ?? 0
    // An id that another favorite already has stays with that favorite.
    for name in photo.identities {
      try connection.run(
        "INSERT OR IGNORE INTO favorite_names VALUES (?, ?)", name.description, row)
    }
    return (row, isNew)
  }
}

extension PhotoJSON {
  /// Reads a photo from the database; nil if it can't be read any more
  static func stored(_ text: String?) -> Photo? { ifReadable { try text.map(photo) } }
}
