import PhotoSearch

/// The ends that Flickr does not name: it repeats, answers another page, or refuses
extension FixtureSet {
  mutating func addFlickrEnds() {
    addWall()
    addDepths()
    // Newer: a failure in place of the repeats.
    let failure = FlickrRow.failure(20, "Excessive photo offset in search")
    record(FlickrRow.self, "excess", pages: [3, 3], of: 5, total: 480, end: failure)
    record(FlickrRow.self, odd: ["beyond": failure])
  }

  /// `wall`: the third page is the first again. `clamp`: the third is answered as the second
  private mutating func addWall() {
    var wall = Sample<FlickrRow>.pages("wall", [5, 5])
    wall.append(wall[0])
    record(FlickrRow.oddities, .flickr, "wall", wall) { number, rows in
      Exchange(
        FlickrRow.target("wall", page: number),
        FlickrRow.reply(number, of: 9, total: "874", rows))
    }
    let clamp = Sample<FlickrRow>.pages("clamp", [5, 5])
    let second = FlickrRow.reply(2, of: 9, total: 874, clamp[1])
    record(FlickrRow.self, "clamp", clamp, of: 9, total: 874, end: second)
  }

  /// `deep`: 40 pages of two where 755 are promised; whoever asks for a 41st gets the first again
  private mutating func addDepths() {
    let pages = Sample<FlickrRow>.pages("deep", Array(repeating: 2, count: 40))
    let reply = { (number: Int, rows: [Row]) in
      Exchange(
        FlickrRow.target("deep", page: number),
        FlickrRow.reply(number, of: 755, total: "75541", rows))
    }
    record(FlickrRow.oddities, .flickr, "deep", pages, reply: reply)
    record(FlickrRow.oddities, reply(41, pages[0]))
  }
}
