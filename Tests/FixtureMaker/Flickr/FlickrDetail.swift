import PhotoSearch

/// One photo of Flickr: what it is, its sizes, its exposure
struct FlickrDetail {
  let row: FlickrRow
  var location = Self.graz

  /// Places of the photos whose sizes are told
  static let withSizes = 0...1

  /// One that tells all, one that hides its exposure, one that hides its sizes too, one that is not
  static func all(_ photos: [FlickrRow]) -> [Exchange] {
    let (shy, closed) = (FlickrDetail(row: photos[1]), FlickrDetail(row: photos[3]))
    return photos[0].shown + [
      shy.info, shy.sizes, shy.denied("getExif"), closed.info, closed.denied("getSizes"),
      closed.denied("getExif"), absent("90000000000", "Photo not found"),
      absent("90000000001", "Photo \"90000000001\" not found (invalid ID)"),
    ]
  }

  private static func absent(_ id: String, _ message: String) -> Exchange {
    Exchange(FlickrRow.target("getInfo", [("photo_id", id)]), FlickrRow.failure(1, message))
  }

  private func target(_ method: String) -> Target {
    FlickrRow.target(method, [("photo_id", row.id)])
  }

  private func denied(_ method: String) -> Exchange {
    Exchange(target(method), FlickrRow.failure(2, "Permission denied"))
  }

  private func reply(_ method: String, _ body: JSONTree) -> Exchange {
    Exchange(target(method), Reply(body + ["stat": "ok"]))
  }

  var whole: [Exchange] { [info, sizes, exposure] }

  private var head: JSONTree {
    [
      "id": .string(row.id), "secret": .string(row.secret), "server": .string(row.server),
      "farm": .integer(row.farm),
    ]
  }

  var info: Exchange {
    let author = row.subject.author
    let tags = row.subject.tags.map { tag -> JSONTree in
      ["id": .string("\(row.id)-\(tag)"), "raw": .string(tag), "_content": .string(tag)]
    }
    let posted = "\(row.subject.posted.seconds)"
    let photo: JSONTree = [
      "dateuploaded": .string(posted), "isfavorite": 0,
      // A number here, text in searches.
      "license": .integer(row.license), "safety_level": 0, "rotation": 0,
      "owner": [
        "nsid": .string(author.nsid), "username": .string(author.username),
        "realname": .string(author.name), "location": .text(author.place), "path_alias": .null,
      ],
      "title": ["_content": .string(row.subject.title)],
      "description": ["_content": .string(row.description)],
      "visibility": ["ispublic": 1, "isfriend": 0, "isfamily": 0],
      "dates": [
        "posted": .string(posted), "taken": .string(row.taken.date),
        "takengranularity": .integer(row.taken.granularity),
        "takenunknown": .integer(row.taken.isUnknown ? 1 : 0), "lastupdate": .string(posted),
      ],
      "views": "2611", "comments": ["_content": 4], "tags": ["tag": .array(tags)],
      "location": location,
      "urls": ["url": [["type": "photopage", "_content": .string(row.page + "/")]]],
      "media": "photo",
    ]
    return reply("getInfo", ["photo": head + photo])
  }

  private static let graz: JSONTree = [
    "latitude": "47.070710", "longitude": 15.439508, "accuracy": "14", "context": "0",
    "locality": ["_content": "Graz"], "region": ["_content": "Styria"],
    "country": ["_content": "Austria"],
  ]

  var sizes: Exchange {
    let sizes = FlickrSizes(row: row)
    let labels = [
      "q": "Large Square", "s": "Small", "m": "Medium", "z": "Medium 640", "c": "Medium 800",
      "l": "Large", "h": "Large 1600", "k": "Large 2048", "o": "Original",
    ]
    let list = FlickrSizes.all.map { size -> JSONTree in
      let (width, height) = sizes.dimensions(edge: size.edge, isSquare: size.name == "q")
      return [
        "label": .text(labels[size.name]), "width": .integer(width), "height": .string("\(height)"),
        "source": .string(sizes.source(size.suffix, secret: size.secret)),
        "url": .string("\(row.page)/sizes/\(size.name)/"), "media": "photo",
      ]
    }
    return reply(
      "getSizes",
      ["sizes": ["canblog": 0, "canprint": 0, "candownload": 1, "size": .array(list)]])
  }

  var exposure: Exchange {
    let tags = [
      ("IFD0", "Make", "Kamera Werke", nil), ("IFD0", "Model", "KW 400", nil),
      ("ExifIFD", "ExposureTime", "1/125", "0.008 sec (1/125)"),
      ("ExifIFD", "FNumber", "4.0", "f/4.0"), ("ExifIFD", "ISO", "800", nil),
      ("ExifIFD", "FocalLength", "85.0 mm", "85 mm"), ("JFIF", "JFIFVersion", "1.01", nil),
    ]
    let list = tags.map { space, tag, raw, clean -> JSONTree in
      [
        "tagspace": .string(space), "tagspaceid": 0, "tag": .string(tag), "label": .string(tag),
        "raw": ["_content": .string(raw)], "clean": clean.map { ["_content": .string($0)] },
      ]
    }
    return reply(
      "getExif", ["photo": head + ["camera": "Kamera Werke KW 400", "exif": .array(list)]])
  }
}
