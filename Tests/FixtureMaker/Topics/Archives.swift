import PhotoSearch

/// A few photos of the WordPress Photo Directory, Europeana and Finna for words that all services
/// have: one page, nothing odd
struct Archives: Sendable {
  let words: String
  let wordPress: [WordPressRow]
  let europeana: [EuropeanaRow]
  let finna: [FinnaRow]

  init(of words: String) {
    func made<Kind: SampleRow>() -> [Kind] {
      Sample.made(words, 2, titles: ["\(words) at the mill", "\(words), glass plate"])
    }
    self.words = words
    (wordPress, europeana, finna) = (made(), made(), made())
  }
}

extension FixtureSet {
  mutating func add(_ archives: Archives) {
    for sort in [PhotoFilters.Sort.relevant, .latest] {
      add(archives.wordPress, archives.words, sort, latest: ("orderby", "date"))
      add(archives.europeana, archives.words, sort, latest: ("sort", "timestamp_created desc"))
      add(archives.finna, archives.words, sort, latest: ("sort", "last_indexed desc,id asc"))
    }
  }

  private mutating func add<Kind: SampleRow>(
    _ photos: [Kind], _ words: String, _ sort: PhotoFilters.Sort, latest: (String, String?)
  ) {
    let isLatest = sort == .latest
    record(
      in: words == Kittens.words ? "\(Kind.provider)-kittens.har" : "\(words).har", Kind.self,
      words, sort: sort, items: isLatest ? [latest] : [],
      [(isLatest ? photos.newestFirst : photos).map(\.row)])
  }
}
