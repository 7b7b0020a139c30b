import Foundation
import PhotoSearch
import Synchronization

/// Which service is asked for what, and what it says: shared by the threads of all connections
final class FixtureStage: Sendable {
  struct State {
    var faults: [String: Fault] = [:]
    var arrived: [(service: String, request: WebRequest)] = []
    var missing: [String] = []
  }

  static let services = ProviderCatalog.profiles.filter { $0.kind == .search }.map(\.service)

  let state = Mutex(State())
  private let replay: ReplayTransport
  private let homes: [String: URL]
  private let pictures: FixturePictures?

  /// - Parameter hasPictures: whether the recorded pictures are here too
  init(_ archive: HARArchive, hasPictures: Bool) {
    pictures = hasPictures ? FixturePictures(archive) : nil
    let providers = ProviderCatalog.providers { _ in Redaction.word }
    replay = ReplayTransport(archive: archive, apis: providers.map(\.api))
    homes = Dictionary(
      providers.map { ($0.profile.service, $0.api.defaultBase) }, uniquingKeysWith: { $1 })
  }

  func answer(to request: WebRequest) -> LoopbackAnswer {
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
    var sound = recorded(asked)
    if let pictures, service != FixturePictures.service {
      sound.body = pictures.moved(sound.body, to: request.url)
    }
    return fault?.apply(number, sound) ?? sound
  }

  private func recorded(_ request: WebRequest) -> LoopbackAnswer {
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
    guard path.count > 1 else { return nil }
    let rest = path.dropFirst(2).map { "/" + $0 }.joined()
    let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
    if let pictures, path[1] == FixturePictures.service {
      return pictures.address(rest, query: query).map { (FixturePictures.service, $0) }
    }
    guard let home = homes[String(path[1])] else { return nil }
    var base = home.absoluteString[...]
    while base.hasSuffix("/") { base = base.dropLast() }
    return URL(string: base + rest + query).map { (String(path[1]), $0) }
  }
}
