import Foundation
import PhotoDisplay
import PhotoSearch

/// Photos as providers send them, from ordinary to hostile
enum SamplePhotos {
  static func photo(
    _ id: String, provider: String? = nil, site: String = "Flickr", title: String?,
    author: String?, pixels: (Int, Int)?, license: License?, likes: Int? = nil
  ) throws -> Photo {
    let id = PhotoID(id) ?? PhotoID(service: "flickr", native: "0")
    let page = try url("https://example.org/\(id.service)/\(id.native)")
    var photo = Photo(
      id: id, provider: ProviderID(rawValue: provider ?? id.service), site: site, pageURL: page)
    photo.title = title
    photo.author = Author(
      name: author, url: author == nil ? nil : try url("https://example.org/people/1"))
    photo.size = PixelSize(width: pixels?.0, height: pixels?.1)
    photo.license = license
    photo.likes = likes
    photo.renditions = [
      Rendition(
        role: .thumb, url: try url("https://live.example.org/\(id.native)_t.jpg"),
        size: PixelSize(width: 100, height: 75)),
      Rendition(
        role: .regular, url: try url("https://live.example.org/\(id.native)_b.jpg"), size: nil),
    ]
    return photo
  }

  static func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw NotAnAddress(text: text) }
    return url
  }

  struct NotAnAddress: Error { let text: String }

  /// Every script and every oddity that the grid has to keep in line
  static func all() throws -> [ListingEntry] {
    let photos = try ordinary() + foreign() + hostile()
    return photos.enumerated().map { index, photo in
      ListingEntry(number: index + 1, photo: photo, isFavorite: index % 5 == 1)
    }
  }

  private static func ordinary() throws -> [Photo] {
    [
      try photo(
        "unsplash:gKXKBY-C-Dk", site: "Unsplash", title: "Black and white kitten on a windowsill",
        author: "Manja Vitolic", pixels: (5184, 3456), license: .unsplash, likes: 12_345),
      try photo(
        "flickr:43213681030", title: "Kittens", author: "Jane Doe", pixels: (4000, 3000),
        license: .creativeCommons("by", version: "2.0"), likes: 12),
      try photo(
        "openverse:4bc43a04-ef46-4544-a0c1-63c63f56e276", site: "Openverse",
        title: "A rather long title about two kittens that play with one ball of red wool",
        author: "Christian Maximilian Bartholomew", pixels: (12_000, 10_000),
        license: .creativeCommons("by-nc-sa", version: "2.0")),
      try photo(
        "wikimedia:6783925", site: "Wikimedia Commons", title: "Felis catus-cat on snow",
        author: nil, pixels: (2_560, 1_702), license: .cc0, likes: 0),
      try photo(
        "flickr:1", title: "Mine alone", author: "Someone Strict", pixels: (640, 480),
        license: .allRightsReserved, likes: 1_234_567),
      try photo(
        "unsplash:abc", provider: "unsplash-list", site: "Unsplash", title: nil, author: nil,
        pixels: nil, license: nil),
      try photo(
        "flickr:2", title: "Old glass plate", author: "The Library", pixels: (1_024, 768),
        license: .noKnownCopyright, likes: 999),
    ]
  }

  private static func foreign() throws -> [Photo] {
    let license = License.creativeCommons("by-sa", version: "4.0")
    let titles = [
      ("窓辺の子猫と毛糸玉で遊んでいる二匹の猫の写真です", "山田 太郎"),
      ("한국의 고양이 사진", "김철수"),
      ("👨‍👩‍👧‍👦 family 🇩🇪🇫🇷 1️⃣ 👍🏽 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈", "😀😀😀"),
      ("Cafe\u{301} na\u{308}ive \u{1E9}a\u{31B}\u{323}", "Ångström"),
      ("חתול על אדן החלון", "قطة صغيرة"),
      ("می\u{200C}خواهم गाय क्षितिज மொழி", "ไทย น้ำ"),
    ]
    return try titles.enumerated().map { index, text in
      try photo(
        "wikimedia:\(100 + index)", site: "Wikimedia Commons", title: text.0, author: text.1,
        pixels: (3_000, 2_000), license: license, likes: index * 7)
    }
  }

  private static func hostile() throws -> [Photo] {
    let titles = [
      ("\u{1B}[31mred\u{1B}[0m\u{7}\u{9B}2J\r\nnext\tline", "\u{202E}gpj.exe\u{202C}"),
      ("Z\(String(repeating: "\u{301}\u{327}", count: 40))algo", "a\u{2066}b\u{2069}c\u{200F}"),
      ("\u{200B}\u{FEFF}\u{2060}\u{200D}", "\u{E0041}\u{E0042}tags"),
      ("\u{E000}private \u{378} unassigned \u{FFFF}", "\u{2028}two\u{2029}lines"),
      (String(repeating: "x", count: 5_000), String(repeating: "\u{301}", count: 5_000)),
    ]
    return try titles.enumerated().map { index, text in
      try photo(
        "flickr:9\(index)", title: text.0, author: text.1, pixels: (Int.max, Int.max),
        license: License(id: "X\(index)", name: "terms \u{1B}]0;x\u{7} of mine", url: nil),
        likes: .max)
    }
  }
}
