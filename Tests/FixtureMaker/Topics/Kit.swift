import PhotoSearch

/// `kit`: what somebody sees who types on towards `kittens`, a page from each, nothing odd
extension FixtureSet {
  private static let titles = [
    "Fox kit at the den", "Two kits in the clover", "A kit and its shadow",
    "First snow for the kit",
    "Kit asleep under the hedge", "Beaver kit, river Elbe", "The smallest of four kits",
    "Kit with a pine cone", "Listening", "Mink kit on the jetty",
  ]

  mutating func addKit() {
    add(.unsplash, UnsplashRow.self) {
      UnsplashReply.search("kit", page: 1, of: 1, total: $0.count, $0)
    }
    add(.flickr, FlickrRow.self) {
      FlickrReply.search("kit", page: 1, of: 1, total: .integer($0.count), $0)
    }
    add(.openverse, OpenverseRow.self) {
      OpenverseReply.search("kit", page: 1, of: 1, total: $0.count, $0)
    }
    var sample = Sample<WikimediaRow>("kit", titles: Self.titles)
    record("kit.har", .wikimedia, "kit", [Self.ranked(sample.made(10), from: 1)]) {
      Exchange(WikimediaReply.target("kit"), $1, next: nil)
    }
  }

  private mutating func add<Kind: SampleRow>(
    _ provider: ProviderID, _ kind: Kind.Type, reply: ([Row]) -> Exchange
  ) {
    var sample = Sample<Kind>("kit", titles: Self.titles)
    record("kit.har", provider, "kit", [sample.rows(10)]) { reply($1) }
  }
}
