/// The tables of the database
///
/// A photo is stored as the JSON line of `PhotoJSON`; values to look photos up by have columns of
/// their own.
enum Schema {
  /// A step from one version of the tables to the next: the version after it, which its last
  /// statement writes into the file, and its statements
  typealias Migration = (version: Int, statements: [StaticString])

  /// The steps that make the tables, in order; an empty database takes all of them
  ///
  /// A change of the tables is one more step. imgsearch 0.2.0 began with the first: lower versions
  /// are from before the first release. A program of an earlier version that has the database open
  /// must still be able to write to it.
  static let migrations: [Migration] = [(7, firstTables), (8, cursorsAndHashes)]

  /// The `user_version` of a database with these tables
  static let version = migrations[migrations.count - 1].version
  /// The oldest version that is migrated: that of imgsearch 0.2.0
  static let oldest = migrations[0].version

  private static let firstTables: [StaticString] = [
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
    // Listings and searches, one per terminal: the newest listing has the highest turn, the newest
    // search the highest number.
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
    // A collection's key is its name in lower case.
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
    "PRAGMA user_version = 7",
  ]

  private static let cursorsAndHashes: [StaticString] = [
    // Some databases of version 7 have these two tables already.
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
    "ALTER TABLE history ADD COLUMN count INTEGER",
    "PRAGMA user_version = 8",
  ]
}

extension Connection {
  /// Creates the tables in an empty database, and migrates those of an earlier version
  ///
  /// - Throws: for a database of any other version, or of another program.
  func migrate(by migrations: [Schema.Migration] = Schema.migrations) throws(StorageError) {
    let before = try version
    guard before != Schema.version else { return }
    if before == 0 { try refuseForeign() }
    // Empty tables may be lost in a power cut.
    try quickTransaction { () throws(StorageError) in
      // Another program may have migrated them in the meantime.
      try refuseOtherVersions()
      let before = try version
      for migration in migrations where migration.version > before {
        for statement in migration.statements { try run(statement) }
      }
    }
  }

  /// - Throws: if the tables are of a later version, or from before the first release.
  func refuseOtherVersions() throws(StorageError) {
    let version = try version
    if version > Schema.version { throw StorageError(.laterVersion, path: path) }
    if (1..<Schema.oldest).contains(version) { throw StorageError(.earlierVersion, path: path) }
  }

  /// - Throws: if the database has another program's tables.
  func refuseForeign() throws(StorageError) {
    // One statement, because another program may be creating our tables right now.
    let table = try query(
      """
      SELECT 1 FROM sqlite_master, pragma_user_version
      WHERE user_version = 0 AND type = 'table' LIMIT 1
      """
    ).first { $0.integer(0) }
    if table != nil { throw StorageError(.damaged, path: path) }
  }

  /// ``Schema/version``, or ``Schema/oldest`` if the tables aren't migrated yet; 0 for an empty
  /// database
  var version: Int {
    get throws(StorageError) { try query("PRAGMA user_version").first { $0.integer(0) } ?? 0 }
  }
}
