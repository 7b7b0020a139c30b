package import Foundation
package import PhotoSearch

// Each terminal has a last listing and a last search. A terminal without them, and a program
// outside a terminal, use the newest of any terminal.

extension PhotoDatabase {
  /// Most photos of a listing that are stored
  package static let maxListedPhotos = 10_000
  /// Most listings whose photos are stored; the oldest are dropped
  static let maxListings = 20
  /// Most photos stored for all listings except the newest
  static let maxOlderPhotos = 20_000
  /// Most terminals to remember. Beyond ``maxListings`` their listings are stored without photos,
  /// so that such a terminal shows none rather than another's
  static let maxTerminals = 200

  /// Makes a listing the last one of this terminal; if it is that already, adds photos to it
  ///
  /// If it continues another terminal's search, that terminal's photos are copied before it.
  ///
  /// - Parameters:
  ///   - photos: in order; the first has the number `start`
  ///   - token: identifies the search, however often it is continued
  package func keepListing(
    _ photos: [Photo], from start: Int, token: String
  ) throws(StorageError) {
    let lines = photos.map { PhotoJSON.complete($0) }
    try connection.quickTransaction { () throws(StorageError) in
      let listing = try listing(of: token, before: start)
      for (index, photo) in photos.enumerated() where start + index <= Self.maxListedPhotos {
        try connection.run(
          "INSERT OR REPLACE INTO listed_photos VALUES (?, ?, ?, ?, ?)",
          .integer(listing), .integer(start + index), .text(photo.id.description),
          .text(photo.pageURL.absoluteString), .text(lines[index]))
      }
    }
  }

