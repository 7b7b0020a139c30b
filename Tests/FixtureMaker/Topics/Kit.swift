import PhotoSearch

/// `kit`: what somebody sees who types on towards `kittens`, a page from each, nothing odd
extension FixtureSet {
  private static let titles = [
    "Fox kit at the den", "Two kits in the clover", "A kit and its shadow",
    "First snow for the kit", "Kit asleep under the hedge", "Beaver kit, river Elbe",
    "The smallest of four kits", "Kit with a pine cone", "Listening", "Mink kit on the jetty",
  ]

  mutating func addKit() {
    addKit(UnsplashRow.self)
    addKit(FlickrRow.self)
    addKit(OpenverseRow.self)
    addKit(WikimediaRow.self)
  }

  private mutating func addKit<Kind: SampleRow>(_ kind: Kind.Type) {
    let rows = Sample<Kind>.made("kit", 10, titles: Self.titles)
    record(in: "kit.har", kind, "kit", [rows.ranked()])
  }
}
