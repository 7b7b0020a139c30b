import PhotoSearch

/// Unsplash's replies, in the words that the tests are about
enum UnsplashReplies {
  static func row(_ number: Int) -> String { row("harbour\(number)", adding: "") }

  /// - Parameter members: more members, each with a comma before it; the first of a name counts
  static func row(_ id: String, adding members: String) -> String {
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

  static let photo = row(
    "harbour7",
    adding: """
      ,"exif":{"make":"Lumo","model":" L-7 ","exposure_time":"1/250","aperture":"3.5",
      "focal_length":"50.0","iso":200},"location":{"name":"Old Port, Lisbon","city":"Lisbon",
      "country":"Portugal","position":{"latitude":38.7,"longitude":-9.1}},"views":12,"downloads":0
      """)
}
