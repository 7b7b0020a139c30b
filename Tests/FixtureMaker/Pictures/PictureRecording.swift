extension Recording {
  /// How many photos of each service have pictures: enough for the first 30 of all of them
  private static let pictured = 10

  /// The pictures of the first photos of `kittens`, among which are those that `show` knows
  static let pictures = Recording(name: "pictures.har", exchanges: exchanges)

  private static var photos: [PhotoPictures] {
    let kittens = Kittens.all
    let flickr = kittens.flickr.photos.prefix(pictured).enumerated().map { index, row in
      row.pictures(isShown: FlickrDetail.withSizes.contains(index))
    }
    return kittens.unsplash.photos.prefix(pictured).map(\.pictures) + flickr
      + kittens.openverse.photos.prefix(pictured).map(\.pictures)
      + kittens.commons.photos.prefix(pictured).map(\.pictures)
      + kittens.pexels.photos.prefix(pictured).map(\.pictures)
      + kittens.pixabay.photos.prefix(pictured).map(\.pictures)
      + kittens.searxng.photos.prefix(pictured).map(\.pictures)
      + kittens.nasa.photos.prefix(pictured).map(\.pictures)
      + kittens.iNaturalist.observations.prefix(pictured).flatMap(\.drawn)
  }

  private static var exchanges: [Exchange] {
    var seen: Set<String> = []
    return photos.flatMap { photo in
      photo.addresses.compactMap { address in
        // Nothing is asked for without encryption, whatever old replies say.
        let url = address.url.replacing("http://", with: "https://")
        // A copy at Openverse has an address of its original.
        guard seen.insert(url).inserted else { return nil }
        let file = photo.scene.picture(width: address.width, isSquare: address.isSquare)
        return Exchange(Target(address: url), file.bytes)
      }
    }
  }
}
