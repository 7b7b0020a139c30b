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
    for rows in photos.services {
      let service = FirstService(rows, topic.words)
      record(topic.file, service.exchanges)
      expect(service.provider, topic.words, service.pages)
    }
    expect(copies: photos.copies)
    addShown(photos)
  }

  private mutating func addToday() {
    guard let (topic, photos) = Self.firstPhotos.last else { return }
    for rows in photos.services {
      let page = rows.map(\.row)
      switch rows {
      case is [UnsplashRow]:
        record(topic.file, .unsplashList, nil, [page]) {
          UnsplashRow.feed(page: $0, of: 1, total: page.count, $1)
        }
      case is [PexelsRow]:
        record(topic.file, .pexelsCurated, nil, [page]) {
          PexelsRow.curated(page: $0, total: page.count, $1)
        }
      default:
        record(topic.file, .wikimediaFeatured, nil, [page]) {
          WikimediaRow.featured($1, named: rows.compactMap { $0 as? WikimediaRow })
        }
      }
    }
    addShown(photos)
  }

  /// Each photo by itself
  private mutating func addShown(_ photos: FirstPhotos) {
    for rows in photos.services {
      for (index, row) in rows.enumerated() {
        let place = FirstPlace.all[index % FirstPlace.all.count]
        switch row {
        case let row as UnsplashRow:
          record("show.har", row.shown(place.unsplash(row, index)))
        case let row as FlickrRow:
          record("show.har", FlickrDetail(row: row, location: place.flickr).whole)
        default: record("show.har", row.shown)
        }
      }
    }
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

  func unsplash(_ row: UnsplashRow, _ index: Int) -> [String: JSONTree] {
    [
      "location": [
        "name": "\(city), \(country)", "city": .string(city), "country": .string(country),
        "position": ["latitude": .double(latitude), "longitude": .double(longitude)],
      ],
      "tags": .array(row.subject.tags.map { ["type": "search", "title": .string($0)] }),
      "views": .integer(9_100 + 1_311 * index), "downloads": .integer(140 + 37 * index),
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
