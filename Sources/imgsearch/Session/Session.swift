import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Terminal

/// What a run works with: the providers at hand, and what carries their requests
struct Session {
  /// All that are known, in the order of the table
  let registry: ProviderRegistry
  /// What carries requests for pages and single photos
  let transport: LoggingTransport
  /// What carries requests for pictures, without retries
  let pictures: any StreamingTransport
  /// What carries short calls whose answer does not matter; nil in replay
  let notices: (any HTTPTransport)?
  /// Which first pages a recording has; nil when the services themselves are asked
  let recording: ReplayTransport?
  /// What shows who is waited for; nil where nobody sees it
  let waiting: ProgressLine?
  /// The variables of the keys that are set
  let keys: Set<String>
  /// Whether the network is not to be asked
  let isOffline: Bool
  /// What fetched pictures look like
  let hashes: PictureHashes

  private let network: NetworkLayers?
  private let recorder: Recorder?
  private let quotas: QuotaFile?
  private let redaction: Redaction
  private let database: URL
  private let note: @Sendable (String) -> Void

  /// - Parameter budget: what may go over the network a day; nil for as much as services answer
  /// - Throws: a usage failure for options that exclude each other, else a failure with the code of
  ///   a recording, a setting or a file that can't be used.
  init(_ options: RequestOptions, budget: RequestBudget? = nil, console: Console) throws {
    try options.check()
    note = console.note
    isOffline = options.isOffline
    database = console.folders.database
    hashes = PictureHashes(for: database)
    let (carrier, pictureCarrier): (any HTTPTransport, any StreamingTransport)
    let log: RequestLog?
    if let path = options.replay {
      registry = ProviderRegistry(ProviderCatalog.providers { _ in Redaction.word })
      let archive = try Self.archive(at: path)
      let replay = ReplayTransport(archive: archive, apis: registry.apis)
      (carrier, pictureCarrier) = (replay, WholeBodies(replay))
      (recording, network) = (replay, nil)
      redaction = Redaction(keys: registry.apis.compactMap(\.key))
      log = options.isVerbose ? RequestLog(redaction: redaction, console: console) : nil
      (keys, quotas) = ([], nil)
    } else {
      let settings = try Settings(environment: console.environment, note: console.note)
      registry = ProviderRegistry(try settings.providers)
      let folders = console.folders
      redaction = Redaction(
        inUse: settings.keysInUse(for: registry.providers), keys: registry.apis.compactMap(\.key))
      log = options.isVerbose ? RequestLog(redaction: redaction, console: console) : nil
      let layers = NetworkLayers(
        options, registry: registry, keys: settings.keys, redaction: redaction, log: log,
        budget: budget, folders: folders)
      (carrier, pictureCarrier) = (layers.services, layers.pictures)
      (recording, network) = (nil, layers)
      keys = settings.keys
      quotas = QuotaFile(folders.quotas)
    }
    recorder =
      if let path = options.record {
        try Recorder(path, around: carrier, apis: registry.apis, redaction: redaction)
      } else {
        nil
      }
    waiting = ProgressLine(console)
    transport = LoggingTransport(
      recorder?.transport ?? carrier, registry: registry, log: log, logsTries: network != nil,
      waiting: waiting)
    notices = network?.notices
    let recorded = recorder.map { [network] in
      WholeBodies($0.recorded(network?.recordedPictures ?? pictureCarrier))
    }
    let bodies: any StreamingTransport = recorded ?? pictureCarrier
    pictures = log.map { LoggingPictureTransport(bodies, log: $0) } ?? bodies
  }

  var providers: [any PhotoProvider] { registry.providers }

  /// Where the APIs of services are, by their names: beside the internet, their pictures may be
  /// there; nil in replay, where nothing is asked
  var apiOrigins: [String: Set<Origin>]? {
    recording == nil ? registry.apiOrigins(keys: keys) : nil
  }

  /// Runs a body, and writes what is to stay of it however it ends; nothing more can be asked then
  ///
  /// - Throws: what the body throws, also when the recording cannot be written, which is said then;
  ///   a failure with code 74 for that where the body ended without words of its own.
  func finishing<T>(_ body: () async throws -> T) async throws -> T {
    let result: T
    do {
      result = try await body()
    } catch  where error is CancellationError || error is OutputClosed {
      try finish()
      throw error
    } catch {
      do { try finish() } catch let other { note("imgsearch: \(ErrorText.line(other))") }
      throw error
    }
    try finish()
    return result
  }

