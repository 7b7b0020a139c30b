import Foundation
import PhotoSearch

extension FixtureSet {
  /// All of Fixtures/ but the pictures
  static let first: FixtureSet = {
    var set = FixtureSet()
    for topic in FirstTopic.all { set.add(topic) }
    set.addToday()
    return set
  }()

  /// The photos of each topic, and of the lists
  static let firstPhotos = (FirstTopic.all + [.today]).map { ($0, FirstPhotos(of: $0)) }

  private mutating func add(_ topic: FirstTopic) {
    guard let photos = Self.firstPhotos.first(where: { $0.0.words == topic.words })?.1 else {
      return
    }
    for service in FirstService.all(of: photos, topic.words) {
      record(topic.file, service.exchanges)
      expect(service.provider, topic.words, service.pages)
    }
    expect(copies: photos.copies)
    addShown(photos, topic)
  }

  private mutating func addToday() {
    guard let (topic, photos) = Self.firstPhotos.last else { return }
    let unsplash = photos.unsplash.map(\.row)
    let pexels = photos.pexels.map(\.row)
    let commons = photos.wikimedia.map(\.row)
    record(topic.file, .unsplashList, nil, [unsplash]) {
      UnsplashReply.feed(page: $0, of: 1, total: unsplash.count, $1)
    }
    record(topic.file, .pexelsCurated, nil, [pexels]) {
      PexelsReply.page(nil, page: $0, total: pexels.count, $1)
    }
    record(
      topic.file,
      WikimediaReply.pages(
        Self.featured(), commons.map(\.json), members: Self.members(of: photos.wikimedia),
        next: nil))
    expect(.wikimediaFeatured, nil, [commons])
    addShown(photos, topic)
  }

  /// Each photo by itself
  private mutating func addShown(_ photos: FirstPhotos, _ topic: FirstTopic) {
    let places = FirstPlace.all
    var exchanges: [Exchange] = []
    for (index, row) in photos.unsplash.enumerated() {
      exchanges.append(
        UnsplashDetail.exchange(
          row,
          [
            "location": places[index % places.count].unsplash,
            "tags": .array(row.subject.tags.map { ["type": "search", "title": .string($0)] }),
            "views": .integer(9_100 + 1_311 * index), "downloads": .integer(140 + 37 * index),
          ]))
    }
    for (index, row) in photos.flickr.enumerated() {
      let detail = FlickrDetail(row: row, location: places[index % places.count].flickr)
      exchanges += [detail.info, detail.sizes, detail.exposure]
    }
    for row in photos.pexels {
      exchanges.append(
        Exchange(Target("\(PexelsReply.base)/photos/\(row.id)"), body: row.json.compact))
    }
    for row in photos.pixabay {
      exchanges.append(
        PixabayReply.hits(Target(PixabayReply.base, [("id", row.id)]), total: 1, [row.json]))
    }
    for row in photos.openverse {
      exchanges.append(Exchange(Target("\(OpenverseReply.base)\(row.id)/"), body: row.json.compact))
    }
    for row in photos.wikimedia {
      let target = Target(WikimediaReply.base, [("action", "query"), ("pageids", "\(row.id)")])
      exchanges.append(WikimediaReply.pages(target, [row.detail], next: nil))
    }
    for row in photos.wordPress {
      let target = Target(WordPressReply.base, [("slug", row.slug)])
      exchanges.append(WordPressReply.page(target, of: 1, total: 1, [row.row]))
    }
    for row in photos.europeana {
      exchanges += [
        EuropeanaReply.page(EuropeanaReply.target(shown: row.id), total: 1, [row.row]),
        Exchange(Target("\(EuropeanaReply.base)/\(row.id).json"), body: row.record.compact),
      ]
    }
    for row in photos.finna {
      exchanges.append(FinnaReply.page(FinnaReply.target(shown: row.id), total: 1, [row.row]))
    }
    for row in photos.nasa {
      exchanges.append(NASAReply.page(NASAReply.target(shown: row.id), total: 1, [row.row]))
    }
    for row in photos.iNaturalist {
      exchanges.append(
        INaturalistReply.page(
          Target("\(INaturalistReply.base)/\(row.id)"), total: 1, [row.row]))
    }
    record("show.har", exchanges)
  }
}

extension Recording {
  /// All pictures of the first set
  static let first = Recording(
    picturesOf: FixtureSet.firstPhotos.flatMap { topic, photos in
      photos.pictures(named: topic.words.replacing(" ", with: "-"))
    })
}

/// Where a photo was taken
private struct FirstPlace: Sendable {
  let city: String
  let country: String
  let latitude: Double
  let longitude: Double

  static let all = [
    FirstPlace(city: "Graz", country: "Austria", latitude: 47.0707, longitude: 15.4395),
    FirstPlace(city: "Porto", country: "Portugal", latitude: 41.1496, longitude: -8.6110),
    FirstPlace(city: "Visby", country: "Sweden", latitude: 57.6348, longitude: 18.2948),
    FirstPlace(city: "Halifax", country: "Canada", latitude: 44.6488, longitude: -63.5752),
    FirstPlace(city: "Nara", country: "Japan", latitude: 34.6851, longitude: 135.8048),
  ]

  var unsplash: JSONTree {
    [
      "name": .string("\(city), \(country)"), "city": .string(city), "country": .string(country),
      "position": ["latitude": .double(latitude), "longitude": .double(longitude)],
    ]
  }

  var flickr: JSONTree {
    [
      "latitude": .string("\(latitude)"), "longitude": .string("\(longitude)"),
      "accuracy": "14", "context": "0", "locality": ["_content": .string(city)],
      "country": ["_content": .string(country)],
    ]
  }
}
