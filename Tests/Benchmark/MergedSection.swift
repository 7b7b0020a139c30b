import Foundation
import PhotoDisplay
import PhotoSearch

/// A whole search without a network: from bytes to lines of ndjson, photos of several providers in
/// turn, each once
enum MergedSection {
  static func run(_ figures: inout Figures) async throws {
    for count in [1, 6, 9] {
      try await measure(&figures, providers: Array(EndlessServices.all.prefix(count)))
    }
  }

  private static func measure(_ figures: inout Figures, providers ids: [ProviderID]) async throws {
    let services = EndlessServices(ids)
    // The shortest list ends at 600 photos.
    let limit = 300 * ids.count
    for id in ids { services.prepare(id, pages: limit / ids.count / services.size(of: id) + 2) }
    let searches = EndlessServices.searches { _ in nil }.filter { ids.contains($0.id) }
    let redaction = Redaction(
      inUse: searches.map { KeyInUse("0123456789abcdef0123456789abcdef", home: $0.api.base) },
      keys: searches.compactMap { $0.api.key })
    let transport = RedactingServices(services: services, redaction: redaction)
    var (seconds, shown, bytes) = (Double.infinity, 0, 0)
    for _ in 0..<5 {
      let start = processorSeconds
      let renderer = LineRenderer.ndjson()
      shown = 0
      for await case .photo(let photo) in MergedSearch(
        PhotoQuery("kittens"), from: searches, limit: limit, over: transport)
      {
        shown += 1
        precondition(!renderer.entry(ListingEntry(number: shown, photo: photo)).isEmpty)
      }
      seconds = min(seconds, processorSeconds - start)
      bytes = services.takeCounts().bytes
    }
    let bodies = ids.flatMap { id in
      (1...max(1, limit / ids.count / services.size(of: id))).map {
        services.body(of: id, page: $0)
      }
    }
    var values: [Figures.Value] = [
      .init("photos", Double(shown)), .init("MB", Double(bytes) / 1e6),
      .init("to ndjson", Double(shown) / seconds, "/s"),
    ]
    let micros = 1e6 / Double(shown)
    var yardstick: Figures.Value?
    if let loads = try RowsSection.pythonSeconds(bodies) {
      let each = loads / Double(bodies.reduce(0) { $0 + $1.count })
      values.append(.init("json.loads", seconds / Double(bytes) / each, "×"))
      yardstick = .init("json.loads", each * Double(bytes) * micros, "µs")
    }
    figures.add(
      "a photo of \(ids.count) providers", values,
      ours: .init("ndjson", seconds * micros, "µs"), yardstick: yardstick)
  }
}

/// As replies come in from a network or a recording
private struct RedactingServices: HTTPTransport {
  let services: EndlessServices
  let redaction: Redaction

  func send(_ request: WebRequest) async throws -> WebReply {
    redaction.reply(try await services.send(request))
  }
}
