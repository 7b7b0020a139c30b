import Foundation
import Platform

/// A failure that Flickr reports with HTTP status 200: as JSON (bare or as the argument of a
/// function call), as XML, or as damaged JSON
struct FlickrFailure {
  /// The called method's own code; above 95 a code that all methods share
  let code: Int?
  let message: String

  /// Whether the page is beyond the last photo that a search gives
  var isBeyondReach: Bool { code == 20 }

  /// Finds a failure in a reply's body; nil if there is none
  init?(in body: Data) {
    guard Self.mayBeFailure(body) else { return nil }
    do throws(JSONProblem) {
      self.init(try JSONValue(parsing: Self.argument(in: body)))
    } catch {
      self.init(in: String(decoding: body.prefix(2_000), as: UTF8.self))
    }
  }

  init?(_ root: JSONValue) {
    guard root["stat"]?.string == "fail" else { return nil }
    code = root["code"]?.integer
    message = root["message"]?.string ?? ""
  }

  private init?(in text: String) {
    guard text.contains(#/stat"?\s*[=:]\s*"fail"/#) else { return nil }
    let code = text.firstMatch(of: #/\bcode"?\s*[=:]\s*"?(\d{1,9})/#)
    let words = text.firstMatch(of: #/\b(?:message|msg)"?\s*[=:]\s*"([^"]*)"/#)
    self.code = code.flatMap { Int($0.1) }
    message = words.map { String($0.1) } ?? ""
  }

  /// Whether `fail` occurs near the start or the end of a body, where Flickr reports it. The middle
  /// of a page isn't searched, as it has thousands of words written by users
  private static func mayBeFailure(_ body: Data) -> Bool {
    let word = "fail".utf8
    return [body.prefix(512), body.suffix(512)].contains { $0.firstRange(of: word) != nil }
  }

  /// The argument of `jsonFlickrApi(…)`; the whole body if there is no such call
  static func argument(in body: Data) -> Data {
    guard let open = body.prefix(100).firstIndex(of: UInt8(ascii: "(")),
      body[..<open].allSatisfy({ $0 <= 0x20 || $0.isPartOfName || $0 == UInt8(ascii: ".") }),
      let close = body.lastIndex(of: UInt8(ascii: ")")), close > open
    else { return body }
    return body[(open + 1)..<close]
  }
}
