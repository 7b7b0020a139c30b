import Foundation
import PhotoSearch
import PhotoStorage

/// The layers between a search and the network
struct LiveStack {
  let transport: any HTTPTransport

  /// - Throws: a usage failure for options that exclude each other.
  init(_ arguments: Arguments, providers: [any PhotoProvider], folders: Folders) throws {
    if arguments.has("offline"), arguments.has("refresh") {
      throw CommandFailure.usage("--offline and --refresh exclude each other")
    }
    let verdict: @Sendable (HTTPRequest, HTTPResponse) -> Verdict = { request, response in
      let provider = providers.first { $0.api.contains(request.url) }
      return provider?.verdict(on: response) ?? .page
    }
    let apis = providers.map(\.api)
    let live = LiveTransport(
      limits: Self.limits(arguments, apis),
      keyParameters: Redaction.parameters.union(
        apis.compactMap { $0.key?.parameter?.lowercased() }))
    transport = CachingTransport(
      RetryingTransport(live, verdict: verdict),
      store: ResponseFolder(folders.cache.appending(path: "replies")),
      mode: arguments.has("offline") ? .offline : arguments.has("refresh") ? .refresh : .fresh,
      redaction: Redaction(keys: apis.compactMap(\.key)))
  }

  private static func limits(
    _ arguments: Arguments, _ apis: [APIDescription]
  ) -> LiveTransport.Limits {
    var limits = LiveTransport.Limits()
    if let seconds = arguments.value("timeout").flatMap(Double.init) {
      limits.timeout = .seconds(seconds)
    }
    for api in apis {
      guard let count = api.requestsAtOnce, let host = api.defaultBase.host else { continue }
      limits.requestsByHost[host] = count
    }
    return limits
  }
}
