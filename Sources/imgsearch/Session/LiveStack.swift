import Foundation
import PhotoSearch
import PhotoStorage

/// The layers between a search and the network
struct LiveStack {
  let transport: any HTTPTransport

  /// - Parameter cache: the folder of this program's cache
  init(_ options: RunOptions, providers: [any PhotoProvider], cache: URL) {
    let verdict: @Sendable (HTTPRequest, HTTPResponse) -> Verdict = { request, response in
      let provider = providers.first { $0.api.contains(request.url) }
      return provider?.verdict(on: response) ?? .page
    }
    var limits = LiveTransport.Limits()
    limits.timeout = options.timeout
    // Wikimedia asks for one request after another.
    limits.requestsByHost = [WikimediaCommons().api.defaultBase.host ?? "": 1]
    transport = CachingTransport(
      RetryingTransport(LiveTransport(limits: limits), verdict: verdict),
      store: ResponseFolder(cache.appending(path: "replies")),
      mode: options.isOffline ? .offline : options.isRefreshing ? .refresh : .fresh,
      verdict: verdict)
  }
}
