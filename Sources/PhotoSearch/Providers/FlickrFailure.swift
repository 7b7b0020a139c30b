import Foundation

/// What Flickr says when it fails, with HTTP status 200: in JSON, bare or as the argument of a
/// function call, in XML, and in damaged JSON
struct FlickrFailure {
  /// Of the method that was called, above 95 of all methods
  let code: Int?
  let message: String

  /// Past the last photo that a search gives away
  var isBeyondReach: Bool { code == 20 }

  /// nil for a reply that isn't a failure
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

  /// Whether a body says `fail` where replies say so, at one of its ends: in the middle of a page
  /// are thousands of words of strangers
  private static func mayBeFailure(_ body: Data) -> Bool {
    let word = "fail".utf8
    return [body.prefix(512), body.suffix(512)].contains { $0.firstRange(of: word) != nil }
  }

  /// The argument of `jsonFlickrApi(…)`; a body without such a call as it is
  static func argument(in body: Data) -> Data {
    guard let open = body.prefix(100).firstIndex(of: UInt8(ascii: "(")),
      body[..<open].allSatisfy({ $0 <= 0x20 || $0.isPartOfName || $0 == UInt8(ascii: ".") }),
      let close = body.lastIndex(of: UInt8(ascii: ")")), close > open
    else { return body }
    return body[(open + 1)..<close]
  }
}
