import Foundation
import PhotoSearch

/// What carries requests for pictures: the network, or the recording
struct PictureStack {
  /// Without retries
  let pictures: any StreamingTransport
  /// With retries, for calls whose answer does not matter; nil in replay
  let plain: (any HTTPTransport)?
  private let live: LiveTransport?

  /// Bytes of a picture whose host does not send it in parts
  private static let wholeLimit = 100_000_000

  init(_ arguments: Arguments, session: Session) {
    if let replay = session.recording {
      let bodies = WholeBodies(session.recorded(replay) ?? replay)
      (pictures, plain, live) = (Self.watched(bodies, session), nil, nil)
      return
    }
    var limits = LiveTransport.Limits()
    limits.body = Self.wholeLimit
    if let seconds = arguments.value("timeout").flatMap(Double.init) {
      limits.timeout = .seconds(seconds)
    }
    // See wikitech.wikimedia.org/wiki/Robot_policy
    limits.requestsByHost = ["upload.wikimedia.org": 2]
    let live = LiveTransport(limits: limits, userAgent: UserAgent.text)
    let providers = session.providers
    self.live = live
    pictures = Self.watched(session.recorded(live).map(WholeBodies.init) ?? live, session)
    let retrying = RetryingTransport(
      live,
      verdict: { request, response in
        providers.first { $0.api.contains(request.url) }?.verdict(on: response) ?? .page
      })
    plain = RequestWatch(retrying, providers: providers, log: session.log)
  }

  private static func watched(
    _ transport: any StreamingTransport, _ session: Session
  ) -> any StreamingTransport {
    session.log.map { PictureWatch(transport, log: $0) } ?? transport
  }

  func close() { live?.close() }
}

extension Session {
  /// The services whose pictures may be on this machine, as their APIs are; in replay, where
  /// nothing is asked, all
  var servicesHere: Set<String> {
    let here = providers.filter { recording != nil || Origin($0.api.base).isLoopback }
    return Set(here.map(\.profile.service))
  }
}
