internal import Foundation
internal import Platform

/// Answers from a recording instead of a network
///
/// An entry answers a request with the same method, default host, path and query parameters, in any
/// order. Keys and parameters that don't change which photos come are ignored. A parameter with its
/// default value counts as absent, and a request without a page asks for the first. If several
/// entries match, the first one answers every time.
public struct ReplayTransport: HTTPTransport {
  private let redaction: Redaction
  private let index: ReplayIndex

  /// - Parameters:
  ///   - archive: the recording
  ///   - apis: the APIs of all providers that may be asked
  package init(archive: HARArchive, apis: [APIDescription]) {
    index = ReplayIndex(archive.entries, apis)
    redaction = Redaction(keys: apis.compactMap(\.key))
  }

  private func reading(_ request: WebRequest) -> RequestReading.Reading? {
    index.reading.reading(method: request.method, url: request.url.absoluteString)
  }

  /// Whether the recording answers this request, even with an error
  package func hasEntry(for request: WebRequest) -> Bool {
    reading(request).flatMap { index.entry(for: $0.key) } != nil
  }

  /// Whether the recording has any entry of an API
  package func hasEntries(of api: APIDescription) -> Bool {
    index.entries(at: Set([NetworkAddress(api.base)?.host].compactMap(\.self)))
      .contains { URL(string: $0.url).map(api.contains) ?? false }
  }

  /// The values in recorded requests where a given request has a placeholder, in recorded order
  ///
  /// - Parameters:
  ///   - mark: the placeholder, in one parameter of `request`
  ///   - request: recorded requests to its address with that parameter are examined
  package func values(inPlaceOf mark: String, in request: WebRequest) -> [String] {
    guard let asked = reading(request)?.key,
      let item = asked.items.first(where: { $0.value.holds(mark) }),
      let place = item.value.places(of: mark).first
    else { return [] }
    let (start, end) = (item.value[..<place.lowerBound], item.value[place.upperBound...])
    return index.positions(near: asked).sorted { $0.value < $1.value }.map(\.key)
      .filter { $0.method == asked.method && $0.address == asked.address }
      .flatMap(\.items)
      .filter {
        $0.name == item.name && $0.value.begins(with: String(start))
          && $0.value.ends(with: String(end))
          && $0.value.utf8.count > start.utf8.count + end.utf8.count
      }
      .map { String($0.value.dropFirst(start.count).dropLast(end.count)) }
  }

  /// - Throws: `TransportError.notRecorded` if the recording lacks the request; the recorded error
  ///   if the exchange had no reply; `unreadable` if the body is in a file that can't be read.
  public func send(_ request: WebRequest) async throws -> WebReply {
    try Task.checkCancellation()
    return try response(to: request)
  }

  /// ``send(_:)`` for callers that can't wait
  package func response(to request: WebRequest) throws(TransportError) -> WebReply {
    guard let asked = reading(request) else {
      throw TransportError.notRecorded(
        asked: request.method + " " + (request.url.host ?? "no address"), nearest: nil,
        isPastFirstPage: false)
    }
    guard let entry = index.entry(for: asked.key) else { throw miss(asked) }
    guard entry.status > 0 else {
      throw TransportError(
        recordedReason: entry.error, host: URLComponents(string: entry.url)?.host ?? "",
        duration: entry.duration)
    }
    let body: Data
    do { body = try entry.wholeBody() } catch { throw .unreadable(error) }
    // Recordings of other programs may contain keys.
    return redaction.reply(
      WebReply(
        status: entry.status, headers: entry.headers, body: body, source: .recording,
        received: entry.received))
  }

  private func miss(_ asked: RequestReading.Reading) -> TransportError {
    .notRecorded(
      asked: asked.key.description,
      nearest: nearest(to: asked)?.description,
      isPastFirstPage: asked.key != asked.firstPage && index.entry(for: asked.firstPage) != nil)
  }

  /// The most similar recorded request to the same API and, if there is one, to the same address
  private func nearest(to asked: RequestReading.Reading) -> RequestKey? {
    guard let api = asked.api else { return nil }
    return index.entries(at: index.reading.hosts(near: asked.key))
      .compactMap { index.reading.reading(method: $0.method, url: $0.url) }
      .filter { $0.api == api }
      .map { (key: $0.key, distance: asked.key.distance(to: $0.key)) }
      .min { $0.distance < $1.distance }?.key
  }
}
