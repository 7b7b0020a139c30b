/// A named step from one shape of the database to the next; never changed once released
struct Migration: Sendable {
  let name: StaticString
  let statements: [StaticString]

  /// In their order; each ends with its number as the `user_version`
  static let all = [
    Migration(
      name: "favorites",
      statements: [
        """
        CREATE TABLE favorites (
          id INTEGER PRIMARY KEY, photo TEXT NOT NULL UNIQUE, added REAL NOT NULL,
          record TEXT NOT NULL)
        """,
        """
        CREATE TABLE favorite_names (
          name TEXT PRIMARY KEY,
          favorite INTEGER NOT NULL REFERENCES favorites (id) ON DELETE CASCADE) WITHOUT ROWID
        """,
        "CREATE INDEX favorite_of_name ON favorite_names (favorite)",
        "PRAGMA user_version = 1",
      ]),
    Migration(
      name: "history",
      statements: [
        """
        CREATE TABLE history (
          id INTEGER PRIMARY KEY, words TEXT NOT NULL, options TEXT NOT NULL,
          searched REAL NOT NULL, photos INTEGER NOT NULL, UNIQUE (words, options))
        """,
        "PRAGMA user_version = 2",
      ]),
    Migration(
      name: "last listing",
      statements: [
        "CREATE TABLE listing (id INTEGER PRIMARY KEY, token TEXT NOT NULL)",
        "CREATE TABLE listing_photos (number INTEGER PRIMARY KEY, record TEXT NOT NULL)",
        """
        CREATE TABLE last_search (
          id INTEGER PRIMARY KEY, token TEXT NOT NULL, cursor TEXT, words TEXT NOT NULL,
          options TEXT NOT NULL, shown INTEGER NOT NULL)
        """,
        "PRAGMA user_version = 3",
      ]),
    Migration(
      name: "ids of the last listing",
      statements: [
        "ALTER TABLE listing_photos ADD COLUMN photo TEXT NOT NULL DEFAULT ''",
        // A record begins with its id.
        """
        UPDATE listing_photos
        SET photo = substr(record, 8, max(0, instr(substr(record, 8), '"') - 1))
        """,
        "CREATE INDEX listed_photo ON listing_photos (photo)",
        "PRAGMA user_version = 4",
      ]),
  ]
}

extension Connection {
  /// Brings the database to the shape that this program knows
  ///
  /// - Throws: ``StorageError/Reason/laterVersion`` when it is past that.
  func migrate(by migrations: [Migration] = Migration.all) throws(StorageError) {
    guard try version < migrations.count else { return try refuseLater(than: migrations.count) }
    try refuseForeign()
    try run("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) WITHOUT ROWID")
    for (index, migration) in migrations.enumerated() {
      try transaction { () throws(StorageError) in
        // Another program may have done it in the meantime.
        guard try version == index else { return try refuseLater(than: migrations.count) }
        for statement in migration.statements { try run(statement) }
        try run("INSERT INTO migrations VALUES (?)", .text("\(migration.name)"))
      }
    }
  }

  /// - Throws: when the database is of a later version.
  func refuseLater(than known: Int = Migration.all.count) throws(StorageError) {
    guard try version <= known else { throw StorageError(.laterVersion, path: path) }
  }

  /// - Throws: when there are tables in it, and none of our migrations was done.
  func refuseForeign() throws(StorageError) {
    // One statement: another program may be at the first migration just now.
    let statement = try query(
      """
      SELECT 1 FROM sqlite_master, pragma_user_version
      WHERE user_version = 0 AND type = 'table' AND name != 'migrations' LIMIT 1
      """)
    defer { statement.reset() }
    if try statement.step() { throw StorageError(.damaged, path: path) }
  }

  /// How many migrations were done
  var version: Int {
    get throws(StorageError) {
      let statement = try query("PRAGMA user_version")
      defer { statement.reset() }
      return try statement.step() ? statement.integer(0) : 0
    }
  }
}
