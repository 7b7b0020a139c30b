/// Photos whose pictures are recorded, in files that are named alike
struct Pictured: Sendable {
  /// What the names begin with
  let name: String
  /// What `Tests/Pictures/draw.py` draws
  let topic: String
  let photos: [PhotoPictures]
}

extension Recording {
  /// How many photos of each list have pictures: enough for the first 30 of all of them
  private static let pictured = 10

  /// The pictures of the first photos of `kittens`, among which are those that `show` knows, and of
  /// the lists
  static let odd = Recording(picturesOf: photos)

  private static var photos: [Pictured] {
    let kittens = Kittens.all
    let flickr = kittens.flickr.photos.prefix(pictured).enumerated().map { index, row in
      row.pictures(isShown: FlickrDetail.withSizes.contains(index))
    }
    let unsplash = kittens.unsplash.photos.prefix(pictured).map(\.pictures)
    let openverse = kittens.openverse.photos.prefix(pictured).map(\.pictures)
    let commons = kittens.commons.photos.prefix(pictured).map(\.pictures)
    let pexels = kittens.pexels.photos.prefix(pictured).map(\.pictures)
    let pixabay = kittens.pixabay.photos.prefix(pictured).map(\.pictures)
    let searxng = kittens.searxng.photos.prefix(pictured).map(\.pictures)
    // One that `show` knows, too, whose addresses have blanks in them
    let nasa =
      (kittens.nasa.photos.prefix(pictured)
      + kittens.nasa.photos.dropFirst(pictured).filter { $0.id.contains(" ") }).map(\.pictures)
    let archives = kittens.archives
    let iNaturalist = kittens.iNaturalist.observations.prefix(pictured).flatMap(\.drawn)
    let feed = FixtureSet.unsplashFeed.filter(\.isPhoto).prefix(pictured).map(\.pictures)
    let curated = FixtureSet.pexelsCurated.prefix(pictured).map(\.pictures)
    let featured = FixtureSet.wikimediaFeatured.prefix(pictured).map(\.pictures)
    return [
      Pictured(name: "unsplash", topic: "cat", photos: unsplash),
      Pictured(name: "flickr", topic: "cat", photos: flickr),
      Pictured(name: "openverse", topic: "cat", photos: openverse),
      Pictured(name: "wikimedia", topic: "cat", photos: commons),
      Pictured(name: "pexels", topic: "cat", photos: pexels),
      Pictured(name: "pixabay", topic: "cat", photos: pixabay),
      Pictured(name: "searxng", topic: "cat", photos: searxng),
      Pictured(name: "wordpress", topic: "cat", photos: archives.wordPress.map(\.pictures)),
      Pictured(name: "europeana", topic: "cat", photos: archives.europeana.map(\.pictures)),
      Pictured(name: "finna", topic: "cat", photos: archives.finna.map(\.drawn)),
      Pictured(name: "nasa", topic: "space", photos: nasa),
      Pictured(name: "inaturalist", topic: "wildcat", photos: iNaturalist),
      Pictured(name: "unsplash-list", topic: "landscape", photos: feed),
      Pictured(name: "pexels-curated", topic: "landscape", photos: curated),
      Pictured(name: "wikimedia-featured", topic: "landscape", photos: featured),
    ]
  }

  init(picturesOf photos: [Pictured]) {
    var files: [String: String] = [:]
    var seen: Set<String> = []
    var exchanges: [Exchange] = []
    for group in photos {
      for (index, photo) in group.photos.enumerated() {
        let number = "\(index < 9 ? "0" : "")\(index + 1)"
        // A copy shows the same as its original.
        let subject = photo.subject
        let look = "\(subject.author.username) \(subject.posted.seconds)"
        let file = files[look] ?? "pictures/\(group.name)-\(number)"
        files[look] = file
        let shape = "\(subject.scene ?? group.topic) \(subject.width)x\(subject.height)"
        let shown = shape + ((photo.color ?? subject.color).map { " \($0)" } ?? "")
        for (addresses, ending) in [(photo.addresses, ".jpg"), (photo.squares, "-square.jpg")] {
          // Nothing is asked for without encryption, whatever old replies say.
          for url in addresses.map({ $0.replacing("http://", with: "https://") })
          where seen.insert(url).inserted {
            exchanges.append(Exchange(Target(address: url), picture: file + ending, shown))
          }
        }
      }
    }
    self.init(name: "pictures.har", exchanges: exchanges)
  }
}
