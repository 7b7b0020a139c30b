import PhotoSearch

/// One photo of Unsplash with all that GET /photos/:id adds
extension UnsplashRow {
  var shown: [Exchange] { [shown([:])] }

  /// - Parameter changes: of what is added
  func shown(_ changes: [String: JSONTree]) -> Exchange {
    Exchange(
      Self.target(shown: id),
      Reply(
        json + Self.added.replacing(changes),
        headers: [("X-Ratelimit-Limit", "50"), ("X-Ratelimit-Remaining", "41")]))
  }

  static func target(shown id: String) -> Target { Target("\(base)/photos/\(id)") }

  private static let added: JSONTree = [
    "exif": [
      "make": "Kamera Werke", "model": " KW 400", "name": "Kamera Werke, KW 400",
      "exposure_time": "1/250", "aperture": "2.8", "focal_length": "50.0", "iso": 400,
    ],
    "location": [
      "name": "Hallstatt, Austria", "city": "Hallstatt", "country": "Austria",
      "position": ["latitude": 47.562, "longitude": 13.649],
    ],
    "public_domain": false,
    "tags": [
      ["type": "search", "title": "kitten"], ["type": "landing_page", "title": "cat"],
      ["type": "search", "title": "window light"],
    ],
    "views": 184_223, "downloads": 1_207, "topics": [], "meta": ["index": true],
  ]
}
