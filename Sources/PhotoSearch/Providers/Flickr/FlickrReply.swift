import Foundation

/// A reply of Flickr's API: JSON, bare or as the argument of a function call, or a failure in any
/// of the forms it comes in
enum FlickrReply {
  /// - Throws: where the text stops being JSON.
  static func root(of body: Data) throws(JSONProblem) -> JSONValue {
    try JSONDocument(unwrapped(body)).root
  }

  /// The argument of `jsonFlickrApi(…)`; a body that is no call as it is
  private static func unwrapped(_ body: Data) -> Data {
    guard let open = body.prefix(100).firstIndex(of: UInt8(ascii: "(")),
      body[..<open].allSatisfy({ $0 <= 0x20 || $0.isPartOfName || $0 == UInt8(ascii: ".") }),
      let close = body.lastIndex(of: UInt8(ascii: ")")), close > open
    else { return body }
    return body[(open + 1)..<close]
  }

  /// Whether a body says `fail` where replies say so, at one of its ends: in the middle of a page
  /// are thousands of words of strangers
  static func mayBeFailure(_ body: Data) -> Bool {
    let word = Data("fail".utf8)
    return body.prefix(512).range(of: word) != nil || body.suffix(512).range(of: word) != nil
  }
}

/// What Flickr says when it fails, with HTTP status 200
struct FlickrFailure: Equatable {
  /// Of the method that was called, above 95 of all methods
  let code: Int?
  let message: String

  /// nil for a reply that is no failure
  static func found(in body: Data) -> FlickrFailure? {
    guard FlickrReply.mayBeFailure(body) else { return nil }
    do throws(JSONProblem) {
      let root = try FlickrReply.root(of: body)
      guard root["stat"]?.string == "fail" else { return nil }
      return FlickrFailure(
        code: root["code"]?.integer, message: root["message"]?.string ?? "")
    } catch {
      return found(in: String(decoding: body.prefix(2_000), as: UTF8.self))
    }
  }

  /// In XML, and in JSON that is none
  private static func found(in text: String) -> FlickrFailure? {
    guard text.contains(#/stat"?\s*[=:]\s*"fail"/#) else { return nil }
    let code = text.firstMatch(of: #/\bcode"?\s*[=:]\s*"?(\d{1,9})/#)
    let words = text.firstMatch(of: #/\b(?:message|msg)"?\s*[=:]\s*"([^"]*)"/#)
    return FlickrFailure(
      code: code.flatMap { Int($0.1) }, message: words.map { String($0.1) } ?? "")
  }

  /// Past the last photo that a search gives away
  var isBeyondReach: Bool { code == 20 }
}
