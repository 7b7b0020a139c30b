import Foundation
import PhotoSearch
import PhotoStorage

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
  let waiting: WaitingLine?
  /// The variables of the keys that are set
  let keys: Set<String>

  private let network: NetworkLayers?
  private let recorder: Recorder?
  private let quotas: QuotaFile?

  /// - Throws: a usage failure for options that exclude each other, else a failure with the code of
  ///   a recording, a setting or a file that can't be used.
  init(_ options: RunOptions, console: Console) throws {
    try options.check()
    let (carrier, pictureCarrier): (any HTTPTransport, any StreamingTransport)
    let redaction: Redaction
    if let path = options.replay {
      registry = ProviderRegistry(ProviderCatalog.providers { _ in Redaction.word })
      let archive = try Self.archive(at: path)
      let replay = ReplayTransport(archive: archive, apis: registry.apis)
      (carrier, pictureCarrier) = (replay, WholeBodies(replay))
      (recording, network, redaction) = (replay, nil, Redaction())
      (keys, quotas) = ([], nil)
    } else {
      let settings = try Settings(environment: console.environment, note: console.note)
      registry = ProviderRegistry(try settings.providers)
      let folders = console.folders
      let layers = NetworkLayers(options, registry: registry, cache: folders.cache)
      (carrier, pictureCarrier) = (layers.services, layers.pictures)
      (recording, network) = (nil, layers)
      redaction = Redaction(secrets: settings.secrets)
      keys = settings.keys
      quotas = QuotaFile(folders.quotas)
    }
    recorder =
      if let path = options.record {
        try Recorder(path, around: carrier, apis: registry.apis, redaction: redaction)
      } else {
        nil
      }
    let log = options.isVerbose ? RequestLog(redaction: redaction, console: console) : nil
    waiting = WaitingLine(console)
    transport = LoggingTransport(
      recorder?.transport ?? carrier, registry: registry, log: log, waiting: waiting)
    notices = network.map { [registry] in
      LoggingTransport($0.notices, registry: registry, log: log)
    }
    let recorded = recorder.map { [network] in
      WholeBodies($0.recorded(network?.recordedPictures ?? pictureCarrier))
    }
    let bodies: any StreamingTransport = recorded ?? pictureCarrier
    pictures = log.map { LoggingPictureTransport(bodies, log: $0) } ?? bodies
  }

  var providers: [any PhotoProvider] { registry.providers }

  /// Where the APIs of services are, by their names: beside the internet, their pictures may be
  /// there; nil in replay, where nothing is asked
  var homes: [String: Set<Origin>]? {
    guard recording == nil else { return nil }
    return Dictionary(
      providers.map { ($0.profile.service, [Origin($0.api.base)]) },
      uniquingKeysWith: { $0.union($1) })
  }

  /// Runs a body, and writes what is to stay of it however it ends; nothing more can be asked then
  ///
  /// - Throws: what the body throws; a failure with code 74 when the recording cannot be written.
  func keeping<T>(_ body: () async throws -> T) async throws -> T {
    let result: T
    do {
      result = try await body()
    } catch {
      try finish()
      throw error
    }
    try finish()
    return result
  }

  /// Writes what is to stay of a run, after which nothing more can be asked
  func finish() throws {
    let seen = transport.quotas
    if !seen.isEmpty { quotas?.keep(seen, at: Date()) }
    network?.close()
    try recorder?.write()
  }

  /// The one photo of that id
  ///
  /// - Throws: a usage failure for an id of no provider, `CancellationError`, else a failure with the
  ///   code of what the provider failed with.
  func photo(_ id: PhotoID) async throws -> Photo {
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
      return try await provider.photo(id.native, over: transport)
    } catch {
      try Task.checkCancellation()
      throw CommandFailure(ErrorText.line(error), code: ExitCode(forFailures: [error]))
    }
  }

  private static func archive(at path: String) throws -> HARArchive {
    do {
      return try HARArchive(contentsOf: URL(filePath: path))
    } catch {
      throw CommandFailure("--replay: \(error)", code: ExitCode(for: error))
    }
  }
}
