import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// The parts of a run that sends requests, made together, and what is written at its end
final class Session: Sendable {
  /// All known providers, in the order of the catalog
  let providers: [any PhotoProvider]
  /// The services or the recording that answer
  let source: AnswerSource
  /// The providers that searches ask
  let selection: ProviderSelection
  /// The transport for pages and single photos
  let transport: ObservingTransport
  let photos: PhotoRequests
  let pictures: PictureRequests
  /// Shows which providers are waited for; nil if nobody sees it
  let progress: ProgressLine?
  let console: Console

  /// The transports below those of this session
  private let layers: RequestLayers
  private let recorder: Recorder?

  /// - Parameter budget: limits requests per day; nil for no limit
  /// - Throws: a usage failure for options that exclude each other, and for an address in the
  ///   settings that can't be asked; `SettingsFault`, ``UnfitKey``, `RecordingError`,
  ///   `Recorder.Fault`.
  convenience init(
    _ options: RequestOptions, budget: RequestBudget? = nil, console: Console
  ) throws {
    try options.check()
    if let path = options.replay {
      let registry = ProviderRegistry(ProviderCatalog.providers { _ in Redaction.word })
      let archive = try HARArchive(contentsOf: URL(filePath: path))
      let recording = ReplayTransport(archive: archive, apis: registry.apis)
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
    providers = registry.providers
    self.source = source
    self.console = console
    let redaction = Redaction(inUse: inUse, keys: registry.apis.compactMap(\.key))
    selection = ProviderSelection(providers: providers, source: source, redaction: redaction)
    let log = RequestLog(registry, redaction, print: options.isVerbose ? console.note : nil)
    layers = RequestLayers(
      source, options.isOffline ? .offline : options.isRefreshing ? .refresh : .fresh,
      timeout: options.timeout, isRecorded: options.record != nil, log: log, budget: budget,
      folders: console.folders)
    recorder = try options.record.map { [layers] in
      try Recorder($0, around: layers.services, apis: registry.apis, redaction: redaction)
    }
    progress = ProgressLine(console)
    transport = ObservingTransport(
      recorder?.transport ?? layers.services, log: log, logsTries: source.isLive,
      progress: progress)
    photos = PhotoRequests(
      providers: providers, source: source, transport: transport, console: console)
    pictures = PictureRequests(
      transport: TryTransport.around(recorder?.recorded(layers.pictures) ?? layers.pictures, log),
      notices: layers.notices, source: source, providers: providers, isOffline: options.isOffline,
      hashes: PictureHashes(in: console.folders), console: console)
  }

  /// The words of the recorded searches; nil if services answer
  var recordedWords: RecordedWords? { RecordedWords(source, providers: providers) }

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
    pictures.hashes.save()
    layers.close()
    try recorder?.write()
  }
}
