import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Synchronization
import Terminal

/// The state of a run: its providers, and the transports for requests
final class Session: Sendable {
  /// All known providers, in the order of the catalog
  let registry: ProviderRegistry
  /// The transport for pages and single photos
  let transport: ObservingTransport
  /// The transport for pictures, without retries
  let pictures: any StreamingTransport
  /// The transports below those of this session
  let layers: RequestLayers
  /// The recording that answers; nil if services do
  let recording: ReplayTransport?
  /// Shows which providers are waited for; nil if nobody sees it
  let waiting: ProgressLine?
  /// The variables of the keys that are set
  let keys: Set<String>
  /// Hashes of fetched pictures
  let hashes: PictureHashes

  private let options: RequestOptions
  private let console: Console
  private let recorder: Recorder?
  private let redaction: Redaction
  /// Services that couldn't be asked for larger pictures, and aren't again in this run
  private let servicesWithoutSizes = Mutex<Set<String>>([])

  /// - Parameter budget: limits requests per day; nil for no limit
  /// - Throws: a usage failure for options that exclude each other, else a failure with the code
  ///   for a recording, a setting or a file that can't be used.
  convenience init(
    _ options: RequestOptions, budget: RequestBudget? = nil, console: Console
  ) throws {
    try options.check()
    if let path = options.replay {
      let registry = ProviderRegistry(ProviderCatalog.providers { _ in Redaction.word })
      let recording = try Self.replay(path, registry.apis)
      try self.init(options, asking: registry, recording: recording, console: console)
    } else {
      let settings = try Settings(environment: console.environment, note: console.note)
      let registry = ProviderRegistry(try settings.providers)
      try self.init(
        options, asking: registry, keys: settings.keys,
        inUse: settings.keysInUse(for: registry.providers), budget: budget, console: console)
    }
  }

  /// - Parameters:
  ///   - keys: the variables of the keys that are set
  ///   - inUse: the keys themselves, which are removed from output
  ///   - recording: answers in place of the services; nil to ask them
  init(
    _ options: RequestOptions, asking registry: ProviderRegistry, keys: Set<String> = [],
    inUse: [KeyInUse] = [], recording: ReplayTransport? = nil, budget: RequestBudget? = nil,
    console: Console
  ) throws {
    (self.registry, self.keys, self.recording) = (registry, keys, recording)
    (self.options, self.console) = (options, console)
    hashes = PictureHashes(in: console.folders)
    let redaction = Redaction(inUse: inUse, keys: registry.apis.compactMap(\.key))
    let log = RequestLog(registry, redaction, print: options.isVerbose ? console.note : nil)
    let layers =
      recording.map { RequestLayers(replaying: $0) }
      ?? RequestLayers(
        options.isOffline ? .offline : options.isRefreshing ? .refresh : .fresh,
        timeout: options.timeout, isRecorded: options.record != nil, keys: keys, log: log,
        budget: budget, folders: console.folders)
    let recorder = try options.record.map {
      try Recorder($0, around: layers.services, apis: registry.apis, redaction: redaction)
    }
    waiting = ProgressLine(console)
    transport = ObservingTransport(
      recorder?.transport ?? layers.services, registry: registry, log: log,
      logsTries: recording == nil, waiting: waiting)
    let pictures = recorder.map { $0.recorded(layers.pictures) } ?? layers.pictures
    self.pictures = TryTransport.around(pictures, log)
    (self.redaction, self.layers, self.recorder) = (redaction, layers, recorder)
  }

  var providers: [any PhotoProvider] { registry.providers }

  /// Whether the network may not be used
  var isOffline: Bool { options.isOffline }

  /// Addresses of the services' APIs, by name, where pictures may be in addition to the internet;
  /// nil in a replay, which sends no requests
  var apiOrigins: [String: Set<Origin>]? {
    recording == nil ? registry.apiOrigins(keys: keys) : nil
  }

  /// Runs a body, then writes the recording, quotas and hashes however it ends; no requests are
  /// possible after that
  ///
  /// - Throws: what the body throws; then a recording that can't be written is only reported.
  ///   Otherwise a failure with code 74 for it.
  func finishing<T>(_ body: () async throws -> T) async throws -> T {
    let result: Result<T, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    do { try finish() } catch {
      guard case .failure(let failure) = result,
        !(failure is CancellationError || failure is OutputClosed)
      else { throw error }
      console.note("imgsearch: \(ErrorText.line(error))")
    }
    return try result.get()
  }

