package import Foundation
package import PhotoSearch

extension PhotoDatabase {
  /// Photos that have a number: more are shown, and not kept
  package static let mostListed = 10_000

  /// Makes a listing the last one, or adds to it if nobody has made another since
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
        if try listingToken() != token {
          try connection.run("DELETE FROM listing_photos")
          try connection.run("INSERT OR REPLACE INTO listing VALUES (1, ?)", .text(token))
        }
        for (index, photo) in photos.enumerated() where start + index <= Self.mostListed {
          let row = try connection.query(
            "INSERT OR REPLACE INTO listing_photos VALUES (?, ?, ?, ?)",
            .integer(start + index), .text(photo.id.description), .text(photo.page.absoluteString),
            .text(lines[index]))
          while try row.step() {}
        }
      }
    }
  }

  /// What `more` continues
  package func keep(_ search: LastSearch, token: String) throws(StorageError) {
    let words = search.search.plan.query.words ?? ""
    let text = try text(of: KeptSearch(search: search.search, manner: search.manner))
    try connection.unhurried { () throws(StorageError) in
      try connection.run(
        "INSERT OR REPLACE INTO last_search VALUES (1, ?, ?, ?, ?, ?)",
        .text(token), SQLValue(search.cursor), .text(words), .text(text), .integer(search.shown))
    }
  }

  /// The last search and the token of its listing; nil before the first search
  ///
  /// The search is nil when it can't be continued: another version wrote it, or it was damaged since.
  package func lastSearch() throws(StorageError) -> (search: LastSearch?, token: String)? {
    let statement = try connection.query("SELECT token, cursor, plan, shown FROM last_search")
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
    let statement = try connection.query(
      "SELECT min(number), max(number), count(*) FROM listing_photos WHERE number BETWEEN 1 AND ?",
      .integer(Self.mostListed))
    defer { statement.reset() }
    guard try statement.step(), statement.integer(2) > 0 else { return nil }
    return statement.integer(0)...statement.integer(1)
  }

  /// The photo with that number in the last listing
  package func listedPhoto(_ number: Int) throws(StorageError) -> Photo? {
    let statement = try connection.query(
      "SELECT json FROM listing_photos WHERE number = ?", .integer(number))
    defer { statement.reset() }
    return try statement.step() ? PhotoJSON.kept(statement.text(0)) : nil
  }

  /// The photo of that id in the last listing
  package func listedPhoto(_ id: PhotoID) throws(StorageError) -> Photo? {
    let statement = try connection.query(
      "SELECT json FROM listing_photos WHERE id = ?", .text(id.description))
    defer { statement.reset() }
    return try statement.step() ? PhotoJSON.kept(statement.text(0)) : nil
  }

  /// The photo with that page in the last listing, or among the favorites
  package func photo(ofPage page: URL) throws(StorageError) -> Photo? {
    for query in [
      "SELECT json FROM listing_photos WHERE page = ?", "SELECT json FROM favorites WHERE page = ?",
    ] as [StaticString] {
      let statement = try connection.query(query, .text(page.absoluteString))
      defer { statement.reset() }
      while try statement.step() {
        if let photo = PhotoJSON.kept(statement.text(0)) { return photo }
      }
    }
    return nil
  }

  /// The photo with a picture at that address, in the last listing or among the favorites; where
  /// only one has the rest of the address, its query part may differ, which often tells a size
  package func photo(ofPicture address: URL) throws(StorageError) -> Photo? {
    guard let host = address.host, address.path.utf8.count > 1 else { return nil }
    let port = address.port.map { ":\($0)" } ?? ""
    // An apostrophe may be written as `%27`, as lists of addresses have it.
    let path = address.path(percentEncoded: true).prefix { $0 != "%" && $0 != "'" }
    let query = address.query(percentEncoded: false)
    var alike: [Photo] = []
    for statement in [
      "SELECT json FROM listing_photos WHERE instr(json, ?)",
      "SELECT json FROM favorites WHERE instr(json, ?)",
    ] as [StaticString] {
      let statement = try connection.query(statement, .text("//" + host + port + path))
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
  package func listingToken() throws(StorageError) -> String? {
    let statement = try connection.query("SELECT token FROM listing")
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : nil
  }
}
