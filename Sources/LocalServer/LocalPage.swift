import Foundation
import Platform

/// The protection of a page that this machine serves to its user alone
///
/// The page's address has a random part, and its scripts mark their calls with a header, which pages
/// of other sites can't send.
package struct LocalPage: Sendable {
  /// The random part of the address, which nobody can guess: 24 characters of URL-safe base64
  private let secret: String
  /// The name of the header of every call
  private let mark: String
  /// Headers of every reply
  package let headers: LocalHeaders

  /// - Parameters:
  ///   - mark: the name of the header of every call, whose value is `1`
  ///   - pictures: where the page may load pictures from, beside this server: `https:`
  package init(markingCallsWith mark: String, pictures: [String]) {
    self.mark = mark
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

  package func address(at port: UInt16) -> String { "http://127.0.0.1:\(port)/\(secret)/" }

  /// Whether a text is the random part of the address; the time it takes doesn't depend on where
  /// they differ
  package func isSecret(_ text: some StringProtocol) -> Bool {
    let (mine, others) = (Array(secret.utf8), Array(text.utf8))
    guard mine.count == others.count else { return false }
    return zip(mine, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Whether a call comes from the page itself
  package func isCall(_ request: LocalRequest) -> Bool {
    let isJSON = request.headers["content-type"]?.lowercased().begins(with: "application/json")
    let origin = request.headers["origin"].map { $0 == "http://\(request.headers["host"] ?? "")" }
    let site = request.headers["sec-fetch-site"].map { $0 == "same-origin" }
    return request.headers[mark] == "1" && isJSON ?? false && origin ?? true && site ?? true
  }
}
