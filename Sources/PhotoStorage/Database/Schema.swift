/// The tables of the database
///
/// A photo is kept as the line of JSON that `PhotoJSON` writes and reads; what photos are looked up
/// by stands in columns of its own.
enum Schema {
  /// The `user_version` of a database with these tables
  ///
  /// Lower numbers are from before the first release. Tables of another shape get the next number,
  /// and statements that migrate from this one.
  static let version = 8
  /// The lowest version of which databases are migrated: that of 0.2.0
  static let oldest = 7

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
        searched REAL NOT NULL, photos INTEGER NOT NULL, count INTEGER, UNIQUE (words, plan))
      """,
    ] + ofTerminals + ofCollections + ofCursorsAndHashes + ["PRAGMA user_version = 8"]

  /// What makes 8 of 7
  ///
  /// A program of 0.2.0 that has the database open meanwhile can still write to it.
  static let migration: [StaticString] =
    ofCursorsAndHashes + [
      "ALTER TABLE history ADD COLUMN count INTEGER", "PRAGMA user_version = 8",
    ]

  /// Made where they aren't there: the first databases of 7 were without them
  private static let ofCursorsAndHashes: [StaticString] = [
    """
    CREATE TABLE IF NOT EXISTS cursors (
      number INTEGER PRIMARY KEY, handle TEXT NOT NULL UNIQUE, words TEXT NOT NULL,
      token TEXT NOT NULL)
    """,
    """
    CREATE TABLE IF NOT EXISTS hashes (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, address TEXT NOT NULL,
      width INTEGER NOT NULL, height INTEGER NOT NULL, hash BLOB NOT NULL)
    """,
  ]

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
}

extension Connection {
  /// Makes the tables in an empty database, and migrates those of an earlier version
  ///
  /// - Throws: for a database of another version, or of another program.
  func makeTables(
    by statements: [StaticString] = Schema.statements,
    migratingBy migration: [StaticString] = Schema.migration
  ) throws(StorageError) {
    let before = try version
    guard before != Schema.version else { return }
    if before == 0 { try refuseForeign() }
    try transaction { () throws(StorageError) in
      // Another program may have done it in the meantime.
      switch try version {
      case 0: for statement in statements { try run(statement) }
      case Schema.oldest: for statement in migration { try run(statement) }
      default: try refuseOtherVersions()
      }
    }
  }

  /// - Throws: when the tables are of a later version, or from before the first release.
  func refuseOtherVersions() throws(StorageError) {
    let version = try version
    if version > Schema.version { throw StorageError(.laterVersion, path: path) }
    if (1..<Schema.oldest).contains(version) { throw StorageError(.earlierVersion, path: path) }
  }

  /// - Throws: when there are tables in it that are not ours.
  func refuseForeign() throws(StorageError) {
    // One statement: another program may be making the tables just now.
    let table = try query(
      """
      SELECT 1 FROM sqlite_master, pragma_user_version
      WHERE user_version = 0 AND type = 'table' LIMIT 1
      """
    ).first { $0.integer(0) }
    if table != nil { throw StorageError(.damaged, path: path) }
  }

  /// ``Schema/version`` where there are tables of this program, ``Schema/oldest`` before they are
  /// migrated; 0 for an empty database
  var version: Int {
    get throws(StorageError) {
      try query("PRAGMA user_version").first { $0.integer(0) } ?? 0
    }
  }
}
