import CommandSyntax
import LocalServer
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Platform
import Terminal

/// The state that the page's calls share
struct Gallery: Sendable {
  let session: Session
  let options: GalleryOptions
  /// Photos that pages were given
  let photoCache = PhotoCache(limit: Gallery.maxNamed)
  /// Look-alikes of searches that can be continued
  let alikes = ContinuedLookAlikes()
  // Each call of the page takes one of the server's 128 connections while it runs or waits: these
  // limits leave some for the page itself.
  let searches = AsyncSemaphore(8, waiting: 16, refusal: Gallery.tooMuch)
  let downloads = AsyncSemaphore(4, waiting: 16, refusal: Gallery.tooMuch)
  /// Limits the pages that listen for changes
  let listeners = AsyncSemaphore(24, waiting: 0, refusal: Gallery.tooMuch)
  let calls = AsyncSemaphore(16, waiting: 16, refusal: Gallery.tooMuch)
  let database: SharedDatabase
  /// The database for changes by pages
  let undoable: UndoableDatabase
  private static let tooMuch = CommandFailure(
    "the gallery has too much to do at once; try again, or close some of its pages",
    code: .unavailable)

  init(session: Session, options: GalleryOptions) {
    self.session = session
    self.options = options
    database = SharedDatabase(at: session.console.folders.database)
    undoable = UndoableDatabase(database)
  }

  /// A photo that a call names, as the page was given it or as it was last stored
  func reference(to id: PhotoID) async -> PhotoReference {
    await photoCache.reference(to: id, else: session.photos.openLookup())
  }

  func references(to ids: [PhotoID]) async -> [PhotoReference] {
    lazy var lookup = session.photos.openLookup()
    var references: [PhotoReference] = []
    for id in ids { references.append(await photoCache.reference(to: id, else: lookup)) }
    return references
  }

  /// The photos that a call names; those of which only the id is known are requested
  func complete(_ references: [PhotoReference]) async throws -> [Photo] {
    var photos: [Photo] = []
    for reference in references {
      photos.append(try await session.photos.photo(reference, .stored))
    }
    return photos
  }

  /// Most photos that a call may name, and that are kept to be named; each takes some 2 KB
  static let maxNamed = 10_000

  /// Favorites and look-alikes for the photos of a list that isn't stored
  func listing(_ marks: LookAlikes? = nil) -> ListingStore {
    ListingStore(
      at: database.file, for: session.console.terminal, marks: marks,
      patience: SharedDatabase.lockTimeout, report: { _ in })
  }

  /// A photo as JSON for the page, which can name it from then on
  ///
  /// - Parameter lookAlike: the earlier photo of its list that it looks like
  func entry(
    _ photo: Photo, looksLike lookAlike: ListedPhoto? = nil, isFavorite: Bool
  ) async -> String {
    await photoCache.store(photo)
    let size = await photoCache.choice(of: photo.id)?.rendition(of: photo)?.role
    let photo = session.pictures.reachable(photo)
    return PageEntry.json(
      photo, looksLike: lookAlike?.id, isFavorite: isFavorite,
      pictures: PageEntry.pictures(of: photo, recorded: recordedPictures), saving: size)
  }

  /// The pictures of the recording; nil if services are asked
  var recordedPictures: RecordedPictures? { RecordedPictures(session.source) }

  /// A picture of the recording, whose hash is kept for look-alikes of later lists
  func picture(_ request: LocalRequest) -> LocalReply? {
    let (address, name) = (request.query("at") ?? "", request.query("of") ?? "")
    guard let (type, picture) = recordedPictures?.picture(at: address) else { return nil }
    Task(priority: .background) {
      guard let id = PhotoID(name), session.photos.openLookup().hash(of: id) == nil,
        let photo = await photoCache.photo(id)
      else { return }
      await session.pictures.hashes.save(picture, of: photo, at: address)
    }
    return LocalReply(headers: ["Content-Type": "image/\(type.rawValue)"], body: .data(picture))
  }

  /// The options of a search; here `color` only means the picture's
  static let searchRows = [OptionTable.provider.row] + filters.map(\.row)
}
