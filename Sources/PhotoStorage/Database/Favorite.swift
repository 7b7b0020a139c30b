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

  package init(photo: Photo, added: Date = Date(), collections: [CollectionName] = []) {
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
    package var collected: [PhotoID] = []
    /// How many photos were favorites already and in all the collections, so nothing changed
    package var existing = 0
  }

  /// Adds all photos and puts them into their collections, or changes nothing on an error
  ///
  /// A photo that is a favorite under any of its ids stays as it was stored, and its other ids are
  /// added.
  ///
  /// - Parameter collection: one for all of them, in addition to their own; nil for none
  package func add(
    _ favorites: [Favorite], to collection: CollectionName? = nil
  ) throws(StorageError) -> Added {
    let shared = [collection].compactMap(\.self)
    return try connection.transaction { () throws(StorageError) in
      var added = Added()
      for favorite in favorites {
        let (number, isNew) = try add(favorite)
        let isCollected = try put(number, into: favorite.collections + shared)
        if isNew {
          added.new.append(favorite.photo.id)
        } else if isCollected {
          added.collected.append(favorite.photo.id)
        } else {
          added.existing += 1
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
  ///
  /// - Parameter collection: only those in it; nil for all
  package func favoriteCount(in collection: CollectionName? = nil) throws(StorageError) -> Int {
    guard let collection else {
      return try connection.query("SELECT count(*) FROM favorites").first { $0.integer(0) } ?? 0
    }
    return try collections().first { $0.name.key == collection.key }?.count ?? 0
  }

  /// Calls a body with each favorite, in the order in which they were added; unreadable rows are
  /// skipped
  ///
  /// - Parameters:
  ///   - collection: only favorites in it; nil for all
  ///   - first: the first to read, counted from 1
  ///   - limit: at most this many, with those skipped; nil for all
  /// - Returns: how many rows were skipped.
  package func eachFavorite(
    in collection: CollectionName? = nil, from first: Int = 1, limit: Int? = nil,
    _ body: (Favorite) throws -> Void
  ) throws -> Int {
    let rows = try favoriteRows(0...Int.max, in: collection, from: first, limit: limit)
    defer { rows.reset() }
    var unreadable = 0
    while try rows.step() {
      if let favorite = favorite(in: rows) { try body(favorite) } else { unreadable += 1 }
    }
    return unreadable
  }

  /// The favorites of ``eachFavorite(in:from:limit:_:)`` in one list
  package func favorites(
    in collection: CollectionName?, from first: Int = 1, limit: Int? = nil
  ) throws -> [Favorite] {
    var favorites: [Favorite] = []
    _ = try eachFavorite(in: collection, from: first, limit: limit) { favorites.append($0) }
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
      let row = try favoriteRows(number...number, in: collection)
      if let favorite = try row.first(favorite(in:)) { found.append(favorite) }
    }
    return found
  }

  /// The JSON, time and collections' names of favorites, in the order in which they were added
  ///
  /// - Parameter numbers: the row numbers to look at
  private func favoriteRows(
    _ numbers: ClosedRange<Int>, in collection: CollectionName?, from first: Int = 1,
    limit: Int? = nil
  ) throws(StorageError) -> Statement {
    // A collection's name is one line.
    try connection.query(
      """
      SELECT json, added, (SELECT group_concat(name, char(10)) FROM
        (SELECT name FROM collected JOIN collections ON collections.number = collection
         WHERE favorite = favorites.number ORDER BY key))
      FROM favorites WHERE number BETWEEN ?1 AND ?2 AND (?3 IS NULL OR number IN
        (SELECT favorite FROM collected JOIN collections ON collections.number = collection
         WHERE key = ?3))
      ORDER BY number LIMIT ?4 OFFSET ?5
      """, numbers.lowerBound, numbers.upperBound, collection?.key, limit ?? -1, first - 1)
  }

  /// The favorite in one of ``favoriteRows(_:in:from:limit:)``; nil if it can't be read any more
  private func favorite(in row: Statement) -> Favorite? {
    guard let photo = PhotoJSON.stored(row.text(0)) else { return nil }
    let names = row.text(2)?.components(at: "\n") ?? []
    return Favorite(
      photo: photo, added: Date(timeIntervalSince1970: row.real(1)),
      collections: names.map { CollectionName(String($0)) })
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
