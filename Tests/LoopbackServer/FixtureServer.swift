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

  /// By service; all the same one when they share a port
  private let servers: [String: ScriptedServer]
  private let stage: FixtureStage

  /// - Parameters:
  ///   - archive: what the services answer
  ///   - ports: one for all, or one for each
  ///   - hasPictures: whether recorded pictures are here too, as those of a service `pictures`, and
  ///     replies lead to them
  ///   - lifetime: seconds after which a connection ends in any case
  package init(
    _ archive: HARArchive, ports: Ports = .one, hasPictures: Bool = false, lifetime: Double = 600
  ) throws {
    let stage = FixtureStage(archive, hasPictures: hasPictures)
    let start = { try ScriptedServer(lifetime: lifetime) { stage.answer(to: $0) } }
    let shared = ports == .one ? try start() : nil
    var servers: [String: ScriptedServer] = [:]
    for service in FixtureStage.services { servers[service] = try shared ?? start() }
    (self.servers, self.stage) = (servers, stage)
  }

  deinit { stop() }

  package func stop() { for server in servers.values { server.stop() } }

  /// Where a service is
  package func url(of service: String) -> URL {
    guard let server = servers[service] else { preconditionFailure("no service \(service)") }
    return server.url("/\(service)")
  }

  /// The variables that send a program here
  package var environment: [String: String] {
    let pairs = ProviderCatalog.profiles.filter { $0.kind == .search }.map {
      ($0.addressVariable, url(of: $0.service).absoluteString)
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// Lets a service answer badly from now on; nil lets it answer well again
  package func set(_ fault: Fault?, of services: String...) {
    for service in services { stage.state.withLock { $0.faults[service] = fault } }
  }

  /// What arrived since the start, or since it was forgotten, in order
  package var requests: [WebRequest] { stage.state.withLock { $0.arrived.map(\.request) } }

  /// What arrived for one service
  package func requests(of service: String) -> [WebRequest] {
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
  package func forget() { stage.state.withLock { ($0.arrived, $0.missing) = ([], []) } }
}
