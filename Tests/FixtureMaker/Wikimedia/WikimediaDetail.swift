import PhotoSearch

extension WikimediaRow {
  var shown: [Exchange] { [Self.shown(id, detail)] }

  /// - Parameter page: what the reply has
  static func shown(_ id: Int, _ page: JSONTree) -> Exchange {
    Exchange(
      Target(base, [("action", "query"), ("pageids", "\(id)")]), reply([page], next: nil))
  }

  /// The page with what is asked for only when one photo is: the exposure, and where it was
  private var detail: JSONTree {
    let exposure: JSONTree = [
      ["name": "Make", "value": "Kamera Werke"], ["name": "Model", "value": "KW 400"],
      ["name": "ExposureTime", "value": "10/4000"], ["name": "FNumber", "value": "28/10"],
      ["name": "ISOSpeedRatings", "value": [["name": 0, "value": 200]]],
      ["name": "FocalLength", "value": "350/10"],
    ]
    let place: JSONTree = [
      "GPSLatitude": ["value": "47.07071", "source": "commons-desc-page"],
      "GPSLongitude": ["value": "15.439508", "source": "commons-desc-page"],
    ]
    let told = info.replacing(["extmetadata": metadata + place])
    return json(index: nil).replacing(["imageinfo": [told + ["commonmetadata": exposure]]])
  }
}
