/// The tables of the database
///
/// A photo is kept as the line of JSON that `PhotoJSON` writes and reads; what photos are looked up
/// by stands in columns of its own.
enum Schema {
  /// The `user_version` of a database with these tables
  ///
  /// 1 to 5 were those of versions from before the first release. A later shape gets the next
  /// number, and the statements that lead from this one to it.
  static let version = 7

  /// The one before, which ``migration`` leads here from
  static let earlier = 6

  /// All tables of an empty database
  static let statements: [StaticString] =
    [
      """
      CREATE TABLE favorites (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, page TEXT NOT NULL, added REAL NOT NULL,
        json TEXT NOT NULL)
      """,
      "CREATE INDEX favorite_of_page ON favorites (page)",
      """
      CREATE TABLE favorite_names (
        name TEXT PRIMARY KEY,
        favorite INTEGER NOT NULL REFERENCES favorites (number) ON DELETE CASCADE) WITHOUT ROWID
      """,
      "CREATE INDEX favorite_of_name ON favorite_names (favorite)",
      """
      CREATE TABLE history (
        id INTEGER PRIMARY KEY, words TEXT NOT NULL, plan TEXT NOT NULL,
        searched REAL NOT NULL, photos INTEGER NOT NULL, UNIQUE (words, plan))
      """,
    ] + ofTerminals + ofCollections + ["PRAGMA user_version = 7"]

  /// Listings and searches, one for each terminal: the newest listing has the highest turn, the
  /// newest search the highest number
  private static let ofTerminals: [StaticString] = [
    """
    CREATE TABLE listings (
      number INTEGER PRIMARY KEY, terminal TEXT NOT NULL UNIQUE, token TEXT NOT NULL,
      turn INTEGER NOT NULL)
    """,
    """
    CREATE TABLE listed_photos (
      listing INTEGER NOT NULL REFERENCES listings (number) ON DELETE CASCADE,
      number INTEGER NOT NULL, id TEXT NOT NULL, page TEXT NOT NULL, json TEXT NOT NULL,
      PRIMARY KEY (listing, number))
    """,
    "CREATE INDEX listed_by_id ON listed_photos (id)",
    "CREATE INDEX listed_by_page ON listed_photos (page)",
    """
    CREATE TABLE searches (
      number INTEGER PRIMARY KEY, terminal TEXT NOT NULL UNIQUE, token TEXT NOT NULL, cursor TEXT,
      words TEXT NOT NULL, plan TEXT NOT NULL, shown INTEGER NOT NULL)
    """,
  ]

  /// The key of a collection is its name without capitals
  private static let ofCollections: [StaticString] = [
    """
    CREATE TABLE collections (
      number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL)
    """,
    """
    CREATE TABLE collected (
      collection INTEGER NOT NULL REFERENCES collections (number) ON DELETE CASCADE,
      favorite INTEGER NOT NULL REFERENCES favorites (number) ON DELETE CASCADE,
      PRIMARY KEY (collection, favorite)) WITHOUT ROWID
    """,
    "CREATE INDEX collections_of_favorite ON collected (favorite)",
  ]

  /// From ``earlier``, which had one listing and one search for all terminals
  static let migration: [StaticString] =
    ofTerminals + ofCollections + [
      "INSERT INTO listings SELECT 1, '', token, 1 FROM listing LIMIT 1",
      """
      INSERT INTO listed_photos
        SELECT listings.number, listing_photos.number, id, page, json FROM listings, listing_photos
      """,
      """
      INSERT INTO searches SELECT 1, '', token, cursor, words, plan, shown FROM last_search LIMIT 1
      """,
      "DROP TABLE listing", "DROP TABLE listing_photos", "DROP TABLE last_search",
      "PRAGMA user_version = 7",
    ]

  /// What makes ``earlier`` readable where nothing can be written: its tables by today's names
  static let views: [StaticString] = [
    "PRAGMA temp_store = MEMORY",
    "CREATE TEMP VIEW listings AS SELECT 1 AS number, '' AS terminal, token, 1 AS turn FROM listing",
    """
    CREATE TEMP VIEW listed_photos AS
      SELECT 1 AS listing, number, id, page, json FROM listing_photos
    """,
    """
    CREATE TEMP VIEW searches AS
      SELECT 1 AS number, '' AS terminal, token, cursor, words, plan, shown FROM last_search
    """,
    "CREATE TEMP VIEW collections AS SELECT 0 AS number, '' AS key, '' AS name WHERE 0",
    "CREATE TEMP VIEW collected AS SELECT 0 AS collection, 0 AS favorite WHERE 0",
  ]
}

extension Connection {
  /// Makes the tables in an empty database, and brings those of the version before up to date; leaves
  /// today's
  ///
  /// - Throws: for a database of another version, or of another program.
  func makeTables(by statements: [StaticString] = Schema.statements) throws(StorageError) {
    let before = try version
    guard before != Schema.version else { return }
    if before == 0 { try refuseForeign() }
    try transaction { () throws(StorageError) in
      // Another program may have done it in the meantime.
      switch try version {
      case 0: for statement in statements { try run(statement) }
      case Schema.earlier: for statement in Schema.migration { try run(statement) }
      default: try refuseOtherVersions()
      }
    }
  }

  /// - Throws: when the tables are of a later version, or from before the first release.
  func refuseOtherVersions() throws(StorageError) {
    let version = try version
    if version > Schema.version { throw StorageError(.laterVersion, path: path) }
    if (1..<Schema.earlier).contains(version) { throw StorageError(.earlierVersion, path: path) }
  }

  /// - Throws: when there are tables in it that are not ours.
  func refuseForeign() throws(StorageError) {
    // One statement: another program may be making the tables just now.
    let statement = try query(
      """
      SELECT 1 FROM sqlite_master, pragma_user_version
      WHERE user_version = 0 AND type = 'table' LIMIT 1
      """)
    defer { statement.reset() }
    if try statement.step() { throw StorageError(.damaged, path: path) }
  }

  /// ``Schema/version`` where there are tables of this program; 0 for an empty database
  var version: Int {
    get throws(StorageError) {
      let statement = try query("PRAGMA user_version")
      defer { statement.reset() }
      return try statement.step() ? statement.integer(0) : 0
    }
  }
}
