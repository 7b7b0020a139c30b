package import Foundation
package import PhotoSearch
import Synchronization

/// Plays the photo services from recordings over real sockets, each below a path of its name, with
/// faults
///
/// What a service answers is what the same request gets in replay; what is not recorded is 404.
package final class FixtureServer: Sendable {
  /// How the services share this machine
  package enum Ports: Sendable {
    case one, oneEach
  }

  private struct State {
    var faults: [String: Fault] = [:]
    var arrived: [(service: String, request: HTTPRequest)] = []
    var missing: [String] = []
  }

  /// By service; all the same one when they share a port
  private let servers: [String: ScriptedServer]
  private let stage: Stage

  /// - Parameters:
  ///   - archive: what the services answer
  ///   - ports: one for all, or one for each
  ///   - lifetime: seconds after which it ends in any case
  package init(_ archive: HARArchive, ports: Ports = .one, lifetime: Double = 60) throws {
    let stage = Stage(archive)
    let start = { try ScriptedServer(lifetime: lifetime) { stage.answer(to: $0) } }
    let shared = ports == .one ? try start() : nil
    var servers: [String: ScriptedServer] = [:]
    for service in Stage.services { servers[service] = try shared ?? start() }
    (self.servers, self.stage) = (servers, stage)
  }

  deinit { stop() }

  package func stop() {
    for server in servers.values { server.stop() }
  }

  /// Where a service is
  package func url(of service: String) -> URL {
    guard let server = servers[service] else { preconditionFailure("no service \(service)") }
    return server.url("/\(service)")
  }

  /// The variables that send a program here
  package var environment: [String: String] {
    let pairs = Stage.services.map { ("\($0.uppercased())_API_URL", url(of: $0).absoluteString) }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// Lets a service answer badly from now on; nil lets it answer well again
  package func set(_ fault: Fault?, of services: String...) {
    for service in services { stage.state.withLock { $0.faults[service] = fault } }
  }

  /// What arrived since the start, or since it was forgotten, in order
  package var requests: [HTTPRequest] { stage.state.withLock { $0.arrived.map(\.request) } }

  /// What arrived for one service
  package func requests(of service: String) -> [HTTPRequest] {
    stage.state.withLock { state in
      state.arrived.filter { $0.service == service }.map(\.request)
    }
  }

  /// Requests by service, those of services that were not asked left out
  package var counts: [String: Int] {
    stage.state.withLock { $0.arrived.reduce(into: [:]) { $0[$1.service, default: 0] += 1 } }
  }

  /// What was asked and no recording has
  package var missing: [String] { stage.state.withLock { $0.missing } }

  /// Begins to count anew
  package func forget() {
    stage.state.withLock { ($0.arrived, $0.missing) = ([], []) }
  }

  /// What the connections' threads share
  private final class Stage: Sendable {
    static let services = ["unsplash", "flickr", "openverse", "wikimedia"]

    let state = Mutex(State())
    private let replay: ReplayTransport
    private let homes: [String: URL]

    init(_ archive: HARArchive) {
      let providers = ProviderCatalog.providers { _ in Redaction.word }
      replay = ReplayTransport(archive: archive, apis: providers.map(\.api))
      homes = Dictionary(
        providers.map { ($0.profile.service, $0.api.defaultBase) }, uniquingKeysWith: { $1 })
    }

    func answer(to request: HTTPRequest) -> LoopbackAnswer {
      guard let (service, address) = place(of: request.url) else {
        state.withLock { $0.missing.append(request.url.absoluteString) }
        return .text("no such service", status: 404)
      }
      let (fault, number) = state.withLock { state in
        state.arrived.append((service, request))
        return (state.faults[service], state.arrived.count { $0.service == service })
      }
      var asked = request
      asked.url = address
      let sound = recorded(asked)
      return fault?.apply(number, sound) ?? sound
    }

    private func recorded(_ request: HTTPRequest) -> LoopbackAnswer {
      do throws(TransportError) {
        return .recorded(try replay.response(to: request))
      } catch {
        guard case .notRecorded(let asked, _, _) = error else {
          return LoopbackAnswer(delivery: .reset(after: nil))
        }
        state.withLock { $0.missing.append(asked) }
        return .text("not recorded", status: 404)
      }
    }

    /// `/flickr?text=kittens` is flickr's, and what it is where flickr is for everybody
    private func place(of url: URL) -> (service: String, address: URL)? {
      guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
      let path = parts.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false)
      guard path.count > 1, let home = homes[String(path[1])] else { return nil }
      var base = home.absoluteString[...]
      while base.hasSuffix("/") { base = base.dropLast() }
      let rest = path.dropFirst(2).map { "/" + $0 }.joined()
      let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
      return URL(string: base + rest + query).map { (String(path[1]), $0) }
    }
  }
}
