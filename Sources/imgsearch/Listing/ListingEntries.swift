import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Platform
import Terminal

/// Makes the rows of a listing, one after another: each photo's number, whether it is a favorite,
/// its look-alike, and the pictures that may be shown
struct ListingEntries {
  private var store: ListingStore
  private let leadsToPictures: Bool
  private var addresses: PrivateAddressFilter
  private var smaller: SmallerPictures?
  /// The number before the first photo's
  let start: Int
  /// The number of the last photo
  private(set) var number: Int

  /// - Parameter store: knows favorites and look-alikes, and stores the listing
  init(
    _ options: ListingOptions, _ store: ListingStore, _ addresses: PrivateAddressFilter,
    after start: Int = 0
  ) {
    self.store = store
    self.addresses = addresses
    self.start = start
    number = start
    leadsToPictures = options.format.has(.pictures)
    smaller = options.smallerPictures
  }

  /// The row of the next photo
  ///
  /// - Parameters:
  ///   - kept: the photo to store under the number; nil if numbers aren't stored
  ///   - isFavorite: nil to look it up
  /// - Throws: a failure if the settings can't be used.
  mutating func next(_ photo: Photo, kept: Photo?, isFavorite: Bool? = nil) throws -> ListingEntry {
    number += 1
    if let kept { store.add(kept, number: number) }
    let shown = leadsToPictures ? try addresses.shown(photo) : photo
    smaller?.add(shown)
    let isFavorite = isFavorite ?? store.isFavorite(photo)
    var entry = ListingEntry(number: number, photo: shown, isFavorite: isFavorite)
    entry.lookAlike = store.lookAlike(of: photo, number: number)
    return entry
  }

  /// The look-alike of the first photo that has one, by the pictures known so far
  var firstLookAlike: ListedPhoto? {
    (start..<number).lazy.compactMap { store.marks?.lookAlike(of: $0 + 1) }.first
  }

  /// Notices about pictures that were left out, or printed in a smaller size
  var notices: [String] { [addresses.notice, smaller?.line].compactMap(\.self) }

  /// Writes the rest, and the search for `more` to continue
  mutating func finish(_ search: LastSearch? = nil, history: SearchRecord? = nil) {
    store.finish(search, history: history)
  }
}

extension ListingStore {
  /// A store for a listing that this terminal shows
  ///
  /// - Parameter trouble: the words before the reason if nothing can be stored
  init(
    _ console: Console, token: String? = nil, from start: Int = 1, marks: LookAlikes?,
    trouble: String = "going on without favorites and history"
  ) {
    self.init(
      at: console.folders.database, for: console.terminal, token: token, from: start, marks: marks
    ) { error in console.note("imgsearch: \(trouble): \(ErrorText.line(error))") }
  }
}

extension PrivateAddressFilter {
  /// A filter that knows the services' addresses from the settings, for output without a session
  init(_ console: Console) {
    self.init {
      let settings = try Settings(environment: console.environment, note: { _ in })
      let source = AnswerSource.services(keys: settings.keys)
      return source.apiOrigins(of: try settings.providers) ?? [:]
    }
  }
}
