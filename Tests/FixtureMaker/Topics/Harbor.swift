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
    var sample = Sample<WikimediaRow>("harbor", titles: Self.titles)
    record("harbor.har", .wikimedia, "harbor", [Self.ranked(sample.made(8), from: 1)]) {
      Exchange(WikimediaReply.target("harbor"), $1, next: nil)
    }
  }

  private mutating func addHarborFlickr() {
    var sample = Sample<FlickrRow>("harbor", titles: Self.titles)
    var rows = sample.made(8)
    // Under CC BY, of version 2.0 and 4.0, as `--license by` asks for it.
    rows[2].license = 4
    rows[5].license = 11
    let free = rows.filter { [4, 11].contains($0.license) }
    recordHarbor(.flickr, [([], rows), ([("license", "4,11")], free)]) { items, rows in
      FlickrReply.search("harbor", page: 1, of: 1, total: .integer(rows.count), items: items, rows)
    }
  }

  private mutating func addHarborUnsplash() {
    var sample = Sample<UnsplashRow>("harbor", titles: Self.titles)
    let rows = sample.made(8)
    let lists: [([(String, String?)], [UnsplashRow])] = [
      ([], rows), ([("orientation", "landscape")], rows.filter(\.isWide)),
      ([("color", "blue")], [rows[1], rows[4]]),
    ]
    recordHarbor(.unsplash, lists) { items, rows in
      UnsplashReply.search("harbor", page: 1, of: 1, total: rows.count, items: items, rows)
    }
  }

  private mutating func addHarborOpenverse() {
    var sample = Sample<OpenverseRow>("harbor", titles: Self.titles)
    var rows = sample.made(8)
    rows[1].license = ("by", "4.0")
    let free = rows.filter { $0.license.code == "by" }
    let lists: [([(String, String?)], [OpenverseRow])] = [
      ([], rows), ([("aspect_ratio", "wide")], rows.filter(\.isWide)), ([("license", "by")], free),
    ]
    recordHarbor(.openverse, lists) { items, rows in
      OpenverseReply.search("harbor", page: 1, of: 1, total: rows.count, items: items, rows)
    }
  }

  /// What is answered without a filter, which is expected, and with filters
  ///
  /// - Parameter lists: what else is asked for, and what comes; the first is without a filter
  mutating func recordHarbor<Kind: SampleRow>(
    _ provider: ProviderID, _ lists: [([(String, String?)], [Kind])],
    reply: ([(String, String?)], [Row]) -> Exchange
  ) {
    record("harbor.har", lists.map { items, rows in reply(items, rows.map(\.row)) })
    expect(provider, "harbor", [lists[0].1.map(\.row)])
  }
}

extension SampleRow {
  var isWide: Bool { subject.width > subject.height }
}
