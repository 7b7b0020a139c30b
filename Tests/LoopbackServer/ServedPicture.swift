package import Foundation
package import PhotoSearch

/// A picture as a sound image host serves it: whole, or the rest of the version that is asked for
package struct ServedPicture: Sendable {
  package var bytes: Data
  package var entityTag: String? = "\"one\""
  /// Its Last-Modified, which a part doesn't have: RFC 9110, 15.3.7
  package var modified: String?
  /// The Date of its replies
  package var date: String?
  package var type = "image/jpeg"

  /// - Parameter count: bytes, different all over
  package init(_ count: Int, seed: UInt64 = 1) {
    var state = seed
    var words = [UInt64](repeating: 0, count: count / 8 + 1)
    for index in words.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      words[index] = state
    }
    bytes = words.withUnsafeBytes { Data($0) }.prefix(count)
    bytes.replaceSubrange(0..<4, with: [0xFF, 0xD8, 0xFF, 0xE0])
  }

  /// The answer of a host without faults
  package func answer(to request: WebRequest) -> LoopbackAnswer {
    var headers: HTTPHeaders = ["Content-Type": type, "Accept-Ranges": "bytes"]
    headers["ETag"] = entityTag
    headers["Date"] = date
    let condition = request.headers["If-Range"]
    guard condition == nil || condition == entityTag || condition == modified,
      let match = request.headers["Range"]?.wholeMatch(of: /bytes=(\d+)-/),
      let start = Int(match.1)
    else {
      headers["Last-Modified"] = modified
      return LoopbackAnswer(200, headers: headers, body: bytes)
    }
    guard start < bytes.count else {
      return LoopbackAnswer(416, headers: ["Content-Range": "bytes */\(bytes.count)"])
    }
    headers["Content-Range"] = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
    return LoopbackAnswer(206, headers: headers, body: Data(bytes[start...]))
  }

  /// The same without regard to what part is asked for
  package func whole() -> LoopbackAnswer {
    var headers: HTTPHeaders = ["Content-Type": type]
    headers["ETag"] = entityTag
    return LoopbackAnswer(200, headers: headers, body: bytes)
  }
}
