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
      var sample = Sample<Kind>(words, titles: ["\(words) at the mill", "\(words), glass plate"])
      return sample.made(2)
    }
    self.words = words
    (wordPress, europeana, finna) = (made(), made(), made())
  }
}

extension FixtureSet {
  /// By relevance, and the latest first
  mutating func add(_ archives: Archives) {
    let words = archives.words
    func file(_ service: String) -> String {
      words == Kittens.words ? "\(service)-kittens.har" : "\(words).har"
    }
    for sort in [PhotoFilters.Sort.relevant, .latest] {
      func rows(_ photos: [some SampleRow]) -> [Row] {
        let latest = photos.sorted { $0.subject.posted > $1.subject.posted }
        return (sort == .latest ? latest : photos).map(\.row)
      }
      func order(_ latest: String) -> String? { sort == .latest ? latest : nil }
      let wordPress = rows(archives.wordPress)
      record(file("wordpress"), .wordpress, words, sort: sort, [wordPress]) { _, rows in
        let target = WordPressReply.target(words, order: order("date"))
        return WordPressReply.page(target, of: 1, total: rows.count, rows)
      }
      let europeana = rows(archives.europeana)
      record(file("europeana"), .europeana, words, sort: sort, [europeana]) { _, rows in
        let target = EuropeanaReply.target(words, order: order("timestamp_created desc"))
        return EuropeanaReply.page(target, total: rows.count, rows)
      }
      let finna = rows(archives.finna)
      record(file("finna"), .finna, words, sort: sort, [finna]) { _, rows in
        let target = FinnaReply.target(words, order: order("last_indexed desc,id asc"))
        return FinnaReply.page(target, total: rows.count, rows)
      }
    }
  }
}
