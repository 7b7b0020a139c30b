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
    let (name, words) = ("kit.har", "kit")
    var sample = Sample(words, service: "unsplash", titles: Self.titles)
    let unsplash = sample.unsplash(10).map(\.row)
    record(
      name, [UnsplashReply.search(words, page: 1, of: 1, total: unsplash.count, unsplash)])
    expect(.unsplash, words, [unsplash])

    sample = Sample(words, service: "flickr", titles: Self.titles)
    let flickr = sample.flickr(10).map(\.row)
    record(
      name,
      [FlickrReply.search(words, page: 1, of: 1, total: .integer(flickr.count), flickr)])
    expect(.flickr, words, [flickr])

    sample = Sample(words, service: "openverse", titles: Self.titles)
    let openverse = sample.openverse(10).map(\.row)
    record(
      name, [OpenverseReply.search(words, page: 1, of: 1, total: openverse.count, openverse)])
    expect(.openverse, words, [openverse])

    sample = Sample(words, service: "wikimedia", titles: Self.titles)
    let commons = Self.ranked(sample.wikimedia(10), from: 1) { _ in true }
    record(name, [Exchange(WikimediaReply.target(words), commons, next: nil)])
    expect(.wikimedia, words, [commons])
  }
}
