import Foundation
import PhotoSearch

extension ProviderSample {
  static let openverse = ProviderSample(
    provider: { Openverse(base: $1) },
    query: PhotoQuery(words: "harbour cranes"), row: openverseRow,
    page: { rows, number, pages in
      let body = """
        {"result_count":\(pages * 20),"page_count":\(pages),"page_size":20,"page":\(number),
        "results":[\(rows.joined(separator: ","))]}
        """
      return HTTPResponse(status: 200, body: Data(body.utf8))
    },
    native: "0c4b1f6e-7a52-4d0b-9f3e-000000000007", answers: [openverseRow(7)],
    untold: [.published, .coordinates, .country, .camera, .views],
    unknownCursors: [
      "", "x", "0", "-1", "13", "1/", "/", "2/x", "2/-1", "2/3/4", "1.5", "99999999999999999999",
    ])

  @Sendable static func openverseRow(_ number: Int) -> String {
    let api = "https://api.openverse.org/v1/images/0c4b1f6e-7a52-4d0b-9f3e-00000000000\(number)"
    return """
      {"id":"0c4b1f6e-7a52-4d0b-9f3e-00000000000\(number)","title":"Cranes &amp; <i>gulls</i>",
      "indexed_on":"2021-05-06T07:08:09.123456Z","foreign_landing_url":
      "https://www.flickr.com/photos/12345678@N01/4300\(number)","url":
      "https://live.staticflickr.com/65535/4300\(number)_0a1b2c3d4e_b.jpg","creator":"Ada L.",
      "creator_url":"https://www.flickr.com/photos/12345678@N01","license":"by-sa",
      "license_version":"2.0","license_url":"https://creativecommons.org/licenses/by-sa/2.0/",
      "provider":"flickr","source":"flickr","category":null,"filesize":null,"filetype":"jpg",
      "tags":[{"name":"harbour","accuracy":null},{"name":"crane","accuracy":0.98}],
      "attribution":null,"fields_matched":["title"],"mature":false,"height":768,"width":1024,
      "thumbnail":"\(api)/thumb/","detail_url":"\(api)/","related_url":"\(api)/related/",
      "unstable__sensitivity":[]}
      """
  }
}
