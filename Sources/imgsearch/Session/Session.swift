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
      (recording, network) = (replay, nil)
      redaction = Redaction(keys: registry.apis.compactMap(\.key))
      (keys, quotas) = ([], nil)
    } else {
      let settings = try Settings(environment: console.environment, note: console.note)
      registry = ProviderRegistry(try settings.providers)
      let folders = console.folders
      redaction = Redaction(
        inUse: settings.keysInUse(for: registry.providers), keys: registry.apis.compactMap(\.key))
      let layers = NetworkLayers(
        options, registry: registry, redaction: redaction, cache: folders.cache)
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
    let log = options.isVerbose ? RequestLog(redaction: redaction, console: console) : nil
    transport = LoggingTransport(recorder?.transport ?? carrier, registry: registry, log: log)
    notices = network.map { [registry] in
      LoggingTransport($0.notices, registry: registry, log: log)
    }
    let recorded = recorder.map { WholeBodies($0.recorded(pictureCarrier)) }
    let bodies: any StreamingTransport = recorded ?? pictureCarrier
    pictures = log.map { LoggingPictureTransport(bodies, log: $0) } ?? bodies
  }

  var providers: [any PhotoProvider] { registry.providers }

  /// The services whose pictures may be on this machine, as their APIs are; in replay, where
  /// nothing is asked, all
  var servicesHere: Set<String> {
    let here = providers.filter { recording != nil || Origin($0.api.base).isLoopback }
    return Set(here.map(\.profile.service))
  }

  /// Runs a body, and writes what is to stay of it however it ends
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

  private func finish() throws {
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
