package import Foundation
package import PhotoSearch
package import Pictures
import Platform

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
  private let marks: LookAlikes
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
  ///   - marks: look-alikes of the listing
  ///   - patience: how long to wait for another program that is using the database
  ///   - report: called once with the reason if nothing can be stored
  package init(
    at file: URL, for terminal: String?, token: String? = nil, from start: Int = 1,
    marks: LookAlikes = LookAlikes(), patience: Duration = .seconds(2),
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
      for (number, looks) in try store.database?.listedHashes(1..<start) ?? [] {
        marks.take(number, looks)
      }
    }
  }

  /// The earlier photo of the list that a photo looks like, as far as pictures are known
  package mutating func original(of photo: Photo, number: Int) -> ListedPhoto? {
    if hasHashes, number <= LookAlikes.maxNumber,
      let looks = attempt({ try $0.database?.hash(of: photo.id) }) ?? nil
    {
      marks.take(number, looks)
    }
    return marks.original(of: number)
  }

  /// Whether to mark a photo as a favorite
  package mutating func isFavorite(_ photo: Photo) -> Bool {
    guard hasFavorites else { return false }
    return attempt { try $0.database?.isFavorite(photo) ?? false } ?? false
  }

  /// Stores the photo that was just given this number, together with others: those before it, whose
  /// rows are out by now
  package mutating func take(_ photo: Photo, number: Int) {
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
    do {
      return try body(&self)
    } catch {
      isOff = true
      report(error)
      return nil
    }
  }
}

/// The subject of the last listing, from its token
package enum ListingSubject {
  /// A search for these words; nil for a list of today's photos
  case search(String?)
  case favorites(collection: String?)
  /// A search that is no longer in the history
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

  /// The words after `the last list`: ` is of favorites`
  package var words: String {
    switch self {
    case .search(let words?): " is of the search for “\(words)”"
    case .search(nil): " is of today's photos"
    case .favorites(let collection?): " is of favorites, those in “\(collection)”"
    case .favorites(nil): " is of favorites"
    case .unknown: ""
    }
  }

  package var isSearch: Bool { if case .favorites = self { false } else { true } }
}
