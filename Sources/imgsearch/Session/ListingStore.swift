import Foundation
import PhotoSearch
import PhotoStorage
import Pictures
import Terminal

/// Keeps what a listing shows while it is printed, so that its numbers mean something afterwards
///
/// A listing does not depend on it: a failure to store is reported once, and the photos still come.
struct ListingStore {
  /// Photos that are held back until they are written together
  private static let batch = 500
  /// How long another program that has the database is waited for
  private static let patience = Duration.seconds(2)

  private let file: URL
  private let terminal: String?
  private let note: (String) -> Void
  private let token: String
  private let trouble: String
  private let marks: ListLookAlikes
  private var database: PhotoDatabase?
  private var hasFavorites = false
  private var hasHashes = false
  private var isOff = false
  private var waiting: [Photo] = []
  private var first = 1

  /// - Parameters:
  ///   - token: of the search that this one continues, or of a list of favorites
  ///   - start: the number of the first photo; those before it are in the last listing
  ///   - marks: what looks alike in it
  ///   - trouble: what is said before the reason when nothing can be kept
  init(
    _ console: Console, token: String? = nil, from start: Int = 1,
    marks: ListLookAlikes = ListLookAlikes(),
    trouble: String = "going on without favorites and history"
  ) {
    file = console.folders.database
    terminal = console.terminal
    note = console.note
    self.token = token ?? UUID().uuidString
    (self.marks, self.trouble) = (marks, trouble)
    attempt { store in
      store.database = try PhotoDatabase.reading(
        at: store.file, for: store.terminal, patience: Self.patience)
      store.hasFavorites = try store.database?.favoriteCount ?? 0 > 0
      store.hasHashes = try store.database?.hasHashes ?? false
      guard store.hasHashes, start > 1 else { return }
      for (number, hash) in try store.database?.listedHashes(1..<start) ?? [] {
        marks.take(number, hash)
      }
    }
  }

  /// The earlier photo of the list that one looks like, by pictures that are known
  mutating func original(of photo: Photo, number: Int) -> ListedPhoto? {
    if hasHashes, number <= LookAlikes.maxNumber {
      attempt { store in
        if let hash = try store.database?.hash(of: photo.id) { store.marks.take(number, hash) }
      }
    }
    return marks.original(of: number)
  }

  /// Whether a photo is to have a heart
  mutating func isFavorite(_ photo: Photo) -> Bool {
    guard hasFavorites else { return false }
    var isFavorite = false
    attempt { store in isFavorite = try store.database?.isFavorite(photo) ?? false }
    return isFavorite
  }

  /// Takes the photo that has just got that number
  mutating func take(_ photo: Photo, number: Int) {
    guard !isOff, number <= PhotoDatabase.maxListedPhotos else { return }
    if waiting.isEmpty { first = number }
    waiting.append(photo)
    if waiting.count >= Self.batch { write() }
  }

  /// Writes what was held back, and what `more` continues
  mutating func finish(_ search: LastSearch? = nil, history: SearchRecord? = nil) {
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
    let database = try PhotoDatabase.writing(at: file, for: terminal, patience: Self.patience)
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
      note("imgsearch: \(trouble): \(ErrorText.line(error))")
    }
  }
}

/// What the last listing is of, by its token
enum ListingSubject {
  /// A search for these words, or a list of today's photos
  case search(String?)
  case favorites(collection: String?)
  /// A search that was forgotten since
  case unknown

  private static let favorites = "favorites"

  /// - Throws: what reading throws.
  init(of database: PhotoDatabase) throws(StorageError) {
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
  static func token(ofFavorites collection: CollectionName?) -> String {
    "\(favorites)/\(UUID().uuidString)/\(collection?.text ?? "")"
  }

  var isSearch: Bool { if case .favorites = self { false } else { true } }

  /// After `the last list`
  var words: String {
    switch self {
    case .search(let words?): " is of the search for “\(words)”"
    case .search(nil): " is of today's photos"
    case .favorites(let collection?): " is of favorites, those in “\(collection)”"
    case .favorites(nil): " is of favorites"
    case .unknown: ""
    }
  }
}
