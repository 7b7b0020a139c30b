import Foundation
import LoopbackServer
import PhotoSearch

/// Requests and round trips over loopback, against the fewest that there could be
///
/// A provider's first page has to be there before it is known how many there are; then the others
/// can be asked for side by side, six at a host, but where each page names the next. A round trip
/// is a latency.
enum TripsSection {
  /// Requests that a host gets at a time
  private static let atOnce = LiveTransport.Limits().requestsPerHost

  static func run(_ figures: inout Figures) async throws {
    for latency in [0.05, 0.3] {
      for count in [30, 300, 1_000] {
        for providers in [1, 4, 9] {
          try await measure(&figures, photos: count, providers: providers, latency: latency)
        }
      }
    }
    try await measure(&figures, photos: 300, providers: 4, latency: 0.05, slow: 10)
  }

  private static func measure(
    _ figures: inout Figures, photos: Int, providers count: Int, latency: Double,
    slow factor: Double? = nil
  ) async throws {
    let ids = Array(EndlessServices.all.prefix(count))
    let services = EndlessServices(ids)
    // Making a page is no part of the latency.
    for id in ids { services.prepare(id, pages: photos / count / services.size(of: id) + 2) }
    // Each has a host of its own, as limits are each host's.
    var servers: [ProviderID: ScriptedServer] = [:]
    for id in ids {
      servers[id] = try ScriptedServer(lifetime: 120) { request in
        var answer = LoopbackAnswer(
          headers: ["Content-Type": "application/json"],
          body: services.reply(to: request.url, of: id))
        answer.delay = latency * (id == ids[0] ? factor ?? 1 : 1)
        return answer
      }
    }
    defer { for server in servers.values { server.stop() } }
    let searches = EndlessServices.searches { servers[$0.id]?.url("/") }.filter {
      ids.contains($0.id)
    }
    let transport = LiveTransport(
      for: searches.map { $0.api }, timeout: .seconds(20), redaction: Redaction())
    defer { transport.close() }

    var search = MergedSearch(PhotoQuery("kittens"), from: searches, limit: photos, over: transport)
    if factor != nil { search.patience = .seconds(1) }
    let start = ContinuousClock.now
    var first: Duration?
    var shown: [ProviderID: Int] = [:]
    for await case .photo(let photo) in search {
      first = first ?? (ContinuousClock.now - start)
      shown[photo.provider, default: 0] += 1
    }
    let taken = (ContinuousClock.now - start) / .seconds(1)
    let requests = services.takeCounts().requests
    let pages = shown.map { id, count in (id, (count - 1) / services.size(of: id) + 1) }
    let chains = pages.map { id, pages in
      let trips = isLinked(id) ? pages : 1 + (pages - 1 + atOnce - 1) / atOnce
      return Double(trips) * (id == ids[0] ? factor ?? 1 : 1)
    }
    let chain = chains.max() ?? 0
    figures.add(
      "\(photos) photos of \(count), \(Int(latency * 1_000)) ms"
        + (factor.map { ", one \(Int($0)) times slower" } ?? ""),
      [
        .init("requests", Double(requests)),
        .init("of needed", Double(requests) / Double(pages.map(\.1).reduce(0, +)), "×"),
        .init("round trips", taken / latency), .init("least", chain),
        .init("of least", taken / latency / chain, "×"),
        .init("first row", (first ?? .zero) / .milliseconds(1), "ms"),
        .init("photos", Double(shown.values.reduce(0, +))),
      ], ours: .init("", taken / latency, "round trips"), yardstick: .init("least", chain))
  }

  /// Whether only a page tells of the next, or nothing tells how many there are
  private static func isLinked(_ id: ProviderID) -> Bool {
    [.wikimedia, .searxng, .iNaturalist].contains(id)
  }
}
