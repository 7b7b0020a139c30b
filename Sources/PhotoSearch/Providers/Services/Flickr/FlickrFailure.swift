import Foundation
import Platform

/// A failure that Flickr reports with HTTP status 200: as JSON (bare or as the argument of a
/// function call), as XML, or as damaged JSON
struct FlickrFailure {
  /// The called method's own code; above 95 a code that all methods share
  let code: Int?
  let message: String

  /// Finds a failure in a reply's body; nil if there is none
  init?(in body: Data) {
    guard Self.mayBeFailure(body) else { return nil }
    if let root = ifReadable({ try JSONValue(parsing: Self.argument(in: body)) }) {
      guard root["stat"]?.string == "fail" else { return nil }
      (code, message) = (root["code"]?.integer, root["message"]?.string ?? "")
      return
    }
    let text = String(decoding: body.prefix(2_000), as: UTF8.self)
    guard text.contains(Self.status) else { return nil }
    let code = text.firstMatch(of: #/\bcode"?\s*[=:]\s*"?(\d{1,9})/#)
    let words = text.firstMatch(of: #/\b(?:message|msg)"?\s*[=:]\s*"([^"]*)"/#)
    self.code = code.flatMap { Int($0.1) }
    message = words.map { String($0.1) } ?? ""
  }

  /// Whether a failure is told near the start or the end of a body, where Flickr does. The middle of
  /// a page isn't searched, as it has thousands of words written by users
  private static func mayBeFailure(_ body: Data) -> Bool {
    [body.prefix(512), body.suffix(512)].contains { edge in
      edge.firstRange(of: "fail".utf8) != nil
        && String(decoding: edge, as: UTF8.self).contains(Self.status)
    }
  }

  /// `"stat":"fail"` in JSON, damaged or not, and `stat="fail"` in XML
  private static var status: Regex<Substring> { #/stat"?\s*[=:]\s*"fail"/# }

  /// The argument of `jsonFlickrApi(…)`; the whole body if there is no such call
  static func argument(in body: Data) -> Data {
    guard let open = body.prefix(100).firstIndex(of: UInt8(ascii: "(")),
      body[..<open].allSatisfy({ $0 <= 0x20 || $0.isPartOfName || $0 == UInt8(ascii: ".") }),
      let close = body.lastIndex(of: UInt8(ascii: ")")), close > open
    else { return body }
    return body[(open + 1)..<close]
  }
}

extension Flickr {
  /// Flickr sends refusals, and requests to try again, with status 200
  func ownVerdict(on response: WebReply) -> ReplyVerdict? {
    switch response.status {
    case 200..<300: break
    // A missing method says nothing about the photo.
    case 404: return .failed(status: 404, message: serviceMessage(in: response))
    default: return nil
    }
    if let failure = FlickrFailure(in: response.body) { return verdict(on: failure, in: response) }
    let isCall = response.body.prefix(32).starts(with: Array("jsonFlickr".utf8))
    return isCall ? .page : nil
  }

  /// Flickr's code 20: the page is beyond the last photo that a search gives
  func end(in response: WebReply, after photos: Int) -> EndReason? {
    (200..<300).contains(response.status) && FlickrFailure(in: response.body)?.code == 20
      ? .depthLimit(photos) : nil
  }

  private func verdict(on failure: FlickrFailure, in response: WebReply) -> ReplyVerdict {
    let words = shown(failure.message)
    let lowercased = words.lowercased()
    if lowercased.holds("currently") && lowercased.holds("available") {
      return .again(after: response.retryAfter, reason: words)
    }
    switch failure.code {
    case 0, 10, 105, 201: return .again(after: response.retryAfter, reason: words)
    case 100: return .refused(words)
    // Several methods use code 1, also for missing photosets; only the words tell them apart.
    case 1 where lowercased.contains(/\b(photo|user)\b.*\bnot found\b/): return .absent(words)
    case 2, 5:
      return ["unknown user", "user deleted"].contains { lowercased.holds($0) }
        ? .absent(words) : .failed(status: failure.code ?? response.status, message: words)
    default: return .failed(status: failure.code ?? response.status, message: words)
    }
  }

  func words(in response: WebReply) -> String? {
    FlickrFailure(in: response.body)?.message
  }
}
