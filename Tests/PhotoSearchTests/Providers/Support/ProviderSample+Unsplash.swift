import Foundation
import PhotoSearch

extension ProviderSample {
  static let unsplash = ProviderSample(
    provider: { UnsplashSearch(key: $0, base: $1) },
    query: PhotoQuery(words: "harbour cranes"), row: unsplashRow,
    page: { rows, _, pages in
      let body = #"{"total":\#(pages * 30),"total_pages":\#(pages),"results":[\#(joined(rows))]}"#
      return HTTPResponse(status: 200, body: Data(body.utf8))
    },
    native: "harbour7", answers: [unsplashPhoto])

  static let unsplashList = ProviderSample(
    provider: { UnsplashList(key: $0, base: $1) },
    query: PhotoQuery(words: nil), row: unsplashRow,
    page: { rows, number, pages in
      let last = "<https://api.unsplash.com/photos?page=\(pages)>; rel=\"last\""
      let next = ", <https://api.unsplash.com/photos?page=\(number + 1)>; rel=\"next\""
      return HTTPResponse(
        status: 200,
        headers: ["Link": last + (number < pages ? next : ""), "X-Total": "\(pages * 30)"],
        body: Data("[\(joined(rows))]".utf8))
    },
    native: "harbour7", answers: [unsplashPhoto])

  private static func joined(_ rows: [String]) -> String {
    rows.joined(separator: ",")
  }

  @Sendable static func unsplashRow(_ number: Int) -> String {
    unsplashRow("harbour\(number)", adding: "")
  }

  /// - Parameter members: more members, each with a comma before it; the first of a name counts
  static func unsplashRow(_ id: String, adding members: String) -> String {
    """
    {"id":"\(id)","slug":"cranes-\(id)"\(members),"created_at":"2021-05-06T07:08:09-04:00",
    "width":4000,"height":3000,"color":"#A0b1C2","blur_hash":"LKO2?U%2Tw=w]~RBVZRi};RPxuwH",
    "description":"Two cranes\\n & a gull ","alt_description":"cranes over the harbour",
    "urls":{"raw":"https://images.unsplash.com/\(id)?ixid=abc","full":
    "https://images.unsplash.com/\(id)?ixid=abc&q=85","regular":
    "https://images.unsplash.com/\(id)?ixid=abc&w=1080","small":
    "https://images.unsplash.com/\(id)?ixid=abc&w=400","thumb":
    "https://images.unsplash.com/\(id)?ixid=abc&w=200"},
    "links":{"html":"https://unsplash.com/photos/cranes-\(id)","download_location":
    "https://api.unsplash.com/photos/\(id)/download?ixid=abc"},
    "likes":0,"sponsorship":null,"premium":false,"plus":false,
    "user":{"username":"ada_l","name":"Ada L.","first_name":"Ada","last_name":null,
    "links":{"html":"https://unsplash.com/@ada_l"}},
    "tags":[{"type":"search","title":"harbour"},{"title":"crane"}]}
    """
  }

  static let unsplashPhoto = unsplashRow(
    "harbour7",
    adding: """
      ,"exif":{"make":"Lumo","model":" L-7 ","exposure_time":"1/250","aperture":"3.5",
      "focal_length":"50.0","iso":200},"location":{"name":"Old Port, Lisbon","city":"Lisbon",
      "country":"Portugal","position":{"latitude":38.7,"longitude":-9.1}},"views":12,"downloads":0
      """)
}
