/// Where the pictures of a photo are
struct PhotoPictures: Sendable {
  /// An address, and what comes from there
  struct Address: Sendable {
    let url: String
    /// In pixels; far fewer than the services send, so that the fixtures stay small
    let width: Int
    var isSquare = false
  }

  let scene: Scene
  let addresses: [Address]

  /// Pixels for each use: what is larger at the services is larger here too
  enum Width {
    static let thumb = 20
    static let small = 36
    static let regular = 56
    static let full = 72
    static let original = 84
  }
}

extension UnsplashRow {
  /// At all addresses that a reply has
  var pictures: PhotoPictures {
    typealias Width = PhotoPictures.Width
    let widths = [
      "thumb": Width.thumb, "small": Width.small, "regular": Width.regular, "full": Width.full,
    ]
    return PhotoPictures(
      scene: Scene(subject, color: RGB(color)),
      addresses: addresses.map { .init(url: $0.url, width: widths[$0.name] ?? Width.original) })
  }
}

extension FlickrRow {
  /// At all addresses that a reply has, and at those made of the secret
  ///
  /// - Parameter isShown: whether a reply tells of all sizes
  func pictures(isShown: Bool) -> PhotoPictures {
    typealias Width = PhotoPictures.Width
    let sizes = FlickrSizes(row: self)
    // Where no sizes are told, the program makes this one of the secret.
    let built = [(name: "n", suffix: "_n", edge: 320, secret: nil as Int?)]
    return PhotoPictures(
      scene: Scene(subject),
      addresses: ((isShown ? FlickrSizes.all : sizes.offered) + built).map { size in
        let width =
          switch size.edge {
          case ...150: Width.thumb
          case ...500: Width.small
          case ...800: Width.regular
          case ...2_048: Width.full
          default: Width.original
          }
        let url = sizes.source(size.suffix, secret: size.secret)
        return .init(url: url, width: width, isSquare: size.name == "q")
      })
  }
}

extension PexelsRow {
  /// At all addresses that the program takes of a reply
  var pictures: PhotoPictures {
    typealias Width = PhotoPictures.Width
    let widths = [
      "small": Width.thumb, "medium": Width.small, "large2x": Width.regular,
      "original": Width.original,
    ]
    return PhotoPictures(
      scene: Scene(subject, color: RGB(color)),
      addresses: addresses.compactMap { address in
        widths[address.name].map { .init(url: address.url, width: $0) }
      })
  }
}

extension PixabayRow {
  /// At all addresses that the program takes of a reply
  var pictures: PhotoPictures {
    typealias Width = PhotoPictures.Width
    let widths = [
      "previewURL": Width.thumb, "webformatURL": Width.regular, "imageURL": Width.original,
    ]
    return PhotoPictures(
      scene: Scene(subject),
      addresses: addresses.map { .init(url: $0.url, width: widths[$0.name] ?? Width.full) })
  }
}

extension SearXNGRow {
  /// At all addresses that a reply has
  var pictures: PhotoPictures {
    let thumbnail = thumbnail.map {
      PhotoPictures.Address(url: $0, width: PhotoPictures.Width.small)
    }
    return PhotoPictures(
      scene: Scene(subject),
      addresses: [thumbnail].compactMap(\.self)
        + [.init(url: picture, width: PhotoPictures.Width.full)])
  }
}

extension OpenverseRow {
  /// At all addresses that a reply has
  var pictures: PhotoPictures {
    PhotoPictures(
      scene: Scene(subject),
      addresses: [
        .init(url: thumbnail, width: PhotoPictures.Width.small),
        .init(url: url, width: PhotoPictures.Width.full),
      ])
  }
}

extension WikimediaRow {
  /// At all addresses that a reply has
  var pictures: PhotoPictures {
    PhotoPictures(
      scene: Scene(subject),
      addresses: [
        .init(url: thumbnail, width: PhotoPictures.Width.regular),
        .init(url: original, width: PhotoPictures.Width.original),
      ])
  }
}
