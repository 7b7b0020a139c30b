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
    let live = LiveTransport(limits: Self.limits(arguments, providers))
    transport = CachingTransport(
      RetryingTransport(live, verdict: verdict),
      store: ResponseFolder(folders.cache.appending(path: "replies")),
      mode: arguments.has("offline") ? .offline : arguments.has("refresh") ? .refresh : .fresh,
      verdict: verdict)
  }

  private static func limits(
    _ arguments: Arguments, _ providers: [any PhotoProvider]
  ) -> LiveTransport.Limits {
    var limits = LiveTransport.Limits()
    if let seconds = arguments.value("timeout").flatMap(Double.init) {
      limits.timeout = .seconds(seconds)
    }
    // Wikimedia asks for one request after another.
    for provider in providers where provider.id == .wikimedia {
      let base = provider.api.base
      let host = base.host ?? ""
      limits.requestsByHost[base.port.map { "\(host):\($0)" } ?? host] = 1
    }
    return limits
  }
}
