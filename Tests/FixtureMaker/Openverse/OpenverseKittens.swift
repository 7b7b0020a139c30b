import PhotoSearch
import Platform

/// `kittens` at Openverse: among them pictures that Flickr and Commons have sent too
extension OpenverseRow {
  static func kittens(
    titles: [String], flickr: [FlickrRow], commons: [WikimediaRow]
  ) -> KittenList<OpenverseRow> {
    var random = SeededRandom(0x0E)
    var rows = titles.prefix(52).map { title in
      OpenverseRow(Subject(title, years: 2011...2025, topic: "kitten", &random), &random)
    }
    makeOdd(&rows)
    // Every third is somebody else's; originals from near and far in the other lists.
    let copies =
      FlickrRow.copied.enumerated().map { turn, original in
        rows[3 * turn + 1].copy(flickr[original], form: turn)
      }
      + WikimediaRow.copied.enumerated().map { turn, original in
        rows[3 * turn + 2].copy(commons[original], form: turn)
      }
    // Flickr has generic licences alone; this address comes with that one all the same.
    rows[16].license = ("by-nc-nd", "2.0")
    rows[16].port = "jp"
    // The second page is empty and the third is not; a picture of the first comes once more.
    var pages = rows.map(\.row).parts(20, 0, 20) + [[]]
    pages[3].append(pages[0][5])
    return KittenList(photos: rows, pages: pages, copies: copies)
  }

  private static func makeOdd(_ rows: inout [OpenverseRow]) {
    for index in [6, 24, 45] { rows[index].isSparse = true }
    rows[9].title = KittenTitles.Odd.markup
    rows[18].title = KittenTitles.Odd.hostile
    rows[33].title = KittenTitles.Odd.invisible
    rows[36].title = KittenTitles.Odd.empty
  }
}

extension OpenverseRow {
  /// Makes this a copy of a Flickr photo, its page written in one of the ways there are
  mutating func copy(_ original: FlickrRow, form: Int) -> Expectations.Copy {
    take(original.subject, from: "flickr")
    let forms = [
      original.page, original.page + "/", original.page.replacing("https:", with: "http:"),
      "https://www.flickr.com/photos/\(original.subject.author.username)/\(original.id)",
      original.page + "/in/photostream/",
    ]
    landing = forms[form % forms.count]
    url = FlickrSizes(row: original).source("_b", secret: nil)
    return Expectations.Copy(
      copy: PhotoID(service: "openverse", native: id),
      original: PhotoID(service: "flickr", native: original.id))
  }

  /// Makes this a copy of a file of Commons, named by its page id or by its title
  mutating func copy(_ original: WikimediaRow, form: Int) -> Expectations.Copy {
    take(original.subject, from: "wikimedia")
    let site = "https://commons.wikimedia.org"
    landing =
      form % 2 == 0
      ? "\(site)/w/index.php?curid=\(original.id)"
      : "\(site)/wiki/File:\(original.fileName.percentEncoded)"
    url = "https://upload.wikimedia.org/wikipedia/commons/0/0a/\(original.id).jpg"
    return Expectations.Copy(
      copy: PhotoID(service: "openverse", native: id),
      original: PhotoID(service: "wikimedia", native: "\(original.id)"))
  }

  private mutating func take(_ subject: Subject, from source: String) {
    self.subject = subject
    self.source = source
    title = subject.title
    license = ("by-sa", source == "flickr" ? "2.0" : "4.0")
  }
}

extension FixtureSet {
  mutating func addOpenverseKittens() {
    let kittens = Kittens.all.openverse
    // One page more than there is, as the service counts at times.
    record(kittens, of: 5, total: 73)
    let (shown, absent) = (kittens.photos[0], "00000000-0000-4000-8000-000000000000")
    record(
      "show.har",
      shown.shown + [
        Exchange(
          Target("\(OpenverseRow.base)\(absent)/"),
          OpenverseRow.refusal(status: 404, "No Image matches the given query."))
      ])
    expect(.openverse, shown: [shown.id], unknown: [absent])
  }
}
