package import Foundation
package import PhotoSearch

// A terminal has the listing that was printed in it last, and the search. Where it has none yet, and
// outside a terminal, the newest of all is meant.

extension PhotoDatabase {
  /// Photos that have a number: more are shown, and not kept
  package static let mostListed = 10_000
  /// Terminals whose photos are kept, the newest listings first
  static let mostListings = 20
  /// Photos of all listings but the newest
  static let mostListedBefore = 20_000
  /// Terminals that are known; of those past ``mostListings`` only that they had a listing, lest
  /// another's photos be taken for theirs
  static let mostTerminals = 200

  /// Makes a listing the last one of this terminal, or adds to it if that is the same
  ///
  /// One that continues another terminal's search has that one's photos before it.
  ///
  /// - Parameters:
  ///   - photos: in order, the first with the number `start`
  ///   - token: names the search, however often it is continued
  package func keepListing(
    _ photos: [Photo], from start: Int, token: String
  ) throws(StorageError) {
    let lines = photos.map { PhotoJSON.complete($0) }
    try connection.unhurried { () throws(StorageError) in
      try connection.transaction { () throws(StorageError) in
        let listing = try listing(of: token, before: start)
        for (index, photo) in photos.enumerated() where start + index <= Self.mostListed {
          let row = try connection.query(
            "INSERT OR REPLACE INTO listed_photos VALUES (?, ?, ?, ?, ?)",
            .integer(listing), .integer(start + index), .text(photo.id.description),
            .text(photo.page.absoluteString), .text(lines[index]))
          while try row.step() {}
        }
      }
    }
  }

