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
  private let registry: ProviderRegistry
  /// The transport for pages and single photos
  let transport: ObservingTransport
  /// The transport for pictures, without retries
  let pictures: any StreamingTransport
  /// The transports below those of this session
  let layers: RequestLayers
  /// The services or the recording that answer
  let source: AnswerSource
  /// The providers that searches ask
  let selection: ProviderSelection
  /// Shows which providers are waited for; nil if nobody sees it
  let progress: ProgressLine?
  /// Hashes of fetched pictures
  let hashes: PictureHashes

  let console: Console
  /// Services that couldn't be asked for larger pictures, and aren't again in this run
  let servicesWithoutSizes = Mutex<Set<String>>([])

  private let options: RequestOptions
  private let recorder: Recorder?

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
      try self.init(options, asking: registry, from: .recording(recording), console: console)
    } else {
      let settings = try Settings(environment: console.environment, note: console.note)
      let registry = ProviderRegistry(try settings.providers)
      try self.init(
        options, asking: registry, from: .services(keys: settings.keys),
        inUse: settings.keysInUse(for: registry.providers), budget: budget, console: console)
    }
  }

  /// - Parameter inUse: the keys that are set, which are removed from output
  init(
    _ options: RequestOptions, asking registry: ProviderRegistry, from source: AnswerSource,
    inUse: [KeyInUse] = [], budget: RequestBudget? = nil, console: Console
  ) throws {
    let redaction = Redaction(inUse: inUse, keys: registry.apis.compactMap(\.key))
    self.registry = registry
    self.source = source
    selection = ProviderSelection(
      providers: registry.providers, source: source, redaction: redaction)
    self.options = options
    self.console = console
    hashes = PictureHashes(in: console.folders)
    let log = RequestLog(registry, redaction, print: options.isVerbose ? console.note : nil)
    let layers =
      switch source {
      case .recording(let recording): RequestLayers(replaying: recording)
      case .services(let keys):
        RequestLayers(
          options.isOffline ? .offline : options.isRefreshing ? .refresh : .fresh,
          timeout: options.timeout, isRecorded: options.record != nil, keys: keys, log: log,
          budget: budget, folders: console.folders)
      }
    let recorder = try options.record.map {
      try Recorder($0, around: layers.services, apis: registry.apis, redaction: redaction)
    }
    progress = ProgressLine(console)
    transport = ObservingTransport(
      recorder?.transport ?? layers.services, registry: registry, log: log,
      logsTries: source.isLive, progress: progress)
    let pictures = recorder.map { $0.recorded(layers.pictures) } ?? layers.pictures
    self.pictures = TryTransport.around(pictures, log)
    self.layers = layers
    self.recorder = recorder
  }

  var providers: [any PhotoProvider] { registry.providers }

  /// Whether the network may not be used
  var isOffline: Bool { options.isOffline }

  /// Where pictures may be in addition to the internet, see ``AnswerSource/apiOrigins(of:)``
  var apiOrigins: [String: Set<Origin>]? { source.apiOrigins(of: registry) }

  /// Runs a body, then writes the recording, quotas and hashes however it ends; no requests are
  /// possible after that
  ///
  /// - Throws: what the body throws; then a recording that can't be written is only reported.
  ///   Otherwise a failure with code 74 for it.
  func finishing<T>(_ body: () async throws -> T) async throws -> T {
    try await Self.finishing({ [self] }, body)
  }

  /// Runs a body that makes sessions when it needs them, then finishes each as ``finishing(_:)`` does
  static func finishing<T>(
    _ sessions: () -> [Session], _ body: () async throws -> T
  ) async throws -> T {
    let result: Result<T, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    var unwritten: (any Error)?
    for session in sessions() {
      do { try session.finish() } catch {
        guard case .failure(let failure) = result,
          !(failure is CancellationError || failure is OutputClosed)
        else {
          unwritten = unwritten ?? error
          continue
        }
        session.console.note("imgsearch: \(ErrorText.line(error))")
      }
    }
    if let unwritten { throw unwritten }
    return try result.get()
  }

  /// Writes the recording, quotas and hashes of a run; no requests are possible after that
  private func finish() throws {
    let quotas = transport.quotas
    if !quotas.isEmpty { QuotaFile(console.folders.quotas).save(quotas, at: Date()) }
    hashes.save()
    layers.close()
    try recorder?.write()
  }

  /// Opens the recording at a path for the services' APIs; who runs many commands may open it once
  @TaskLocal static var replay: @Sendable (String, [APIDescription]) throws -> ReplayTransport = {
    do throws(RecordingError) {
      return ReplayTransport(archive: try HARArchive(contentsOf: URL(filePath: $0)), apis: $1)
    } catch { throw CommandFailure("--replay: \(error)", code: ExitCode(for: error)) }
  }
}

extension Session {
  /// The words of the recorded searches; nil if services answer
  var recordedWords: RecordedWords? { RecordedWords(source, providers: providers) }

  /// A photo without pictures in private networks; in a replay all pictures are recorded ones
  func reachable(_ photo: Photo) -> Photo { apiOrigins.map { photo.reachable(from: $0) } ?? photo }

  /// The renditions that can be fetched; a recording may only have some of them
  func fetchable(_ renditions: [Rendition]) -> [Rendition] {
    renditions.filter { source.mayHave($0.url) }
  }

  /// The rendition to fetch for a size in pixels, see ``Photo/rendition(atLeast:)``; nil if there is
  /// none, or if the network may not be used
  func rendition(of photo: Photo, atLeast pixels: Int) -> Rendition? {
    guard !isOffline else { return nil }
    var photo = photo
    photo.renditions = fetchable(photo.renditions)
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
