import PhotoSearch

/// The ends that Flickr does not name: it repeats, answers another page, or refuses
extension FixtureSet {
  mutating func addFlickrEnds() {
    addWall()
    addDepths()
    // Newer: a failure in place of the repeats.
    let pages = [
      Sample<FlickrRow>.rows("excess", 3), Array(Sample<FlickrRow>.rows("excess", 6)[3...]),
    ]
    record(
      Self.flickrOdd,
      pages.enumerated().map { index, rows in
        FlickrReply.search("excess", page: index + 1, of: 5, total: 480, rows)
      } + [
        FlickrReply.failure(
          FlickrReply.target(search: "excess", page: 3), 20, "Excessive photo offset in search"),
        FlickrReply.failure(
          FlickrReply.target(search: "beyond", page: 1), 20, "Excessive photo offset in search"),
      ])
    expect(.flickr, "excess", pages + [[]])
  }

  /// `wall`: the third page is the first again. `clamp`: the third is answered as the second
  private mutating func addWall() {
    let wall = [
      Sample<FlickrRow>.rows("wall", 5), Array(Sample<FlickrRow>.rows("wall", 10)[5...]),
      Sample<FlickrRow>.rows("wall", 5),
    ]
    let clamp = [
      Sample<FlickrRow>.rows("clamp", 5), Array(Sample<FlickrRow>.rows("clamp", 10)[5...]),
    ]
    record(
      Self.flickrOdd,
      wall.enumerated().map { index, rows in
        FlickrReply.search("wall", page: index + 1, of: 9, total: "874", rows)
      }
        + clamp.enumerated().map { index, rows in
          FlickrReply.search("clamp", page: index + 1, of: 9, total: 874, rows)
        } + [FlickrReply.search("clamp", page: 3, answered: 2, of: 9, total: 874, clamp[1])])
    expect(.flickr, "wall", wall)
    expect(.flickr, "clamp", clamp + [[]])
  }

  /// `deep`: 40 pages of two where 755 are promised; whoever asks for a 41st gets the first again
  private mutating func addDepths() {
    let all = Sample<FlickrRow>.rows("deep", 80)
    let pages = (0..<40).map { Array(all[(2 * $0)..<(2 * $0 + 2)]) }
    record(
      Self.flickrOdd,
      (pages + [pages[0]]).enumerated().map { index, rows in
        FlickrReply.search("deep", page: index + 1, of: 755, total: "75541", rows)
      })
    expect(.flickr, "deep", pages)
  }
}
