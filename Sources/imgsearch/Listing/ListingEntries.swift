import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Terminal

/// The rows of a listing, one after another: each photo's number, whether it is a favorite, what it
/// looks like, and the pictures that may be shown of it
struct ListingEntries {
  private var store: ListingStore
  private let leadsToPictures: Bool
  private var addresses: PrivateAddressFilter
  private var smaller: SmallerPictures?
  /// The number of the last photo
  private(set) var number: Int

  /// - Parameters:
  ///   - store: what is known of photos, and where the listing is kept
  ///   - number: of the photo before the first
  init(
    _ options: ListingOptions, _ store: ListingStore, _ addresses: PrivateAddressFilter,
    after number: Int = 0
  ) {
    (self.store, self.addresses, self.number) = (store, addresses, number)
    leadsToPictures = options.format.leadsToPictures
    smaller = options.smallerPictures
  }

  /// The row of the next photo
  ///
  /// - Parameters:
  ///   - kept: the photo as the number is to stand for it; nil where numbers are not kept
  ///   - isFavorite: nil where that has to be looked up
  /// - Throws: a failure for settings that can't be used.
  mutating func next(
    _ photo: Photo, kept: Photo?, isFavorite: Bool? = nil
  ) throws -> ListingEntry {
    number += 1
    if let kept { store.take(kept, number: number) }
    let shown = leadsToPictures ? try addresses.shown(photo) : photo
    smaller?.take(shown)
    return ListingEntry(
      number: number, photo: shown, isFavorite: isFavorite ?? store.isFavorite(photo),
      looksLike: store.original(of: photo, number: number))
  }

  /// What is said of pictures that were left out, or are named in a small size
  var notices: [String] { [addresses.notice, smaller?.line].compactMap(\.self) }

  /// Writes what was held back, and what `more` continues
  mutating func finish(_ search: LastSearch? = nil, history: SearchRecord? = nil) {
    store.finish(search, history: history)
  }
}

extension ListingStore {
  /// The store of a listing that this terminal shows
  ///
  /// - Parameter trouble: what is said before the reason when nothing can be kept
  init(
    _ console: Console, token: String? = nil, from start: Int = 1, marks: ListLookAlikes?,
    trouble: String = "going on without favorites and history"
  ) {
    self.init(
      at: console.folders.database, for: console.terminal, token: token, from: start,
      marks: marks ?? ListLookAlikes()
    ) { error in
      console.note("imgsearch: \(trouble): \(ErrorText.line(error))")
    }
  }
}
