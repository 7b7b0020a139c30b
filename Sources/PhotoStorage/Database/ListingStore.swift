package import Foundation
package import PhotoSearch
package import Pictures

/// Stores the photos of a listing while it is printed, so that their numbers can be used later
///
/// The listing doesn't depend on it: a failure to store is reported once, and photos still come.
package struct ListingStore {
  /// Photos to collect before they are written together
  private static let batch = 500

  private let file: URL
  private let terminal: String?
  private let patience: Duration
  private let report: (any Error) -> Void
  private let token: String
  /// Look-alikes of the listing; nil while none of its pictures are known
  package private(set) var marks: LookAlikes?
  private var database: PhotoDatabase?
  private var hasFavorites = false
  private var hasHashes = false
  private var isOff = false
  private var waiting: [Photo] = []
  private var first = 1

  /// - Parameters:
  ///   - file: the database
  ///   - terminal: the terminal whose last listing it becomes
  ///   - token: identifies the search that is continued, or a list of favorites; nil for a new
  ///     search
  ///   - start: the number of the first photo; earlier ones are in the last listing
  ///   - marks: look-alikes of the listing; nil if none of its pictures are fetched now
  ///   - patience: how long to wait for another program that is using the database
  ///   - report: called once with the reason if nothing can be stored
  package init(
    at file: URL, for terminal: String?, token: String? = nil, from start: Int = 1,
    marks: LookAlikes? = nil, patience: Duration = .seconds(2),
    report: @escaping (any Error) -> Void
  ) {
    self.patience = patience
    self.file = file
    self.terminal = terminal
    self.report = report
    self.token = token ?? UUID().uuidString
    self.marks = marks
    attempt { store in
      store.database = try PhotoDatabase.reading(
        at: store.file, for: store.terminal, patience: store.patience)
      store.hasFavorites = try store.database?.favoriteCount() ?? 0 > 0
      store.hasHashes = try store.database?.hasHashes() ?? false
      guard store.hasHashes else { return }
      let marks = marks ?? LookAlikes()
      store.marks = marks
      guard start > 1 else { return }
      for (number, fingerprint) in try store.database?.listedHashes(1..<start) ?? [] {
        marks.add(number, fingerprint)
      }
    }
  }

  /// The earlier photo of the list that a photo looks like, as far as pictures are known
  package mutating func lookAlike(of photo: Photo, number: Int) -> ListedPhoto? {
    if hasHashes, number <= LookAlikes.maxNumber,
      let fingerprint = attempt({ try $0.database?.hash(of: photo.id) }) ?? nil
    {
      marks?.add(number, fingerprint)
    }
    return marks?.lookAlike(of: number)
  }

  /// Whether to mark a photo as a favorite
  package mutating func isFavorite(_ photo: Photo) -> Bool {
    guard hasFavorites else { return false }
    return attempt { try $0.database?.isFavorite(photo) ?? false } ?? false
  }

  /// Stores the photo that was just given this number, together with others: those before it, whose
  /// rows are out by now
  package mutating func add(_ photo: Photo, number: Int) {
    guard !isOff, number <= PhotoDatabase.maxListedPhotos else { return }
    if waiting.count >= Self.batch { write() }
    if waiting.isEmpty { first = number }
    waiting.append(photo)
  }

  /// Writes the photos collected so far, and the search for `more` to continue
  package mutating func finish(_ search: LastSearch? = nil, history: SearchRecord? = nil) {
    write()
    guard search != nil || history != nil else { return }
    attempt { store in
      let database = try store.writable()
      if let search { try database.save(search, token: store.token) }
      if let history {
        try database.remember(
          history, photos: search?.shown ?? 0, count: search?.settings.count, at: Date())
      }
    }
  }

  private mutating func write() {
    guard !waiting.isEmpty else { return }
    attempt { store in
      let database = try store.writable()
      try database.keepListing(store.waiting, from: store.first, token: store.token)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// The database, opened for writing only when there is something to write
  private mutating func writable() throws -> PhotoDatabase {
    if let database, database.isWriting { return database }
    let database = try PhotoDatabase.writing(at: file, for: terminal, patience: patience)
    self.database = database
    return database
  }

  /// The result of a body; nil after its failure or an earlier one
  @discardableResult
  private mutating func attempt<Value>(_ body: (inout ListingStore) throws -> Value) -> Value? {
    guard !isOff else { return nil }
    do { return try body(&self) } catch {
      isOff = true
      report(error)
      return nil
    }
  }
}

/// Each terminal has a last listing and a last search. A terminal without them, and a program
/// outside a terminal, use the newest of any terminal
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
  package func keepListing(_ photos: [Photo], from start: Int, token: String) throws(StorageError) {
    let lines = photos.map { PhotoJSON.complete($0) }
    try connection.quickTransaction { () throws(StorageError) in
      let listing = try listing(of: token, before: start)
      for (index, photo) in photos.enumerated() where start + index <= Self.maxListedPhotos {
        try connection.run(
          "INSERT OR REPLACE INTO listed_photos VALUES (?, ?, ?, ?, ?)", listing, start + index,
          photo.id.description, photo.pageURL.absoluteString, lines[index])
      }
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
      """, listing, Self.maxListedPhotos
    ).first { $0.integer(0)...$0.integer(1) }
  }

  /// The photos of the last listing with these numbers, in order; missing ones are skipped
  package func listedPhotos(_ numbers: ClosedRange<Int>) throws(StorageError) -> [Int: Photo] {
    guard let listing = try lastListing()?.number else { return [:] }
    let photos = try connection.query(
      "SELECT number, json FROM listed_photos WHERE listing = ? AND number BETWEEN ? AND ?",
      listing, numbers.lowerBound, numbers.upperBound
    ).all { ($0.integer(0), PhotoJSON.stored($0.text(1))) }
    return Dictionary(uniqueKeysWithValues: photos).compactMapValues(\.self)
  }

  /// The photo with this id in the last listing, else in the newest listing that has it
  package func listedPhoto(_ id: PhotoID) throws(StorageError) -> Photo? {
    try connection.query(
      """
      SELECT json FROM listed_photos JOIN listings ON listings.number = listing WHERE id = ?
      ORDER BY terminal IS ? DESC, turn DESC
      """, id.description, terminal
    ).first { PhotoJSON.stored($0.text(0)) }
  }

  /// The photo with this page: from this terminal's listing, then other listings, then the
  /// favorites
  package func photo(ofPage page: URL) throws(StorageError) -> Photo? {
    try connection.query(
      """
      SELECT json, terminal IS ?1 AS own, turn FROM listed_photos
        JOIN listings ON listings.number = listing WHERE page = ?2
      UNION ALL SELECT json, 0, 0 FROM favorites WHERE page = ?2
      ORDER BY own DESC, turn DESC
      """, terminal, page.absoluteString
    ).first { PhotoJSON.stored($0.text(0)) }
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
    let part = "//" + host + port + path
    var alike: [Photo] = []
    let listings = try connection.query(
      "SELECT number FROM listings ORDER BY terminal IS ? DESC, turn DESC", terminal
    ).all { $0.integer(0) }
    for listing in listings + [nil] {
      let found = try connection.query(
        """
        SELECT json FROM listed_photos WHERE listing = ?1 AND instr(json, ?2)
        UNION ALL SELECT json FROM favorites WHERE ?1 IS NULL AND instr(json, ?2)
        """, listing, part
      ).first { row -> Photo? in
        guard let photo = PhotoJSON.stored(row.text(0)) else { return nil }
        let pictures = photo.renditions.map(\.url).filter {
          $0.host == host && $0.port == address.port && $0.path == address.path
        }
        if !pictures.isEmpty { alike.append(photo) }
        return pictures.contains { $0.query(percentEncoded: false) == query } ? photo : nil
      }
      if let found { return found }
    }
    return Set(alike.map(\.id)).count == 1 ? alike.first : nil
  }

  /// The token of the search or favorites that the last listing shows
  package func listingToken() throws(StorageError) -> String? { try lastListing()?.token }

  /// This terminal's listing, else the newest one
  func lastListing() throws(StorageError) -> (number: Int, token: String)? {
    try connection.query(
      "SELECT number, token FROM listings ORDER BY terminal IS ? DESC, turn DESC LIMIT 1", terminal
    ).first { ($0.integer(0), $0.text(1) ?? "") }
  }

  /// This terminal's listing of a search, now the newest of all; a new listing if it showed another
  /// search
  ///
  /// - Parameter start: the number of the first photo to be added; earlier ones are copied from
  ///   another terminal's listing of the same search
  private func listing(of token: String, before start: Int) throws(StorageError) -> Int {
    let terminal = terminal ?? ""
    try connection.run(
      """
      UPDATE listings SET turn = (SELECT max(turn) + 1 FROM listings)
      WHERE terminal = ? AND token = ?
      """, terminal, token)
    let isNew = connection.changes == 0
    if isNew {
      try connection.run("DELETE FROM listings WHERE terminal = ?", terminal)
      try connection.run(
        """
        INSERT INTO listings (terminal, token, turn)
          SELECT ?, ?, coalesce(max(turn), 0) + 1 FROM listings
        """, terminal, token)
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
        """, number, start, token)
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
    for (index, listing) in listings.enumerated().dropFirst() {
      photos += listing.photos
      if index >= Self.maxTerminals {
        try connection.run("DELETE FROM listings WHERE number = ?", listing.number)
      } else if listing.photos > 0, index >= Self.maxListings || photos > Self.maxOlderPhotos {
        try connection.run("DELETE FROM listed_photos WHERE listing = ?", listing.number)
      }
    }
  }
}
