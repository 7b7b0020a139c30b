import Foundation
import LoopbackServer
import PhotoSearch

/// An Openverse on this machine with photos of these titles, which their authors, sources and tags
/// are called too, and a picture for each
struct OpenverseDouble: Sendable {
  let titles: [String]
  /// Whether addresses of pages end with the title; otherwise with a number
  var hasTitleInPage = true
  /// What ids begin with
  var id = "x"
  /// What addresses of pages begin with
  var page = "https://nappy.example/"
  /// What their licence is called
  var license = "by"

  @Sendable func answer(to request: WebRequest) -> LoopbackAnswer {
    guard request.url.path.hasSuffix("/images") else { return .jpeg() }
    let host = "http://\(request.url.host ?? ""):\(request.url.port ?? 0)"
    let rows: [[String: Any]] = titles.enumerated().map { number, title in
      [
        "id": "\(id)-\(number)", "title": title, "creator": title, "license": license,
        "license_version": "4.0", "source": title,
        "foreign_landing_url": page + (hasTitleInPage ? title : "\(number)"),
        "url": "\(host)/\(number).jpg", "width": 640, "height": 480, "tags": [["name": title]],
      ]
    }
    let reply: [String: Any] = [
      "result_count": rows.count, "page_count": 1, "page": 1, "results": rows,
    ]
    do {
      return .json(
        String(decoding: try JSONSerialization.data(withJSONObject: reply), as: UTF8.self))
    } catch { return .text("\(error)", status: 500) }
  }
}
