import Foundation
import PhotoSearch

extension ProviderSample {
  static let wikimedia = ProviderSample(
    provider: { WikimediaCommons(base: $1) },
    query: PhotoQuery(words: "harbour cranes"), row: { wikimediaRow($0) },
    page: { rows, number, pages in
      let place = #","continue":{"gsroffset":\#(number * 50),"continue":"gsroffset||"}"#
      let query = #","query":{"pages":[\#(rows.joined(separator: ","))]}"#
      let body =
        #"{"batchcomplete":true"# + (number < pages ? place : "") + (rows.isEmpty ? "" : query)
      return HTTPResponse(status: 200, body: Data((body + "}").utf8))
    },
    native: "43007",
    answers: [
      #"{"batchcomplete":true,"query":{"pages":[\#(wikimediaRow(7, adding: wikimediaExposure))]}}"#
    ],
    untold: [.country, .views])

  /// - Parameter members: more members of the file, each with a comma before it
  static func wikimediaRow(_ number: Int, adding members: String = "") -> String {
    let name = "Cranes_and_gulls_\(number).jpg"
    let image = "wikipedia/commons/thumb/a/ab/\(name)"
    return """
      {"pageid":4300\(number),"ns":6,"title":"File:Cranes and gulls \(number).jpg",
      "index":\(number),"imagerepository":"local","imageinfo":[{"timestamp":"2021-05-06T07:08:09Z",
      "size":123456,"width":4000,"height":3000,"thumburl":
      "https://thumb.wikimedia.org/\(image)/960px-\(name)?utm_source=commons.wikimedia.org",
      "thumbwidth":960,"thumbheight":720,"url":
      "https://upload.wikimedia.org/wikipedia/commons/a/ab/\(name)?utm_content=original",
      "descriptionurl":"https://commons.wikimedia.org/wiki/File:\(name)","descriptionshorturl":
      "https://commons.wikimedia.org/w/index.php?curid=4300\(number)",
      "extmetadata":{"ObjectName":{"value":"Cranes &amp; gulls","source":"commons-desc-page"},
      "CommonsMetadataExtension":{"value":1.2,"source":"extension","hidden":""},
      "ImageDescription":{"value":"<p>In the <b>old</b> port.\\n</p>"},"Artist":{"value":
      "<a href=\\"//commons.wikimedia.org/wiki/User:Ada_L.\\" title=\\"User:Ada L.\\">Ada L.</a>"},
      "LicenseShortName":{"value":"CC BY-SA 4.0"},"License":{"value":"cc-by-sa-4.0"},
      "LicenseUrl":{"value":"https://creativecommons.org/licenses/by-sa/4.0"},
      "GPSLatitude":{"value":"38.7"},"GPSLongitude":{"value":"-9.1"}},
      "mime":"image/jpeg"\(members)}]}
      """
  }

  static let wikimediaExposure = """
    ,"commonmetadata":[{"name":"Make","value":"Lumo"},{"name":"Model","value":"L-7"},
    {"name":"ExposureTime","value":"10/2500"},{"name":"FNumber","value":"35/10"},
    {"name":"ISOSpeedRatings","value":200},{"name":"FocalLength","value":"500/10"}]
    """
}
