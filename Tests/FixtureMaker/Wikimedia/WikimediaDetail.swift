import PhotoSearch

extension WikimediaRow {
  /// The page with what is asked for only when one photo is: the exposure, and where it was
  var detail: JSONTree {
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
    guard case .object(let members) = info else { return json(index: nil) }
    let told = members.map { name, value in
      (name: name, value: name == "extmetadata" ? value + place : value)
    }
    return json(index: nil).replacing(["imageinfo": [.object(told) + ["commonmetadata": exposure]]])
  }
}