  /// What `more` continues in this terminal
  package func keep(_ search: LastSearch, token: String) throws(StorageError) {
    let words = search.search.plan.query.words ?? ""
    let text = try text(of: KeptSearch(search: search.search, manner: search.manner))
    try connection.unhurried { () throws(StorageError) in
      try connection.transaction { () throws(StorageError) in
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
          """, .integer(Self.mostTerminals))
      }
    }
  }

  /// The last search and the token of its listing; nil before the first search
  ///
  /// The search is nil when it can't be continued: another version wrote it, or it was damaged since.
  package func lastSearch() throws(StorageError) -> (search: LastSearch?, token: String)? {
    let statement = try connection.query(
      """
      SELECT token, cursor, plan, shown FROM searches
      ORDER BY terminal IS ? DESC, number DESC LIMIT 1
      """, SQLValue(terminal))
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    // No search has shown more, and the numbers after it are to be numbers.
    let shown = min(max(statement.integer(3), 0), 1_000_000_000)
    let search = value(KeptSearch.self, in: statement.text(2)).map { kept in
      LastSearch(
        search: kept.search, manner: kept.manner, cursor: statement.text(1), shown: shown)
    }
    return (search, statement.text(0) ?? "")
  }

  /// What is kept of a search beside its place
  private struct KeptSearch: Codable {
    let search: SearchRecord
    let manner: SearchManner
  }

  /// The numbers of the last listing, none below 1 or above ``mostListed`` whatever the database
  /// says; nil when it has no photos
  package func listedNumbers() throws(StorageError) -> ClosedRange<Int>? {
    guard let listing = try lastListing()?.number else { return nil }
    let statement = try connection.query(
      """
      SELECT min(number), max(number), count(*) FROM listed_photos
      WHERE listing = ? AND number BETWEEN 1 AND ?
      """, .integer(listing), .integer(Self.mostListed))
    defer { statement.reset() }
    guard try statement.step(), statement.integer(2) > 0 else { return nil }
    return statement.integer(0)...statement.integer(1)
  }

  /// The photos with those numbers in the last listing, by number; those that it does not have are
  /// left out
  package func listedPhotos(
    _ numbers: ClosedRange<Int>
  ) throws(StorageError) -> [Int: Photo] {
    guard let listing = try lastListing()?.number else { return [:] }
    let statement = try connection.query(
      "SELECT number, json FROM listed_photos WHERE listing = ? AND number BETWEEN ? AND ?",
      .integer(listing), .integer(numbers.lowerBound), .integer(numbers.upperBound))
    defer { statement.reset() }
    var photos: [Int: Photo] = [:]
    while try statement.step() {
      photos[statement.integer(0)] = PhotoJSON.kept(statement.text(1))
    }
    return photos
  }

  /// The photo of that id in the last listing, else in the newest that has it
  package func listedPhoto(_ id: PhotoID) throws(StorageError) -> Photo? {
    let statement = try connection.query(
      """
      SELECT json FROM listed_photos JOIN listings ON listings.number = listing WHERE id = ?
      ORDER BY terminal IS ? DESC, turn DESC
      """, .text(id.description), SQLValue(terminal))
    defer { statement.reset() }
    return try firstPhoto(in: statement)
  }

  /// The photo with that page in a listing, this terminal's first, or among the favorites
  package func photo(ofPage page: URL) throws(StorageError) -> Photo? {
    let listed = try connection.query(
      """
      SELECT json FROM listed_photos JOIN listings ON listings.number = listing WHERE page = ?
      ORDER BY terminal IS ? DESC, turn DESC
      """, .text(page.absoluteString), SQLValue(terminal))
    defer { listed.reset() }
    if let photo = try firstPhoto(in: listed) { return photo }
    let favorites = try connection.query(
      "SELECT json FROM favorites WHERE page = ?", .text(page.absoluteString))
    defer { favorites.reset() }
    return try firstPhoto(in: favorites)
  }

  /// The photo with a picture at that address, in a listing, this terminal's first, or among the
  /// favorites; where only one has the rest of the address, its query part may differ, which often
  /// tells a size
  package func photo(ofPicture address: URL) throws(StorageError) -> Photo? {
    guard let host = address.host, address.path.utf8.count > 1 else { return nil }
    let port = address.port.map { ":\($0)" } ?? ""
    // An apostrophe may be written as `%27`, as lists of addresses have it.
    let path = address.path(percentEncoded: true).prefix { $0 != "%" && $0 != "'" }
    let query = address.query(percentEncoded: false)
    let part = SQLValue.text("//" + host + port + path)
    var alike: [Photo] = []
    for listing in try listingsWithPhotos() + [nil] {
      let statement =
        if let listing {
          try connection.query(
            "SELECT json FROM listed_photos WHERE listing = ? AND instr(json, ?)",
            .integer(listing), part)
        } else {
          try connection.query("SELECT json FROM favorites WHERE instr(json, ?)", part)
        }
      defer { statement.reset() }
      while try statement.step() {
        guard let photo = PhotoJSON.kept(statement.text(0)) else { continue }
        let found = photo.renditions.map(\.url).filter {
          $0.host == host && $0.port == address.port && $0.path == address.path
        }
        if found.contains(where: { $0.query(percentEncoded: false) == query }) { return photo }
        if !found.isEmpty { alike.append(photo) }
      }
    }
    return Set(alike.map(\.id)).count == 1 ? alike.first : nil
  }

  /// Names the search that the last listing is of, or the listing of favorites
  package func listingToken() throws(StorageError) -> String? { try lastListing()?.token }

  /// This terminal's listing, else the newest
  private func lastListing() throws(StorageError) -> (number: Int, token: String)? {
    let statement = try connection.query(
      "SELECT number, token FROM listings ORDER BY terminal IS ? DESC, turn DESC LIMIT 1",
      SQLValue(terminal))
    defer { statement.reset() }
    return try statement.step() ? (statement.integer(0), statement.text(1) ?? "") : nil
  }

  /// Of listings whose photos are kept, this terminal's first, then the newest
  private func listingsWithPhotos() throws(StorageError) -> [Int?] {
    let statement = try connection.query(
      """
      SELECT number FROM listings
      WHERE EXISTS (SELECT 1 FROM listed_photos WHERE listing = listings.number)
      ORDER BY terminal IS ? DESC, turn DESC
      """, SQLValue(terminal))
    defer { statement.reset() }
    var numbers: [Int?] = []
    while try statement.step() { numbers.append(statement.integer(0)) }
    return numbers
  }

  private func firstPhoto(in statement: Statement) throws(StorageError) -> Photo? {
    while try statement.step() {
      if let photo = PhotoJSON.kept(statement.text(0)) { return photo }
    }
    return nil
  }
}

extension PhotoDatabase {
  /// This terminal's listing of that search, now the newest of all; made anew if it has another
  ///
  /// - Parameter start: the first number that it is about to get; those before it are taken from
  ///   another terminal's listing of the same search
  private func listing(of token: String, before start: Int) throws(StorageError) -> Int {
    let terminal = SQLValue.text(terminal ?? "")
    try connection.run(
      """
      UPDATE listings SET turn = (SELECT max(turn) + 1 FROM listings)
      WHERE terminal = ? AND token = ?
      """, terminal, .text(token))
    guard connection.changes == 0 else { return try newestListing() }
    try connection.run("DELETE FROM listings WHERE terminal = ?", terminal)
    try connection.run(
      """
      INSERT INTO listings (terminal, token, turn)
        SELECT ?, ?, coalesce(max(turn), 0) + 1 FROM listings
      """, terminal, .text(token))
    let number = try newestListing()
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

  private func newestListing() throws(StorageError) -> Int {
    let statement = try connection.query("SELECT number FROM listings ORDER BY turn DESC LIMIT 1")
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  private func forgetOldListings() throws(StorageError) {
    let statement = try connection.query(
      """
      SELECT number, (SELECT count(*) FROM listed_photos WHERE listing = listings.number)
      FROM listings ORDER BY turn DESC
      """)
    var old: [(number: Int, photos: Int)] = []
    while try statement.step() { old.append((statement.integer(0), statement.integer(1))) }
    var photos = 0
    for (place, listing) in old.enumerated().dropFirst() {
      photos += listing.photos
      if place >= Self.mostTerminals {
        try connection.run("DELETE FROM listings WHERE number = ?", .integer(listing.number))
      } else if listing.photos > 0, place >= Self.mostListings || photos > Self.mostListedBefore {
        try connection.run("DELETE FROM listed_photos WHERE listing = ?", .integer(listing.number))
      }
    }
  }
}
