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
    try !favorites(named: photo.identities).isEmpty
  }

  /// Removes photos, each given by its ids: every favorite that has one of them
  ///
  /// - Returns: for each photo whether there was one.
  package func removeFavorites(_ photos: [[PhotoID]]) throws(StorageError) -> [Bool] {
    try connection.transaction { () throws(StorageError) in
      var found: [Bool] = []
      for names in photos {
        let numbers = try favorites(named: names)
        for number in numbers {
          try connection.run("DELETE FROM favorites WHERE number = ?", .integer(number))
        }
        found.append(!numbers.isEmpty)
      }
      try forgetEmptyCollections()
      return found
    }
  }

  /// All ids of the favorites, in the order in which they were added
  ///
  /// - Parameter limit: only the ids of the first favorites, at most this many
  package func favoriteNames(limit: Int) throws(StorageError) -> [String] {
    try connection.query(
      "SELECT name FROM favorite_names ORDER BY favorite, name LIMIT ?", .integer(limit)
    ).all { $0.text(0) ?? "" }
  }

  /// How many favorites there are
  package var favoriteCount: Int {
    get throws(StorageError) {
      try connection.query("SELECT count(*) FROM favorites").first { $0.integer(0) } ?? 0
    }
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
    let limit = SQLValue.integer(limit ?? -1)
    let statement =
      if let collection {
        try connection.query(
          """
          SELECT json, added, favorites.number FROM favorites
          JOIN collected ON favorite = favorites.number
          JOIN collections ON collections.number = collection
          WHERE key = ? ORDER BY favorites.number LIMIT ?
          """, .text(collection.key), limit)
      } else {
        try connection.query(
          "SELECT json, added, number FROM favorites ORDER BY number LIMIT ?", limit)
      }
    defer { statement.reset() }
    var unreadable = 0
    while try statement.step() {
      let added = Date(timeIntervalSince1970: statement.real(1))
      guard let photo = PhotoJSON.stored(statement.text(0)) else {
        unreadable += 1
        continue
      }
      let collections = try collections(of: statement.integer(2))
      try body(Favorite(photo: photo, added: added, collections: collections))
    }
    return unreadable
  }

  /// The favorites of ``eachFavorite(in:limit:_:)`` in one list
  package func favorites(
    in collection: CollectionName?, limit: Int? = nil
  ) throws -> [Favorite] {
    var favorites: [Favorite] = []
    _ = try eachFavorite(in: collection, limit: limit) { favorites.append($0) }
    return favorites
  }

  /// The favorites that have any of these ids, as they were stored; unreadable rows are skipped
  package func favorites(under names: [PhotoID]) throws(StorageError) -> [Favorite] {
    var found: [Favorite] = []
    for number in try favorites(named: names) {
      let row = try connection.query(
        "SELECT json, added FROM favorites WHERE number = ?", .integer(number)
      ).first { (PhotoJSON.stored($0.text(0)), Date(timeIntervalSince1970: $0.real(1))) }
      guard let row, let photo = row.0 else { continue }
      found.append(Favorite(photo: photo, added: row.1, collections: try collections(of: number)))
    }
    return found
  }

  /// Stores whether a favorite's service no longer has the photo
  ///
  /// - Parameter date: when the photo was found missing; nil if the service has it
  package func note(gone date: Date?, of id: PhotoID) throws(StorageError) {
    for number in try favorites(named: [id]) {
      if let date {
        try connection.run(
          "UPDATE favorites SET json = json_set(json, '$.gone', ?) WHERE number = ? AND json_valid(json)",
          .real(date.timeIntervalSince1970), .integer(number))
      } else {
        try connection.run(
          "UPDATE favorites SET json = json_remove(json, '$.gone') WHERE number = ? AND json_valid(json)",
          .integer(number))
      }
    }
  }

  /// Favorites that their services no longer have, in the order in which they were added
  package var goneFavorites: [PhotoID] {
    get throws(StorageError) {
      try connection.query(
        """
        SELECT id FROM favorites
        WHERE CASE WHEN json LIKE '%"gone":%' AND json_valid(json)
        THEN json_extract(json, '$.gone') END IS NOT NULL ORDER BY number
        """
      ).all { $0.text(0).flatMap { PhotoID($0) } }.compactMap(\.self)
    }
  }

  /// The row numbers of the favorites that have any of these ids, in the ids' order without repeats
  func favorites(named names: [PhotoID]) throws(StorageError) -> [Int] {
    var numbers: [Int] = []
    for name in names {
      let number = try connection.query(
        "SELECT favorite FROM favorite_names WHERE name = ?", .text(name.description)
      ).first { $0.integer(0) }
      if let number, !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  /// - Returns: the row's number, and whether it is new.
  private func add(_ favorite: Favorite) throws(StorageError) -> (number: Int, isNew: Bool) {
    let photo = favorite.photo
    if let number = try favorites(named: photo.identities).first {
      try name(number, photo)
      return (number, false)
    }
    try connection.run(
      "INSERT INTO favorites (id, page, added, json) VALUES (?, ?, ?, ?)",
      .text(photo.id.description), .text(photo.pageURL.absoluteString),
      .real(favorite.added.timeIntervalSince1970), .text(PhotoJSON.complete(photo)))
    let number = try connection.query("SELECT last_insert_rowid()").first { $0.integer(0) } ?? 0
    try name(number, photo)
    return (number, true)
  }

  /// Stores a photo's ids for a favorite, except ids that another favorite has already
  private func name(_ number: Int, _ photo: Photo) throws(StorageError) {
    for name in photo.identities {
      try connection.run(
        "INSERT OR IGNORE INTO favorite_names VALUES (?, ?)",
        .text(name.description), .integer(number))
    }
  }
}

extension PhotoJSON {
  /// Reads a photo from the database; nil if it can't be read any more
  static func stored(_ text: String?) -> Photo? {
    ifReadable { try text.map(photo) }
  }
}
