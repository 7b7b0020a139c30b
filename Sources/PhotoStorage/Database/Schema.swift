/// The tables of the database
///
/// A photo is stored as the JSON line of `PhotoJSON`; values to look photos up by have columns of
/// their own.
enum Schema {
  /// The `user_version` of a database with these tables
  ///
  /// Lower numbers are from before the first release. A change of the tables needs the next number,
  /// and statements that migrate from this version.
  static let version = 8
  /// The oldest version that is migrated: that of imgsearch 0.2.0
  static let oldest = 7

  /// Creates all tables in an empty database
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
    ] + ofCursorsAndHashes + ["PRAGMA user_version = 8"]

  /// Migrates version 7 to 8
  ///
  /// imgsearch 0.2.0 can still write to the database if it has it open during the migration.
  static let migration: [StaticString] =
    ofCursorsAndHashes + [
      "ALTER TABLE history ADD COLUMN count INTEGER", "PRAGMA user_version = 8",
    ]

  /// Tables that the earliest databases of version 7 lack
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
}

extension Connection {
  /// Creates the tables in an empty database, and migrates those of an earlier version
  ///
  /// - Throws: for a database of any other version, or of another program.
  func makeTables(
    by statements: [StaticString] = Schema.statements,
    migratingBy migration: [StaticString] = Schema.migration
  ) throws(StorageError) {
    let before = try version
    guard before != Schema.version else { return }
    if before == 0 { try refuseForeign() }
    // Empty tables may be lost in a power cut.
    try quickTransaction { () throws(StorageError) in
      // Another program may have created or migrated them in the meantime.
      switch try version {
      case 0: for statement in statements { try run(statement) }
      case Schema.oldest: for statement in migration { try run(statement) }
      default: try refuseOtherVersions()
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
