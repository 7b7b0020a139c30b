package import Foundation
package import PhotoSearch
package import Pictures

/// Keeps what a listing shows while it is printed, so that its numbers mean something afterwards
///
/// A listing does not depend on it: a failure to store is reported once, and the photos still come.
package struct ListingStore {
  /// Photos that are held back until they are written together
  private static let batch = 500

  private let file: URL
  private let terminal: String?
  private let patience: Duration
  private let report: (any Error) -> Void
  private let token: String
  private let marks: ListLookAlikes
  private var database: PhotoDatabase?
  private var hasFavorites = false
  private var hasHashes = false
  private var isOff = false
  private var waiting: [Photo] = []
  private var first = 1

  /// - Parameters:
  ///   - file: the database
  ///   - terminal: whose last listing it becomes
  ///   - token: of the search that this one continues, or of a list of favorites
  ///   - start: the number of the first photo; those before it are in the last listing
  ///   - marks: what looks alike in it
  ///   - patience: how long another program that has the database is waited for
  ///   - report: told once why nothing can be kept
  package init(
    at file: URL, for terminal: String?, token: String? = nil, from start: Int = 1,
    marks: ListLookAlikes = ListLookAlikes(), patience: Duration = .seconds(2),
    report: @escaping (any Error) -> Void
  ) {
    self.patience = patience
    (self.file, self.terminal, self.report) = (file, terminal, report)
    self.token = token ?? UUID().uuidString
    self.marks = marks
    attempt { store in
      store.database = try PhotoDatabase.reading(
        at: store.file, for: store.terminal, patience: store.patience)
      store.hasFavorites = try store.database?.favoriteCount ?? 0 > 0
      store.hasHashes = try store.database?.hasHashes ?? false
      guard store.hasHashes, start > 1 else { return }
      for (number, hash) in try store.database?.listedHashes(1..<start) ?? [] {
        marks.take(number, hash)
      }
    }
  }

  /// The earlier photo of the list that one looks like, by pictures that are known
  package mutating func original(of photo: Photo, number: Int) -> ListedPhoto? {
    if hasHashes, number <= LookAlikes.maxNumber {
      attempt { store in
        if let hash = try store.database?.hash(of: photo.id) { store.marks.take(number, hash) }
      }
    }
    return marks.original(of: number)
  }

  /// Whether a photo is to have a heart
  package mutating func isFavorite(_ photo: Photo) -> Bool {
    guard hasFavorites else { return false }
    var isFavorite = false
    attempt { store in isFavorite = try store.database?.isFavorite(photo) ?? false }
    return isFavorite
  }

  /// Takes the photo that has just got that number
  package mutating func take(_ photo: Photo, number: Int) {
    guard !isOff, number <= PhotoDatabase.maxListedPhotos else { return }
    if waiting.isEmpty { first = number }
    waiting.append(photo)
    if waiting.count >= Self.batch { write() }
  }

  /// Writes what was held back, and what `more` continues
  package mutating func finish(_ search: LastSearch? = nil, history: SearchRecord? = nil) {
    write()
    guard search != nil || history != nil else { return }
    attempt { store in
      let database = try store.writable()
      if let search { try database.keep(search, token: store.token) }
      if let history {
        try database.remember(
          history, photos: search?.shown ?? 0, count: search?.manner.count, at: Date())
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

  private var isWritable = false

  /// Opened to be written to when there is something to write
  private mutating func writable() throws -> PhotoDatabase {
    if isWritable, let database { return database }
    let database = try PhotoDatabase.writing(at: file, for: terminal, patience: patience)
    (self.database, isWritable) = (database, true)
    return database
  }

  private mutating func attempt(_ body: (inout ListingStore) throws -> Void) {
    guard !isOff else { return }
    do {
      try body(&self)
    } catch {
      isOff = true
      hasFavorites = false
      hasHashes = false
      report(error)
    }
  }
}

/// What the last listing is of, by its token
package enum ListingSubject {
  /// A search for these words, or a list of today's photos
  case search(String?)
  case favorites(collection: String?)
  /// A search that was forgotten since
  case unknown

  private static let favorites = "favorites"

  /// - Throws: what reading throws.
  package init(of database: PhotoDatabase) throws(StorageError) {
    let token = try database.listingToken() ?? ""
    let parts = token.parts(at: "/", maxSplits: 2)
    if parts.count == 3, parts[0] == Self.favorites {
      self = .favorites(collection: parts[2].isEmpty ? nil : String(parts[2]))
    } else if let last = try database.lastSearch(), last.token == token, let search = last.search {
      self = .search(search.search.plan.query.words)
    } else {
      self = .unknown
    }
  }

  /// The token of a new list of favorites
  package static func token(ofFavorites collection: CollectionName?) -> String {
    "\(favorites)/\(UUID().uuidString)/\(collection?.text ?? "")"
  }

  package var isSearch: Bool { if case .favorites = self { false } else { true } }
}
