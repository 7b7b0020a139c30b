import CommandSyntax
import Foundation
import LocalServer
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Platform
import Terminal

/// Options of the gallery's searches and downloads, fixed at its start
struct GalleryOptions: Sendable {
  let requests: RequestOptions
  /// Photos per batch, if the page doesn't say
  let count: Int
  let settings: SearchSettings
  let captions: CaptionUse
  /// The folder for saved pictures
  let folder: DownloadFolder

  init(_ arguments: Arguments) {
    requests = RequestOptions(arguments)
    count = arguments.value(OptionTable.count)
    settings = SearchSettings(arguments)
    captions = arguments.value(OptionTable.captions)
    folder = DownloadFolder(
      arguments.value(OptionTable.output), embeds: arguments.value(OptionTable.embed))
  }
}

/// The state that the page's calls share
struct Gallery: Sendable {
  let session: Session
  let options: GalleryOptions
  let console: Console
  /// Photos that pages were given
  let photos = PhotoCache(limit: Gallery.maxNamed)
  let revision = FavoritesRevision()
  /// Look-alikes of searches that can be continued
  let alikes = ContinuedLookAlikes()
  /// Favorites and searches that pages removed
  let removed = UndoBuffer()
  // Each call of the page takes one of the server's 128 connections while it runs or waits: these
  // limits leave some for the page itself.
  let searches = AsyncSemaphore(8, waiting: 16, refusal: Gallery.tooMuch)
  let downloads = AsyncSemaphore(4, waiting: 16, refusal: Gallery.tooMuch)
  /// Limits the pages that listen for changes
  let listeners = AsyncSemaphore(24, waiting: 0, refusal: Gallery.tooMuch)
  let calls = AsyncSemaphore(16, waiting: 16, refusal: Gallery.tooMuch)
  private let hashing = AsyncSemaphore(1, waiting: 16, refusal: Gallery.tooMuch)
  let database: SharedDatabase
  private static let tooMuch = CommandFailure(
    "the gallery has too much to do at once; try again, or close some of its pages",
    code: .unavailable)

  init(session: Session, options: GalleryOptions, console: Console) {
    (self.session, self.options, self.console) = (session, options, console)
    database = SharedDatabase(at: console.folders.database)
  }

  /// The photo that a call names, as the page was given it or as it was last stored
  ///
  /// - Throws: a usage failure if the call names no photo.
  func photo(namedBy call: JSONValue) async throws -> PhotoReference {
    try await photo(named: call["id"]?.string ?? "", lookup)
  }

  /// The photos that a call names
  ///
  /// - Throws: a usage failure if the call names no photo, or too many.
  func photos(namedBy call: JSONValue) async throws -> [PhotoReference] {
    let names = call["ids"]?.elements ?? []
    guard (1...Self.maxNamed).contains(names.count) else {
      throw CommandFailure.usage(
        names.isEmpty ? "no photo is named" : "more than \(Self.maxNamed) photos at once")
    }
    let lookup = lookup
    var photos: [PhotoReference] = []
    for name in names { photos.append(try await photo(named: name.string ?? "", lookup)) }
    return photos
  }

  private func photo(named name: String, _ lookup: PhotoLookup) async throws -> PhotoReference {
    guard let id = PhotoID(name) else {
      throw CommandFailure.usage(
        "'\(SafeText.line(name, cells: 60))' names no photo; one is named as flickr:43213681030 is")
    }
    return await photos.reference(to: id, else: lookup)
  }

  /// The photos that a call names; unknown ones are requested from their services
  func known(_ named: [PhotoReference]) async throws -> [Photo] {
    var photos: [Photo] = []
    for one in named { photos.append(try await session.known(one)) }
    return photos
  }

  /// Most photos that a call may name, and that are kept to be named; each takes some 2 KB
  static let maxNamed = 10_000

  /// The current content of the database
  var lookup: PhotoLookup { PhotoLookup(console, patience: SharedDatabase.lockTimeout) }

