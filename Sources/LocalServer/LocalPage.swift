package import Foundation
import Platform

/// A page that this machine serves to its user alone: its files, and the calls of its scripts
///
/// The page's address has a random part, and its scripts mark their calls with a header, which pages
/// of other sites can't send. Files are got; calls, which are below `api`, are posted.
package struct LocalPage: Sendable {
  /// Gives the file with a name, which is empty for the page itself; nil if there is none
  package typealias Files = @Sendable (String, LocalRequest) -> LocalReply?
  /// Answers a call with this body
  package typealias Call = @Sendable (Data) -> LocalReply
  /// Gives what answers the calls of a name; nil if there are none
  package typealias Calls = @Sendable (String) -> Call?

  /// The random part of the address, which nobody can guess: 24 characters of URL-safe base64
  private let secret: String
  /// The name of the header of every call
  private let mark: String
  /// Headers of every reply
  private let headers: LocalHeaders
  private let maxCallBytes: Int
  private let absence: String
  private let file: Files
  private let call: Calls

  /// - Parameters:
  ///   - mark: the name of the header of every call, whose value is `1`
  ///   - pictures: where the page may load pictures from, beside this server: `https:`
  ///   - maxCallBytes: most bytes of a call's body
  ///   - absence: words for a wrong secret, e.g. that of an earlier server on this port
  package init(
    markingCallsWith mark: String, pictures: [String], maxCallBytes: Int, absence: String,
    file: @escaping Files, call: @escaping Calls
  ) {
    self.mark = mark
    self.maxCallBytes = maxCallBytes
    self.absence = absence
    self.file = file
    self.call = call
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<18).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    secret = Data(bytes).base64EncodedString().replacing(each: "+", by: "-")
      .replacing(each: "/", by: "_")
    let policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
      + "img-src 'self' \(pictures.joined(separator: " ")); "
      + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    headers = [
      "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY", "Cache-Control": "no-store",
    ]
  }

  /// Serves the page until its task is cancelled
  ///
  /// - Parameters:
  ///   - port: 0 for any free port
  ///   - body: called with the page's address once it is served
  /// - Throws: ``SocketFailure`` if the port isn't available, and what the body throws.
  package func serve(at port: UInt16, _ body: (String) async throws -> Void) async throws {
    let (ready, isReady) = AsyncStream<UInt16>.makeStream()
    var limits = LocalHTTPServer.Limits()
    limits.bodyBytes = maxCallBytes
    let server = LocalHTTPServer(limits: limits)
    try await withThrowingTaskGroup { group in
      group.addTask {
        defer { isReady.finish() }
        try await server.run(
          port: port, onReady: { isReady.yield($0) }, bodyLimit: bodyLimit, handler: reply)
      }
      for await port in ready { try await body("http://127.0.0.1:\(port)/\(secret)/") }
      try await group.waitForAll()
    }
  }

  private enum Route { case file(String), call(Call), refused(LocalReply) }

  /// The purpose of a request, by its head alone
  private func route(of request: LocalRequest) -> Route {
    let nothing = refusal(404, "There is nothing here.")
    guard let names = request.segments, names.count > 1, isSecret(names[0]) else {
      return .refused(request.segments?.count == 2 ? refusal(404, absence) : nothing)
    }
    guard names[1] == "api" else { return names.count == 2 ? .file(names[1]) : .refused(nothing) }
    guard request.method == "POST" else {
      return .refused(refusal(405, "Calls are posted.", allow: "POST"))
    }
    guard isOwn(request) else { return .refused(refusal(403, "This isn't a call of the page.")) }
    return (names.count == 3 ? call(names[2]) : nil).map { .call($0) } ?? .refused(nothing)
  }

  @Sendable private func reply(to request: LocalRequest) -> LocalReply {
    var reply: LocalReply
    switch route(of: request) {
    case .refused(let refusal): reply = refusal
    case .call(let call): reply = call(request.body)
    case .file(let name) where ["GET", "HEAD"].contains(request.method):
      reply = file(name, request) ?? refusal(404, "There is nothing here.")
    case .file: reply = refusal(405, "Files are asked for.", allow: "GET, HEAD")
    }
    reply.headers.fields += headers.fields
    return reply
  }

  /// Most bytes of a request's body: only calls of the page have one
  @Sendable private func bodyLimit(of request: LocalRequest) -> Int {
    if case .call = route(of: request) { maxCallBytes } else { 0 }
  }

  private func refusal(_ status: Int, _ words: String, allow: String? = nil) -> LocalReply {
    var reply = LocalReply.file("text/plain", words + "\n", status: status)
    reply.headers["Allow"] = allow
    return reply
  }

  /// Whether a text is the random part of the address; the time it takes doesn't depend on where
  /// they differ
  private func isSecret(_ text: String) -> Bool {
    let (mine, others) = (Array(secret.utf8), Array(text.utf8))
    guard mine.count == others.count else { return false }
    return zip(mine, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether a call comes from the page itself
  private func isOwn(_ request: LocalRequest) -> Bool {
    let isJSON = request.headers["content-type"]?.lowercased().begins(with: "application/json")
    let origin = request.headers["origin"].map { $0 == "http://\(request.headers["host"] ?? "")" }
    let site = request.headers["sec-fetch-site"].map { $0 == "same-origin" }
    return request.headers[mark] == "1" && isJSON ?? false && origin ?? true && site ?? true
  }
}
