import PhotoSearch

/// `harbor`: a handful from each, one page, nothing odd; and with filters
extension FixtureSet {
  private static let titles = [
    "Harbor at first light", "Nets drying on the quay", "The ferry to Skarv", "港の朝",
    "Blue hour, pier 4",
    "Alter Hafen im Nebel", "Gulls over the fish market", "Le port après l’orage",
  ]

  mutating func addHarbor() {
    let unsplash: [UnsplashRow] = Self.made()
    recordHarbor(
      unsplash,
      [
        ([("orientation", "landscape")], unsplash.filter(\.isWide)),
        ([("color", "blue")], [unsplash[1], unsplash[4]]),
      ])
    var openverse: [OpenverseRow] = Self.made()
    openverse[1].license = ("by", "4.0")
    recordHarbor(
      openverse,
      [
        ([("aspect_ratio", "wide")], openverse.filter(\.isWide)),
        ([("license", "by")], openverse.filter { $0.license.code == "by" }),
      ])
    var flickr: [FlickrRow] = Self.made()
    // Under CC BY, of version 2.0 and 4.0, as `--license by` asks for it.
    flickr[2].license = 4
    flickr[5].license = 11
    recordHarbor(
      flickr, [([("license", "4,11")], flickr.filter { [4, 11].contains($0.license) })])
    recordHarbor(Self.made() as [WikimediaRow])
  }

  private static func made<Kind: SampleRow>() -> [Kind] {
    Sample.made("harbor", 8, titles: titles)
  }

  /// What is answered without a filter, which is expected, and with filters
  ///
  /// - Parameter filtered: what else is asked for, and what comes
  mutating func recordHarbor<Kind: SampleRow>(
    _ rows: [Kind], _ filtered: [(Items, [Kind])] = []
  ) {
    record(in: "harbor.har", Kind.self, "harbor", [rows.ranked()])
    record(
      "harbor.har", filtered.map { Kind.answer("harbor", items: $0, $1.map(\.row)) })
  }
}
