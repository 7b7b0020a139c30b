import Foundation
import PhotoSearch
import PhotoStorage

/// The layers between a search and the network
struct ServiceLayers {
  let transport: any HTTPTransport

  /// - Parameter cache: the folder of this program's cache
  init(_ options: RunOptions, providers: [any PhotoProvider], cache: URL) {
    let verdict: @Sendable (HTTPRequest, HTTPResponse) -> Verdict = { request, response in
      let provider = providers.first { $0.api.contains(request.url) }
      return provider?.verdict(on: response) ?? .page
    }
    var limits = LiveTransport.Limits()
    limits.timeout = options.timeout
    let apis = providers.map(\.api)
    for api in apis {
      guard let count = api.requestsAtOnce, let host = api.defaultBase.host else { continue }
      limits.requestsByHost[host] = count
    }
    let live = LiveTransport(
      limits: limits,
      keyParameters: Redaction.parameters.union(
        apis.compactMap { $0.key?.parameter?.lowercased() }))
    transport = CachingTransport(
      RetryingTransport(live, verdict: verdict),
      store: ResponseFolder(cache.appending(path: "replies")),
      mode: options.isOffline ? .offline : options.isRefreshing ? .refresh : .fresh,
      redaction: Redaction(keys: apis.compactMap(\.key)))
  }
}

/// What carries requests for pictures: the network, or the recording
struct PictureLayers {
  /// Without retries
  let pictures: any StreamingTransport
  /// With retries, for short calls whose answer does not matter; nil in replay
  let notices: (any HTTPTransport)?
  private let live: [LiveTransport]

  /// Bytes of a picture whose host does not send it in parts: a fault's end more than a limit
  private static let wholeLimit = 2_000_000_000
  /// A notice may hold up the end of the program
  private static let noticeTime = Duration.seconds(5)

  /// - Parameter timeout: how long a request may take
  init(session: Session, timeout: Duration) {
    func logged(_ transport: any StreamingTransport) -> any StreamingTransport {
      session.log.map { LoggingPictureTransport(transport, log: $0) } ?? transport
    }
    if let replay = session.recording {
      pictures = logged(WholeBodies(session.recorded(replay) ?? replay))
      (notices, live) = (nil, [])
      return
    }
    var limits = LiveTransport.Limits()
    limits.timeout = timeout
    var brief = limits
    brief.timeout = min(limits.timeout, Self.noticeTime)
    limits.body = Self.wholeLimit
    // See wikitech.wikimedia.org/wiki/Robot_policy
    limits.requestsByHost = ["upload.wikimedia.org": 2]
    let (pictureHosts, services) = (LiveTransport(limits: limits), LiveTransport(limits: brief))
    live = [pictureHosts, services]
    pictures = logged(session.recorded(pictureHosts).map(WholeBodies.init) ?? pictureHosts)
    let providers = session.providers
    let retrying = RetryingTransport(
      services,
      verdict: { request, response in
        providers.first { $0.api.contains(request.url) }?.verdict(on: response) ?? .page
      }, budget: Self.noticeTime)
    notices = LoggingTransport(retrying, providers: providers, log: session.log)
  }

  func close() {
    for transport in live { transport.close() }
  }
}

extension Session {
  /// The services whose pictures may be on this machine, as their APIs are; in replay, where
  /// nothing is asked, all
  var servicesHere: Set<String> {
    let here = providers.filter { recording != nil || Origin($0.api.base).isLoopback }
    return Set(here.map(\.profile.service))
  }
}
