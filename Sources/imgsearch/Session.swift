import Foundation
import PhotoDisplay
import PhotoSearch

/// What a run works with: the providers at hand, and what carries their requests
struct Session {
  /// All that are known, in the order of the table
  let providers: [any PhotoProvider]
  private let transport: any HTTPTransport
  private let recording: ReplayTransport?

  init(_ arguments: Arguments, console: Console) throws {
    guard let path = arguments.value("replay") else {
      throw CommandFailure(
        "searching the live services is not built yet; answer from a recording with --replay PATH",
        code: .unavailable)
    }
    providers = ProviderCatalog.providers { _ in Self.replayKey }
    let archive = try Self.archive(at: path)
    let replay = ReplayTransport(archive: archive, apis: providers.map(\.api))
    recording = replay
    transport =
      arguments.has("verbose")
      ? RequestLog(around: replay, providers: providers, console: console) : replay
  }

  /// Stands where a key would: a recording has none, and none is compared
  private static let replayKey = "REDACTED"

  private static func archive(at path: String) throws -> HARArchive {
    do {
      return try HARArchive(contentsOf: URL(filePath: path))
    } catch {
      throw CommandFailure("--replay: \(error)", code: ExitCode(for: error))
    }
  }
}

extension Session {
  /// A new search
  func search(_ asked: PlanArguments, limit: Int) throws -> MergedSearch {
    let chosen = try asked.providers.isEmpty ? allProviders(for: asked) : named(asked)
    try checkObjections(of: chosen, to: asked)
    return MergedSearch(
      asked.query, from: chosen, order: asked.order, limit: limit, over: transport)
  }

  /// A search gone on with
  func search(continuing cursor: SearchCursor, limit: Int) throws -> MergedSearch {
    do {
      return try MergedSearch(
        continuing: cursor, from: providers, limit: limit, over: transport)
    } catch {
      throw CommandFailure(
        "--cursor: it names a provider that this imgsearch does not have (\(error.id)); "
          + "update imgsearch, or start the search anew", code: .data)
    }
  }

  /// The one photo that an id or a page address names
  func photo(_ reference: String) async throws -> Photo {
    let id = try photoID(reference)
    guard let provider = providers.first(where: { $0.profile.service == id.service }) else {
      let services = Set(providers.map(\.profile.service)).sorted().joined(separator: ", ")
      throw CommandFailure.usage("no provider has photos named \(id); there are: \(services)")
    }
    do {
      return try await provider.photo(id.native, over: transport)
    } catch {
      throw CommandFailure("\(error)", code: ExitCode(forFailures: [error]))
    }
  }

  private func photoID(_ reference: String) throws -> PhotoID {
    do {
      return try PhotoReference(reference, providers: providers).id
    } catch {
      throw CommandFailure.usage("\(error)")
    }
  }

  /// Every provider of that kind of query that the recording answers
  private func allProviders(for asked: PlanArguments) throws -> [any PhotoProvider] {
    let candidates = providers.filter { $0.profile.kind == asked.query.kind }
    guard let recording else { return candidates }
    let query = asked.order == .newest ? asked.query.latestFirst : asked.query
    let recorded = candidates.filter { provider in
      provider.objection(to: query) != nil || recording.hasFirstPage(of: query, from: provider)
    }
    return recorded.contains { $0.objection(to: query) == nil } ? recorded : candidates
  }

  private func named(_ asked: PlanArguments) throws -> [any PhotoProvider] {
    try asked.providers.map { id in
      guard let provider = providers.first(where: { $0.id == id }) else {
        throw CommandFailure.usage("there is no provider \(id)")
      }
      guard provider.profile.kind == asked.query.kind else {
        let others = providers.filter { $0.profile.kind == asked.query.kind }.map(\.id.rawValue)
        let verb = asked.query.kind == .search ? "search words" : "list without words"
        throw CommandFailure.usage(
          "--provider \(id) cannot \(verb); those that can: \(others.joined(separator: ", "))")
      }
      return provider
    }
  }

  private func checkObjections(
    of chosen: [any PhotoProvider], to asked: PlanArguments
  ) throws {
    let query = asked.order == .newest ? asked.query.latestFirst : asked.query
    let objections = chosen.compactMap { provider in
      provider.objection(to: query).map { "\(provider.id): \($0)" }
    }
    guard objections.count == chosen.count, !chosen.isEmpty else { return }
    throw CommandFailure.usage(
      "no chosen provider can do this\n  " + objections.joined(separator: "\n  "))
  }
}

extension ReplayTransport {
  fileprivate func hasFirstPage(of query: PhotoQuery, from provider: any PhotoProvider) -> Bool {
    do throws(ProviderError) {
      return hasEntry(for: try provider.request(for: query, at: nil))
    } catch {
      return false
    }
  }
}