  /// Stores the search that `more` continues in this terminal
  package func keep(_ search: LastSearch, token: String) throws(StorageError) {
    let words = search.search.plan.query.words ?? ""
    let text = try text(of: search)
    try connection.quickTransaction { () throws(StorageError) in
      try connection.run(
        """
        INSERT OR REPLACE INTO searches (terminal, token, cursor, words, plan, shown)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        .text(terminal ?? ""), .text(token), SQLValue(search.cursor), .text(words), .text(text),
        .integer(search.shown))
      try connection.run(
        """
        DELETE FROM searches WHERE number <=
          (SELECT number FROM searches ORDER BY number DESC LIMIT 1 OFFSET ?)
        """, .integer(Self.maxTerminals))
    }
  }

  /// The last search and the token of its listing; nil before the first search
  ///
  /// The search alone is nil if it can't be continued: another version wrote it, or it is damaged.
  package func lastSearch() throws(StorageError) -> (search: LastSearch?, token: String)? {
    try connection.query(
      """
      SELECT token, cursor, plan, shown FROM searches
      ORDER BY terminal IS ? DESC, number DESC LIMIT 1
      """, SQLValue(terminal)
    ).first { row in
      var search = value(LastSearch.self, in: row.text(2))
      search?.cursor = row.text(1)
      // Bounded, so that a damaged value can't overflow numbers that are computed from it.
      search?.shown = min(max(row.integer(3), 0), 1_000_000_000)
      return (search, row.text(0) ?? "")
    }
  }

  /// The photo numbers of the last listing, within 1 and ``maxListedPhotos`` even if the database
  /// is damaged; nil if it has no photos
  package func listedNumbers() throws(StorageError) -> ClosedRange<Int>? {
    guard let listing = try lastListing()?.number else { return nil }
    return try connection.query(
      """
      SELECT min(number), max(number) FROM listed_photos
      WHERE listing = ? AND number BETWEEN 1 AND ? GROUP BY listing
      """, .integer(listing), .integer(Self.maxListedPhotos)
    ).first { $0.integer(0)...$0.integer(1) }
  }

  /// The photos of the last listing with these numbers, in order; missing ones are skipped
  package func listedPhotos(
    _ numbers: ClosedRange<Int>
  ) throws(StorageError) -> [Int: Photo] {
    guard let listing = try lastListing()?.number else { return [:] }
    let photos = try connection.query(
      "SELECT number, json FROM listed_photos WHERE listing = ? AND number BETWEEN ? AND ?",
      .integer(listing), .integer(numbers.lowerBound), .integer(numbers.upperBound)
    ).all { ($0.integer(0), PhotoJSON.stored($0.text(1))) }
    return Dictionary(uniqueKeysWithValues: photos).compactMapValues(\.self)
  }

  /// The photo with this id in the last listing, else in the newest listing that has it
  package func listedPhoto(_ id: PhotoID) throws(StorageError) -> Photo? {
    try firstPhoto(
      in: connection.query(
        """
        SELECT json FROM listed_photos JOIN listings ON listings.number = listing WHERE id = ?
        ORDER BY terminal IS ? DESC, turn DESC
        """, .text(id.description), SQLValue(terminal)))
  }

  /// The photo with this page: from this terminal's listing, then other listings, then the
  /// favorites
  package func photo(ofPage page: URL) throws(StorageError) -> Photo? {
    try firstPhoto(
      in: connection.query(
        """
        SELECT json, terminal IS ?1 AS own, turn FROM listed_photos
          JOIN listings ON listings.number = listing WHERE page = ?2
        UNION ALL SELECT json, 0, 0 FROM favorites WHERE page = ?2
        ORDER BY own DESC, turn DESC
        """, SQLValue(terminal), .text(page.absoluteString)))
  }

  /// The photo that has a picture at an address
  ///
  /// It is looked for in this terminal's listing, then in the others, then in the favorites. If
  /// exactly one photo matches but for the query part, which is often a size, it is that one.
  package func photo(ofPicture address: URL) throws(StorageError) -> Photo? {
    guard let host = address.host, address.path.utf8.count > 1 else { return nil }
    let port = address.port.map { ":\($0)" } ?? ""
    // The search stops at an apostrophe, which may also be written as `%27`, as in `--format urls`.
    let path = address.path(percentEncoded: true).prefix { $0 != "%" && $0 != "'" }
    let query = address.query(percentEncoded: false)
    let part = SQLValue.text("//" + host + port + path)
    var alike: [Photo] = []
    let listings = try connection.query(
      "SELECT number FROM listings ORDER BY terminal IS ? DESC, turn DESC", SQLValue(terminal)
    ).all { SQLValue.integer($0.integer(0)) }
    for listing in listings + [.null] {
      let statement = try connection.query(
        """
        SELECT json FROM listed_photos WHERE listing = ?1 AND instr(json, ?2)
        UNION ALL SELECT json FROM favorites WHERE ?1 IS NULL AND instr(json, ?2)
        """, listing, part)
      defer { statement.reset() }
      while try statement.step() {
        guard let photo = PhotoJSON.stored(statement.text(0)) else { continue }
        let found = photo.renditions.map(\.url).filter {
          $0.host == host && $0.port == address.port && $0.path == address.path
        }
        if found.contains(where: { $0.query(percentEncoded: false) == query }) { return photo }
        if !found.isEmpty { alike.append(photo) }
      }
    }
    return Set(alike.map(\.id)).count == 1 ? alike.first : nil
  }

  /// The token of the search or favorites that the last listing shows
  package func listingToken() throws(StorageError) -> String? { try lastListing()?.token }

  /// This terminal's listing, else the newest one
  func lastListing() throws(StorageError) -> (number: Int, token: String)? {
    try connection.query(
      "SELECT number, token FROM listings ORDER BY terminal IS ? DESC, turn DESC LIMIT 1",
      SQLValue(terminal)
    ).first { ($0.integer(0), $0.text(1) ?? "") }
  }

  private func firstPhoto(in statement: Statement) throws(StorageError) -> Photo? {
    defer { statement.reset() }
    while try statement.step() {
      if let photo = PhotoJSON.stored(statement.text(0)) { return photo }
    }
    return nil
  }
}

extension PhotoDatabase {
  /// This terminal's listing of a search, now the newest of all; a new listing if it showed another
  /// search
  ///
  /// - Parameter start: the number of the first photo to be added; earlier ones are copied from
  ///   another terminal's listing of the same search
  private func listing(of token: String, before start: Int) throws(StorageError) -> Int {
    let terminal = SQLValue.text(terminal ?? "")
    try connection.run(
      """
      UPDATE listings SET turn = (SELECT max(turn) + 1 FROM listings)
      WHERE terminal = ? AND token = ?
      """, terminal, .text(token))
    let isNew = connection.changes == 0
    if isNew {
      try connection.run("DELETE FROM listings WHERE terminal = ?", terminal)
      try connection.run(
        """
        INSERT INTO listings (terminal, token, turn)
          SELECT ?, ?, coalesce(max(turn), 0) + 1 FROM listings
        """, terminal, .text(token))
    }
    let newest = try connection.query("SELECT number FROM listings ORDER BY turn DESC LIMIT 1")
    let number = try newest.first { $0.integer(0) } ?? 0
    guard isNew else { return number }
    if start > 1 {
      try connection.run(
        """
        INSERT INTO listed_photos
          SELECT ?1, number, id, page, json FROM listed_photos WHERE number < ?2 AND listing =
            (SELECT number FROM listings WHERE token = ?3 AND number != ?1
             ORDER BY turn DESC LIMIT 1)
        """, .integer(number), .integer(start), .text(token))
    }
    try forgetOldListings()
    return number
  }

  private func forgetOldListings() throws(StorageError) {
    let listings = try connection.query(
      """
      SELECT number, (SELECT count(*) FROM listed_photos WHERE listing = listings.number)
      FROM listings ORDER BY turn DESC
      """
    ).all { (number: $0.integer(0), photos: $0.integer(1)) }
    var photos = 0
    for (place, listing) in listings.enumerated().dropFirst() {
      photos += listing.photos
      if place >= Self.maxTerminals {
        try connection.run("DELETE FROM listings WHERE number = ?", .integer(listing.number))
      } else if listing.photos > 0, place >= Self.maxListings || photos > Self.maxOlderPhotos {
        try connection.run("DELETE FROM listed_photos WHERE listing = ?", .integer(listing.number))
      }
    }
  }
}
