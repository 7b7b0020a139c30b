import PhotoSearch

/// `harbor`: a handful from each, one page, nothing odd; and with filters
extension FixtureSet {
  private static let titles = [
    "Harbor at first light", "Nets drying on the quay", "The ferry to Skarv", "港の朝",
    "Blue hour, pier 4",
    "Alter Hafen im Nebel", "Gulls over the fish market", "Le port après l’orage",
  ]

  mutating func addHarbor() {
    addHarborUnsplash()
    addHarborOpenverse()
    addHarborFlickr()
    var sample = Sample("harbor", service: "wikimedia", titles: Self.titles)
    let commons = Self.ranked(sample.wikimedia(8), from: 1) { _ in true }
    record("harbor.har", [Exchange(WikimediaReply.target("harbor"), commons, next: nil)])
    expect(.wikimedia, "harbor", [commons])
  }

  private mutating func addHarborFlickr() {
    var sample = Sample("harbor", service: "flickr", titles: Self.titles)
    var rows = sample.flickr(8)
    // Under CC BY, of version 2.0 and 4.0, as `--license by` asks for it.
    rows[2].license = 4
    rows[5].license = 11
    let free = rows.filter { [4, 11].contains($0.license) }
    for (items, rows) in [([], rows), ([("license", "4,11")], free)] {
      record(
        "harbor.har",
        [
          FlickrReply.search(
            "harbor", page: 1, of: 1, total: .integer(rows.count), items: items, rows.map(\.row))
        ])
    }
    expect(.flickr, "harbor", [rows.map(\.row)])
  }

  private mutating func addHarborUnsplash() {
    var sample = Sample("harbor", service: "unsplash", titles: Self.titles)
    let rows = sample.unsplash(8)
    let wide = rows.filter { $0.subject.width > $0.subject.height }
    let filtered: [([(String, String?)], [UnsplashRow])] = [
      ([], rows), ([("orientation", "landscape")], wide),
      ([("color", "blue")], [rows[1], rows[4]]),
    ]
    for (items, rows) in filtered {
      record(
        "harbor.har",
        [
          UnsplashReply.search(
            "harbor", page: 1, of: 1, total: rows.count, items: items, rows.map(\.row))
        ])
    }
    expect(.unsplash, "harbor", [rows.map(\.row)])
  }

  private mutating func addHarborOpenverse() {
    var sample = Sample("harbor", service: "openverse", titles: Self.titles)
    var rows = sample.openverse(8)
    rows[1].license = ("by", "4.0")
    let wide = rows.filter { $0.subject.width > $0.subject.height }
    let free = rows.filter { $0.license.code == "by" }
    let filtered: [([(String, String?)], [OpenverseRow])] = [
      ([], rows), ([("aspect_ratio", "wide")], wide), ([("license", "by")], free),
    ]
    for (items, rows) in filtered {
      record(
        "harbor.har",
        [
          OpenverseReply.search(
            "harbor", page: 1, of: 1, total: rows.count, items: items, rows.map(\.row))
        ])
    }
    expect(.openverse, "harbor", [rows.map(\.row)])
  }
}
