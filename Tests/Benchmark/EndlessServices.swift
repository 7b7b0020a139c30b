import FixtureMaker
import Foundation
import PhotoSearch
import Synchronization

/// The services' searches with as many photos as anybody asks for, made ahead: pages by service and
/// number
final class EndlessServices: HTTPTransport {
  private let replies: [ProviderID: EndlessReplies]
  private let bodies = Mutex<[ProviderID: [Int: Data]]>([:])
  private let counted = Mutex<(requests: Int, bytes: Int)>((0, 0))

  init(_ providers: [ProviderID]) {
    replies = Dictionary(
      uniqueKeysWithValues: providers.compactMap { id in EndlessReplies(of: id).map { (id, $0) } })
  }

  /// All searches, those first that need not be named
  static let all = ProviderCatalog.profiles.filter { $0.kind == .search }
    .sorted { $0.isInAll && !$1.isInAll }.map(\.id)

  /// Makes a service's first pages, so that making them isn't measured
  func prepare(_ provider: ProviderID, pages: Int) {
    for number in 1...max(1, pages) { _ = body(of: provider, page: number) }
  }

  func size(of provider: ProviderID) -> Int { replies[provider]?.size ?? 0 }

  func body(of provider: ProviderID, page number: Int) -> Data {
    if let body = bodies.withLock({ $0[provider]?[number] }) { return body }
    let body = Data((replies[provider]?.body(ofPage: number) ?? "{}").utf8)
    bodies.withLock { $0[provider, default: [:]][number] = body }
    return body
  }

  /// Which page a request is for, by the parameters that the services have for it
  func page(_ url: URL, of provider: ProviderID) -> Int {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    func number(_ name: String) -> Int? {
      items.first { $0.name == name }?.value.flatMap { Int($0.drop { !$0.isNumber }) }
    }
    if let offset = number("gsroffset") { return offset / size(of: provider) + 1 }
    return ["page", "pageno", "cursor"].lazy.compactMap(number).first ?? 1
  }

  /// What was asked and given since the last time
  func takeCounts() -> (requests: Int, bytes: Int) {
    counted.withLock { counts in
      defer { counts = (0, 0) }
      return counts
    }
  }

  func reply(to url: URL, of provider: ProviderID) -> Data {
    let body = body(of: provider, page: page(url, of: provider))
    counted.withLock { $0 = ($0.requests + 1, $0.bytes + body.count) }
    return body
  }

  /// Answers for the services' own addresses, without a network
  func send(_ request: WebRequest) async throws -> WebReply {
    guard let provider = Self.owners.provider(of: request.url) else {
      throw TransportError.unreachable(host: "\(request.url)", reason: "nobody is there")
    }
    return WebReply(
      status: 200, headers: ["Content-Type": "application/json"],
      body: reply(to: request.url, of: provider.id))
  }

  private static let owners = ProviderRegistry(searches { _ in nil })

  /// The searches of all services
  ///
  /// - Parameter base: where they are; nil for where they are for everybody
  static func searches(at base: (ProviderProfile) -> URL?) -> [any PhotoProvider] {
    let providers = ProviderCatalog.providers(key: { _ in "benchmark" }, address: base)
    return all.compactMap { id in providers.first { $0.id == id } }
  }
}
