import PhotoSearch

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
    func drawn<Kind: SampleRow>(
      _ photos: [Kind], _ topic: String, _ name: String? = nil
    ) -> Pictured {
      Pictured(
        name: name ?? Kind.provider.rawValue, topic: topic,
        photos: photos.prefix(pictured).flatMap(\.drawn))
    }
    let flickr = kittens.flickr.photos.prefix(pictured).enumerated().map { index, row in
      row.pictures(isShown: FlickrDetail.withSizes.contains(index))
    }
    // One that `show` knows, too, whose addresses have blanks in them
    let blank = kittens.nasa.photos.dropFirst(pictured).filter { $0.id.contains(" ") }
    let nasa = (kittens.nasa.photos.prefix(pictured) + blank).flatMap(\.drawn)
    return [
      drawn(kittens.unsplash.photos, "cat"),
      Pictured(name: "flickr", topic: "cat", photos: flickr),
      drawn(kittens.openverse.photos, "cat"), drawn(kittens.commons.photos, "cat"),
      drawn(kittens.pexels.photos, "cat"), drawn(kittens.pixabay.photos, "cat"),
      drawn(kittens.searxng.photos, "cat"), drawn(kittens.archives.wordPress, "cat"),
      drawn(kittens.archives.europeana, "cat"), drawn(kittens.archives.finna, "cat"),
      Pictured(name: "nasa", topic: "space", photos: nasa),
      drawn(kittens.iNaturalist.photos, "wildcat"),
      drawn(FixtureSet.unsplashFeed.filter(\.isPhoto), "landscape", "unsplash-list"),
      drawn(FixtureSet.pexelsCurated, "landscape", "pexels-curated"),
      drawn(FixtureSet.wikimediaFeatured, "landscape", "wikimedia-featured"),
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
            exchanges.append(
              Exchange(Target(address: url), Reply(picture: file + ending, shown)))
          }
        }
      }
    }
    self.init(name: "pictures.har", exchanges: exchanges)
  }
}