  /// Favorites and look-alikes for the photos of a list that isn't stored
  func listing(_ marks: LookAlikes = LookAlikes()) -> ListingStore {
    ListingStore(
      at: console.folders.database, for: console.terminal, marks: marks,
      patience: SharedDatabase.lockTimeout, report: { _ in })
  }

  /// A photo as JSON for the page, which can name it from then on
  ///
  /// - Parameters:
  ///   - original: the earlier photo of its list that it looks like
  ///   - filters: those of the search that found it; nil if none did
  func entry(
    _ photo: Photo, looksLike original: ListedPhoto? = nil, isFavorite: Bool,
    foundBy filters: PhotoFilters? = nil
  ) async -> String {
    if let filters {
      await photos.keep(photo, size: RenditionChoice(filters)?.rendition(of: photo)?.role)
    } else {
      await photos.keep(photo)
    }
    let size = await photos.size(of: photo.id)
    let photo = session.reachable(photo)
    let entry = PageEntry.json(
      photo, looksLike: original?.id, isFavorite: isFavorite,
      pictures: PageEntry.pictures(of: photo, recorded: recordedPictures), saving: size)
    await photos.keep(entry: entry, of: photo.id)
    return entry
  }

  /// The pictures of the recording; nil if services are asked
  var recordedPictures: RecordedPictures? { session.recording.map(RecordedPictures.init) }

  /// Hashes a picture that the page was given, for look-alikes of later lists
  ///
  /// - Parameters:
  ///   - address: the picture's address in the photo
  ///   - name: the photo's id in the page
  func hashInBackground(_ picture: Data, at address: String, of name: String) {
    Task(priority: .background) {
      guard let id = PhotoID(name), lookup.hash(of: id) == nil,
        let photo = await photos.photo(id),
        let rendition = photo.renditions.first(where: { $0.url.absoluteString == address })
      else { return }
      do {
        try await hashing.withTurn {
          session.hashes.take(file: picture, of: photo, from: rendition.url)
          session.hashes.keep()
        }
      } catch {
        // A failure doesn't matter: the picture is hashed the next time that it is viewed.
      }
    }
  }

  /// The plan of a search: its words, and options with names and values as on the command line
  ///
  /// - Throws: a usage failure.
  func plan(_ call: JSONValue) throws -> SearchPlan {
    let words = call["words"]?.string
    guard words?.utf8.count ?? 0 <= Session.maxWordBytes else {
      throw CommandFailure.usage("that is too long to be searched for")
    }
    var values: [(OptionRow, String)] = []
    var defaults = try ConfigFile(in: console.folders.config).defaults()
    for (name, value) in call["options"]?.members ?? [] {
      guard let row = Self.options.first(where: { $0.name == name }), let text = value.text else {
        throw CommandFailure.usage("a search in the gallery takes no option '\(name)'")
      }
      defaults[row.setting] = nil
      let isSet = row.takesValue ? text != Self.any && !text.isEmpty : text == "true"
      if isSet { values.append((row, text)) }
    }
    let command = words == nil ? Command.list : .search
    return try PlanOptions(
      Arguments(command, words.map { [$0] } ?? [], values, defaults: defaults)
    ).plan
  }

  /// The options of a plan by their names for the page; a switch is `true`
  static func settings(of plan: SearchPlan) -> [(name: String, value: String)] {
    SearchRecord(plan: plan).settings.map { ($0.name, $0.value ?? "true") }
  }

  /// The value that turns off a filter of config.json
  private static let any = "any"

  /// The value that overrides a default of config.json, as if it weren't set
  static func overruling(_ row: OptionRow) -> String {
    if row.name == OptionTable.provider.row.name { return ProviderChoice.all.rawValue }
    return row.takesValue ? any : "false"
  }

  /// The options of a search, in the order of the help; here `color` only means the picture's
  static let options =
    [OptionTable.provider.row] + FilterRow.all.map { OptionRow($0, for: [.browse]) }
    + [OptionTable.strictWords.row, OptionTable.merge.row]
}
