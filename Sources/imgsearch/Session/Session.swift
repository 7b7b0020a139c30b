import Foundation
import PhotoSearch
import PhotoStorage

/// What a run works with: the providers at hand, and what carries their requests
struct Session {
  /// All that are known, in the order of the table
  let providers: [any PhotoProvider]
  let transport: LoggingTransport
  /// Which first pages a recording has; nil when the services themselves are asked
  let recording: ReplayTransport?
  /// What says a line for each request; nil when nothing is to be said
  let log: RequestLog?
  /// The variables of the keys that are set
  let keys: Set<String>

  private let recorder: Recorder?
  private let quotas: QuotaFile?

  /// - Throws: a usage failure for options that exclude each other, else a failure with the code of
  ///   a recording, a setting or a file that can't be used.
  init(_ options: RunOptions, console: Console) throws {
    try options.check()
    let carrier: any HTTPTransport
    let redaction: Redaction
    if let path = options.replay {
      providers = ProviderCatalog.providers { _ in Redaction.word }
      let archive = try Self.archive(at: path)
      let replay = ReplayTransport(archive: archive, apis: providers.map(\.api))
      (recording, carrier, redaction) = (replay, replay, Redaction())
      (keys, quotas) = ([], nil)
    } else {
      let settings = try Settings(environment: console.environment, note: console.note)
      providers = try settings.providers
      let folders = console.folders
      let stack = ServiceLayers(options, providers: providers, cache: folders.cache)
      (recording, carrier) = (nil, stack.transport)
      redaction = Redaction(secrets: settings.secrets)
      keys = settings.keys
      quotas = QuotaFile(folders.quotas)
    }
    recorder =
      if let path = options.record {
        try Recorder(path, around: carrier, providers: providers, redaction: redaction)
      } else {
        nil
      }
    log = options.isVerbose ? RequestLog(redaction: redaction, console: console) : nil
    transport = LoggingTransport(
      recorder?.transport ?? carrier, providers: providers, log: log)
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
    try recorder?.write()
  }

  /// The same transport, with its exchanges in the recording; nil when none is made
  func recorded(_ transport: any HTTPTransport) -> (any HTTPTransport)? {
    recorder?.recorded(transport)
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
      throw CommandFailure("\(error)", code: ExitCode(forFailures: [error]))
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
