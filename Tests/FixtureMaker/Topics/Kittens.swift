/// `kittens` at all services
struct Kittens: Sendable {
  let unsplash: UnsplashKittens
  let flickr: FlickrKittens
  let openverse: OpenverseKittens
  let commons: WikimediaKittens
  let pexels: PexelsKittens
  let pixabay = PixabayKittens()
  let nasa = NASAKittens()
  let iNaturalist = INaturalistKittens()
  let searxng: SearXNGKittens
  let archives = Archives(of: words)

  static let words = "kittens"

  static let all: Kittens = {
    let deck = TitleDeck(seed: 11)
    let flickr = FlickrKittens(titles: deck.dealt(0, of: 4))
    let commons = WikimediaKittens(titles: deck.dealt(1, of: 4))
    let unsplash = UnsplashKittens(titles: deck.dealt(2, of: 4))
    let pexels = PexelsKittens()
    return Kittens(
      unsplash: unsplash, flickr: flickr,
      openverse: OpenverseKittens(
        titles: deck.dealt(3, of: 4), flickr: flickr.photos, commons: commons.photos),
      commons: commons, pexels: pexels,
      searxng: SearXNGKittens(
        unsplash: unsplash.photos, flickr: flickr.photos, commons: commons.photos,
        pexels: pexels.photos))
  }()
}
