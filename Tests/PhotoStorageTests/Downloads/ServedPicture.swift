import Foundation
import LoopbackServer
import PhotoSearch
import PhotoStorage

/// A picture as a sound image host serves it: in parts, and only of the version that is asked for
struct ServedPicture: Sendable {
  var bytes: Data
  var entityTag: String? = "\"one\""
  var type = "image/jpeg"

  /// - Parameter count: bytes, different all over
  init(_ count: Int, seed: UInt64 = 1) {
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
  func answer(to request: HTTPRequest) -> LoopbackAnswer {
    var headers: HTTPHeaders = ["Content-Type": type, "Accept-Ranges": "bytes"]
    headers["ETag"] = entityTag
    let condition = request.headers["If-Range"]
    guard condition == nil || condition == entityTag,
      let match = request.headers["Range"]?.wholeMatch(of: /bytes=(\d+)-(\d+)/),
      let start = Int(match.1), let asked = Int(match.2)
    else { return LoopbackAnswer(200, headers: headers, body: bytes) }
    guard start < bytes.count else {
      return LoopbackAnswer(416, headers: ["Content-Range": "bytes */\(bytes.count)"])
    }
    let end = min(asked, bytes.count - 1)
    headers["Content-Range"] = "bytes \(start)-\(end)/\(bytes.count)"
    return LoopbackAnswer(206, headers: headers, body: Data(bytes[start...end]))
  }

  /// The same without regard to what part is asked for
  func whole() -> LoopbackAnswer {
    var headers: HTTPHeaders = ["Content-Type": type]
    headers["ETag"] = entityTag
    return LoopbackAnswer(200, headers: headers, body: bytes)
  }
}

extension Photo {
  /// A photo with one rendition
  static func sample(
    _ id: String = "flickr:1", title: String? = "Kitten", picture: URL
  ) -> Photo {
    let id = PhotoID(id) ?? PhotoID(service: "flickr", native: "1")
    var photo = Photo(
      id: id, provider: ProviderID(rawValue: id.service), site: "Flickr", page: picture)
    photo.title = title
    photo.license = .cc0
    photo.renditions = [Rendition(role: .regular, url: picture, size: nil)]
    return photo
  }
}