  /// Writes the recording, quotas and hashes of a run; no requests are possible after that
  func finish() throws {
    let seen = transport.quotas
    if !seen.isEmpty { QuotaFile(console.folders.quotas).keep(seen, at: Date()) }
    hashes.keep()
    layers.close()
    try recorder?.write()
  }

  /// Requests the photo with this id
  ///
  /// - Parameter wasSeen: whether the photo is stored, so that a missing one is reported as gone
  /// - Throws: a usage failure for an id of no provider, `CancellationError`, else a failure with
  ///   the code of the provider's failure.
  func photo(_ id: PhotoID, wasSeen: Bool = false) async throws -> Photo {
    guard let provider = providers.first(where: { $0.profile.service == id.service }) else {
      let services = providers.map(\.profile.service).distinct(by: \.self)
      throw CommandFailure.usage(
        "no provider has photos named \(id); names begin with one of \(services.joined(separator: ", "))"
      )
    }
    do {
      let photo = try await provider.photo(id.native, over: transport)
      if wasSeen { noteFavorite(id, isGone: false) }
      return photo
    } catch {
      try Task.checkCancellation()
      if case .noSuchPhoto = error.reason, wasSeen { noteFavorite(id, isGone: true) }
      throw CommandFailure(code: ExitCode(forFailures: [error])) { reader in
        switch error.reason {
        case .transport(.notRecorded):
          "the recording doesn't have \(id); take a photo that a search in it finds"
        case .transport(.notCached):
          "the cache doesn't have \(id); \(ErrorText.adviceOffline(for: reader))"
        case .noSuchPhoto(_, let message) where wasSeen:
          "\(error.provider): it no longer has \(id)" + (message.map { " (\($0))" } ?? "")
            + "; what is known of it stays"
        default: ErrorText.line(error, for: reader)
        }
      }
    }
  }

  /// Notes in the favorites whether a service still has a photo
  private func noteFavorite(_ id: PhotoID, isGone: Bool) {
    guard recording == nil else { return }
    PhotoDatabase.noteFavorite(id, isGone: isGone, at: console.folders.database)
  }

  /// The photo as given or stored; otherwise it is requested from its service
  ///
  /// - Throws: what ``photo(_:wasSeen:)`` throws.
  func known(_ named: PhotoReference) async throws -> Photo {
    if let photo = named.photo { photo } else { try await photo(named.id) }
  }

  /// A photo as the service that can be asked for it tells it now
  ///
  /// - Returns: the given photo if no service can be asked, or if the answer shows another picture.
  /// - Throws: what ``photo(_:wasSeen:)`` throws.
  func refreshed(_ named: PhotoReference) async throws -> Photo {
    guard let seen = named.photo, !ProviderCatalog.canBeAsked(seen.id) else {
      return try await photo(named.id, wasSeen: named.photo != nil)
    }
    guard seen.origin != seen.id else { return seen }
    let original = try await photo(seen.origin)
    return original.identities.contains(seen.aliases.last ?? seen.origin) ? original : seen
  }

  /// A photo as ``refreshed(_:)`` finds it; if that fails, as it was last seen, with the failure
  ///
  /// - Throws: the failure, if the photo was never seen.
  func refreshedOrSeen(
    _ named: PhotoReference
  ) async throws -> (photo: Photo, failure: CommandFailure?) {
    do {
      return (try await refreshed(named), nil)
    } catch let failure as CommandFailure {
      guard let seen = named.photo else { throw failure }
      return (withoutExpiredAddresses(seen), failure)
    }
  }

  /// A stored photo without addresses that have expired; a recording has its pictures at the
  /// addresses of its day
  func withoutExpiredAddresses(_ photo: Photo) -> Photo {
    recording == nil ? photo.withoutExpiredAddresses : photo
  }

