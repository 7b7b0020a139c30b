import PhotoSearch

/// One photo of Unsplash with all that GET /photos/:id adds
enum UnsplashDetail {
  /// - Parameter changes: of what is added
  static func exchange(_ row: UnsplashRow, _ changes: [String: JSONTree] = [:]) -> Exchange {
    Exchange(
      Target("\(UnsplashReply.base)/photos/\(row.id)"),
      headers: [("X-Ratelimit-Limit", "50"), ("X-Ratelimit-Remaining", "41")],
      body: (row.json + added.replacing(changes)).compact)
  }

  /// No such photo
  static var absent: Exchange {
    UnsplashReply.errors(
      Target("\(UnsplashReply.base)/photos/nosuchphoto"), status: 404, "Couldn't find Photo")
  }

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
