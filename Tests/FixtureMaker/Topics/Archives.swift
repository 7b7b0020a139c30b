import PhotoSearch

/// A few photos of the WordPress Photo Directory, Europeana and Finna for words that all services
/// have: one page, nothing odd
struct Archives: Sendable {
  let words: String
  let wordPress: [WordPressRow]
  let europeana: [EuropeanaRow]
  let finna: [FinnaRow]

  init(of words: String) {
    func sample(_ service: String) -> Sample {
      let titles = ["\(words) at the mill", "\(words), glass plate"]
      return Sample(words, service: service, titles: titles)
    }
    self.words = words
    var (photos, records, pictures) = (sample("wordpress"), sample("europeana"), sample("finna"))
    (wordPress, europeana) = (photos.wordPress(2), records.europeana(2))
    finna = pictures.finna(2)
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
      func rows<Photo>(_ photos: [Photo], _ subject: (Photo) -> Subject, _ row: (Photo) -> Row)
        -> [Row]
      {
        let latest = photos.sorted { subject($0).posted > subject($1).posted }
        return (sort == .latest ? latest : photos).map(row)
      }
      func order(_ latest: String) -> String? { sort == .latest ? latest : nil }
      let wordPress = rows(archives.wordPress, \.subject, \.row)
      record(file("wordpress"), .wordpress, words, sort: sort, [wordPress]) { _, rows in
        let target = WordPressReply.target(words, order: order("date"))
        return WordPressReply.page(target, of: 1, total: rows.count, rows)
      }
      let europeana = rows(archives.europeana, \.subject, \.row)
      record(file("europeana"), .europeana, words, sort: sort, [europeana]) { _, rows in
        let target = EuropeanaReply.target(words, order: order("timestamp_created desc"))
        return EuropeanaReply.page(target, total: rows.count, rows)
      }
      let finna = rows(archives.finna, \.subject, \.row)
      record(file("finna"), .finna, words, sort: sort, [finna]) { _, rows in
        let target = FinnaReply.target(words, order: order("last_indexed desc,id asc"))
        return FinnaReply.page(target, total: rows.count, rows)
      }
    }
  }
}
