/// `kittens` at all services
struct Kittens: Sendable {
  let unsplash: UnsplashKittens
  let flickr: FlickrKittens
  let openverse: OpenverseKittens
  let commons: WikimediaKittens
  let pexels = PexelsKittens()
  let nasa = NASAKittens()
  let iNaturalist = INaturalistKittens()

  static let all: Kittens = {
    let deck = TitleDeck(seed: 11)
    let flickr = FlickrKittens(titles: deck.dealt(0, of: 4))
    let commons = WikimediaKittens(titles: deck.dealt(1, of: 4))
    return Kittens(
      unsplash: UnsplashKittens(titles: deck.dealt(2, of: 4)), flickr: flickr,
      openverse: OpenverseKittens(
        titles: deck.dealt(3, of: 4), flickr: flickr.photos, commons: commons.photos),
      commons: commons)
  }()
}