  /// Writes what is to stay of a run, after which nothing more can be asked
  func finish() throws {
    let seen = transport.quotas
    if !seen.isEmpty { quotas?.keep(seen, at: Date()) }
    hashes.keep()
    network?.close()
    try recorder?.write()
  }

  /// The one photo of that id
  ///
  /// - Parameter wasSeen: whether it was there: then one that isn't is said to be gone
  /// - Throws: a usage failure for an id of no provider, `CancellationError`, else a failure with the
  ///   code of what the provider failed with.
  func photo(_ id: PhotoID, wasSeen: Bool = false) async throws -> Photo {
    guard let provider = providers.first(where: { $0.profile.service == id.service }) else {
      var services: [String] = []
      for service in providers.map(\.profile.service) where !services.contains(service) {
        services.append(service)
      }
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
      var words = ErrorText.line(error)
      switch error.reason {
      case .transport(.notRecorded):
        words = "the recording doesn't have \(id)"
      case .transport(.notCached):
        words = "the cache doesn't have \(id); run again without --offline"
      case .noSuchPhoto(_, let message) where wasSeen:
        noteFavorite(id, isGone: true)
        words =
          "\(error.provider): it no longer has \(id)" + (message.map { " (\($0))" } ?? "")
          + "; what is known of it stays"
      default: break
      }
      throw CommandFailure(words, code: ExitCode(forFailures: [error]))
    }
  }

  /// Lets the list of favorites tell what a service was just found to have, or to have no longer
  private func noteFavorite(_ id: PhotoID, isGone: Bool) {
    guard recording == nil else { return }
    let patience = Duration.milliseconds(100)
    do {
      let kept = try PhotoDatabase.reading(at: database, patience: patience)
      guard let kept, try kept.favoritePhoto(id) != nil,
        try kept.goneFavorites.contains(id) != isGone
      else {
        return
      }
      try PhotoDatabase.writing(at: database, patience: patience)
        .note(gone: isGone ? Date() : nil, of: id)
    } catch {
      // The mark is made the next time that somebody asks for the photo.
    }
  }

  /// What a photo is now, told by the service that can be asked for it
  ///
  /// - Returns: the photo as it was seen where no service can be asked, or the one that can tells of
  ///   another picture.
  /// - Throws: what ``photo(_:wasSeen:)`` throws.
  func refreshed(_ named: PhotoReference) async throws -> Photo {
    guard let seen = named.photo, !ProviderCatalog.canBeAsked(seen.id) else {
      return try await photo(named.id, wasSeen: named.photo != nil)
    }
    guard seen.origin != seen.id else { return seen }
    let original = try await photo(seen.origin)
    return original.identities.contains(seen.aliases.last ?? seen.origin) ? original : seen
  }

  /// A photo with a picture that can be asked for, as ``Photo/current(_:lastSeen:)`` has it, or as its
  /// service tells of it now; a recording has pictures where it says
  ///
  /// - Throws: what ``photo(_:wasSeen:)`` throws.
  func current(
    _ named: PhotoReference, _ size: Rendition.Role, lastSeen: (PhotoID) -> Photo?
  ) async throws -> Photo {
    if let photo = named.photo {
      if recording != nil { return photo }
      if let current = photo.current(size, lastSeen: lastSeen) { return current }
    }
    return try await photo(named.id, wasSeen: named.photo != nil)
  }

  /// - Throws: a usage failure for words that have a key in them: they go to every service asked,
  ///   into the history and into the cursor.
  func checkWords(of plan: SearchPlan) throws {
    guard plan.query.words.map(redaction.finds) ?? false else { return }
    throw CommandFailure.usage(
      "the words searched for have a key of yours in them, which goes to its own service alone")
  }

  private static func archive(at path: String) throws -> HARArchive {
    do {
      return try HARArchive(contentsOf: URL(filePath: path))
    } catch {
      throw CommandFailure("--replay: \(error)", code: ExitCode(for: error))
    }
  }
}
