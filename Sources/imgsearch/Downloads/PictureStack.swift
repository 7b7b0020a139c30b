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
    if let recording = session.recording {
      (pictures, plain, live) = (WholeBodies(recording), nil, nil)
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
    pictures = live
    plain = RetryingTransport(
      live,
      verdict: { request, response in
        providers.first { $0.api.contains(request.url) }?.verdict(on: response) ?? .page
      })
  }

  func close() { live?.close() }
}

extension Session {
  /// Where the services are asked, by their names
  var apis: [String: URL] {
    Dictionary(providers.map { ($0.profile.service, $0.api.base) }, uniquingKeysWith: { $1 })
  }

  /// The names of the services as credit lines have them
  var sites: [String: String] {
    Dictionary(
      providers.map { ($0.profile.service, $0.profile.name) },
      uniquingKeysWith: { first, _ in first })
  }
}