  /// A photo with picture addresses that work, stored or requested again, see
  /// ``Photo/withWorkingAddresses(_:stored:)``. A service that tells larger pictures of a single photo is asked
  /// for them if the known ones are too small
  ///
  /// - Throws: what ``photo(_:wasSeen:)`` throws.
  func withWorkingAddresses(
    _ named: PhotoReference, _ choice: RenditionChoice, stored: (PhotoID) -> Photo?
  ) async throws -> Photo {
    guard let seen = named.photo,
      let known = recording == nil ? seen.withWorkingAddresses(choice.role, stored: stored) : seen
    else { return try await photo(named.id, wasSeen: named.photo != nil) }
    let service = known.id.service
    guard choice.exceeds(known),
      providers.contains(where: { $0.profile.service == service && $0.profile.hasSizesByPhoto }),
      !servicesWithoutSizes.withLock({ $0.contains(service) })
    else { return known }
    do {
      let told = try await photo(known.id, wasSeen: true)
      func width(_ photo: Photo) -> Int { choice.rendition(of: photo)?.size?.width ?? 0 }
      return width(told) > width(known) ? told : known
    } catch let failure as CommandFailure {
      if failure.code != .noInput { servicesWithoutSizes.withLock { _ = $0.insert(service) } }
      return known
    }
  }

  /// - Throws: a usage failure for words or filters that contain a key, because these are sent to
  ///   every service and stored in the history and the cursor.
  func checkWords(of plan: SearchPlan) throws {
    let query = plan.query
    // A key may begin with a hyphen, and only `wordsBefore` has those of words to leave out.
    let texts = [query.wordsBefore] + FilterRow.all.map { $0.text(in: query.filters) }
    guard texts.contains(where: { $0.map(redaction.finds) ?? false }) else { return }
    throw CommandFailure.usage(
      "the search words contain one of your keys, which may go only to its own service")
  }

  /// Opens the recording at a path for the services' APIs; who runs many commands may open it once
  @TaskLocal static var replay: @Sendable (String, [APIDescription]) throws -> ReplayTransport = {
    do throws(RecordingError) {
      return ReplayTransport(archive: try HARArchive(contentsOf: URL(filePath: $0)), apis: $1)
    } catch { throw CommandFailure("--replay: \(error)", code: ExitCode(for: error)) }
  }
}

extension Session {
  /// A photo without pictures in private networks; in a replay all pictures are recorded ones
  func reachable(_ photo: Photo) -> Photo { apiOrigins.map { photo.reachable(from: $0) } ?? photo }

  /// The renditions that can be fetched; a recording may only have some of them
  func recorded(_ renditions: [Rendition]) -> [Rendition] {
    guard let recording else { return renditions }
    return renditions.filter { recording.hasEntry(for: WebRequest(url: $0.url)) }
  }

  /// The rendition to fetch for a size in pixels, see ``Photo/rendition(atLeast:)``; nil if there is
  /// none, or if the network may not be used
  func rendition(of photo: Photo, atLeast pixels: Int) -> Rendition? {
    guard !isOffline else { return nil }
    var photo = photo
    photo.renditions = recorded(photo.renditions)
    return photo.rendition(atLeast: pixels)
  }

  /// A picture of a photo as a file in memory
  ///
  /// - Parameters:
  ///   - rendition: nil if the photo has none
  ///   - limit: most bytes
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  func picture(of photo: Photo, _ rendition: Rendition?, limit: Int) async throws -> Data {
    let source = try PictureSource(of: photo, rendition, apiOrigins: apiOrigins)
    return try await pictures.picture(from: source, limit: limit)
  }
}

/// How a search that a client of a server asks for begins
enum SearchBeginning {
  case new(SearchPlan)
  /// A search for photos like one
  case similar(PhotoReference, SearchPlan)
  case continued(SearchCursor)

  var cursor: SearchCursor? { if case .continued(let cursor) = self { cursor } else { nil } }
}

extension Session {
  /// - Returns: the search; for photos like one, also how they are found.
  func search(
    _ beginning: SearchBeginning, count: Int, with settings: SearchSettings
  ) async throws -> (MergedSearch, similar: SimilarSearch?) {
    switch beginning {
    case .new(let plan): return (try search(plan, count: count, with: settings), nil)
    case .continued(let cursor):
      return (try search(continuing: cursor, count: count, with: settings), nil)
    case .similar(let named, let plan):
      let similar = try await similar(to: named, plan)
      let search = try search(
        similar.plan, count: count, leavingOut: similar.leftOut, with: settings)
      return (search, similar)
    }
  }
}
