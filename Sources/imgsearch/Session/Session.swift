import Foundation
import PhotoSearch
import PhotoStorage

/// What a run works with: the providers at hand, and what carries their requests
struct Session {
  /// All that are known, in the order of the table
  let providers: [any PhotoProvider]
  let transport: RequestWatch
  /// Which first pages a recording has; nil when the services themselves are asked
  let recording: ReplayTransport?
  /// What says a line for each request; nil when nothing is to be said
  let log: RequestLog?
  /// The variables of the keys that are set
  let keys: Set<String>
  /// nil waits for every provider
  let patience: Duration?

  private let recorder: Recorder?
  private let quotas: QuotaFile?

  init(_ arguments: Arguments, console: Console) throws {
    let patience = try PatienceArgument(arguments).patience
    let carrier: any HTTPTransport
    let redaction: Redaction
    if let path = arguments.value("replay") {
      for option in ["offline", "refresh"] where arguments.has(option) {
        throw CommandFailure.usage("--\(option) does not go with --replay")
      }
      providers = ProviderCatalog.providers { _ in Redaction.word }
      let archive = try Self.archive(at: path)
      let replay = ReplayTransport(archive: archive, apis: providers.map(\.api))
      (recording, carrier, redaction) = (replay, replay, Redaction())
      (keys, self.patience, quotas) = ([], nil, nil)
    } else {
      let settings = try Settings(environment: console.environment, note: console.note)
      providers = try settings.providers
      let folders = console.folders
      let stack = try LiveStack(arguments, providers: providers, folders: folders)
      (recording, carrier) = (nil, stack.transport)
      redaction = Redaction(secrets: settings.secrets)
      keys = settings.keys
      self.patience = patience
      quotas = QuotaFile(folders.quotas)
    }
    recorder = try Recorder(arguments, around: carrier, providers: providers, redaction: redaction)
    log = RequestLog(arguments, redaction: redaction, console: console)
    transport = RequestWatch(
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
    recorder.map { RecordedToo(transport: transport, recording: $0.transport) }
  }

  private static func archive(at path: String) throws -> HARArchive {
    do {
      return try HARArchive(contentsOf: URL(filePath: path))
    } catch {
      throw CommandFailure("--replay: \(error)", code: ExitCode(for: error))
    }
  }
}

/// A transport whose exchanges are kept in the recording of another
private struct RecordedToo: HTTPTransport {
  let transport: any HTTPTransport
  let recording: RecordingTransport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await recording.send(request, over: transport)
  }
}
