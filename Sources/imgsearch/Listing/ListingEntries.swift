import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Terminal

/// Makes the rows of a listing, one after another: each photo's number, whether it is a favorite,
/// its look-alike, and the pictures that may be shown
struct ListingEntries {
  private var store: ListingStore
  private let leadsToPictures: Bool
  private var addresses: PrivateAddressFilter
  private var smaller: SmallerPictures?
  /// The number of the last photo
  private(set) var number: Int

  /// - Parameters:
  ///   - store: knows favorites and look-alikes, and stores the listing
  ///   - number: the number before the first photo's
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
  ///   - kept: the photo to store under the number; nil if numbers aren't stored
  ///   - isFavorite: nil to look it up
  /// - Throws: a failure if the settings can't be used.
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
      at: console.folders.database, for: console.terminal, token: token, from: start,
      marks: marks ?? LookAlikes()
    ) { error in
      console.note("imgsearch: \(trouble): \(ErrorText.line(error))")
    }
  }
}

extension Photo {
  /// The photo without addresses that have expired; an imported photo is of unknown age, so its
  /// addresses stay
  var asLastSeen: Photo { fetched == nil ? self : current }
}

extension PrivateAddressFilter {
  /// A filter that knows the services' addresses from the settings, for output without a session
  init(_ console: Console) {
    self.init {
      let settings = try Settings(environment: console.environment, note: { _ in })
      return ProviderRegistry(try settings.providers).apiOrigins(keys: settings.keys)
    }
  }
}

/// Prints a listing as photos arrive, with their pictures if wanted
struct ListingPrinter {
  private var renderer: any ListingRenderer
  private let pictures: GridPictures?
  private let console: Console

  /// - Parameters:
  ///   - title: of a page without words
  ///   - pictures: a grid's pictures, which then prints the grid; nil for none
  init(
    _ options: ListingOptions, for plan: SearchPlan, title: String = "Photos of today",
    with pictures: GridPictures?, on console: Console
  ) {
    renderer = options.renderer(for: plan, title: title, on: console)
    (self.pictures, self.console) = (pictures, console)
  }

  mutating func begin() throws { try console.print(renderer.header()) }

  /// - Throws: what printing throws, `CancellationError`.
  mutating func print(_ entry: ListingEntry) async throws {
    if let pictures { return try await pictures.print(entry) }
    try printText(of: entry)
  }

  /// Prints a photo without its picture
  mutating func printText(of entry: ListingEntry) throws {
    try console.print(renderer.entry(entry))
  }

  mutating func end(_ summary: ListingSummary) async throws {
    if let pictures { return try await pictures.finish(summary) }
    try console.print(renderer.footer(summary))
  }
}
