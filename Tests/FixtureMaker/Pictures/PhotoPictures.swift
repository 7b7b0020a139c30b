/// Where the pictures of a photo are, which all show the same
struct PhotoPictures: Sendable {
  let subject: Subject
  /// As the service calls it, such as `#a0b1c2`; nil when it doesn't
  var color: String?
  let addresses: [String]
  /// Where only the middle of the photo is
  var squares: [String] = []
}

extension UnsplashRow {
  /// At all addresses that a reply has
  var pictures: PhotoPictures {
    PhotoPictures(subject: subject, color: color, addresses: addresses.map(\.url))
  }
}

extension FlickrRow {
  /// At all addresses that a reply has, and at those made of the secret
  ///
  /// - Parameter isShown: whether a reply tells of all sizes
  func pictures(isShown: Bool) -> PhotoPictures {
    let sizes = FlickrSizes(row: self)
    let told = isShown ? FlickrSizes.all : sizes.offered
    func sources(isSquare: Bool) -> [String] {
      told.filter { ($0.name == "q") == isSquare }.map {
        sizes.source($0.suffix, secret: $0.secret)
      }
    }
    // Where no sizes are told, the program makes this one of the secret.
    let built = sizes.source("_n", secret: nil)
    return PhotoPictures(
      subject: subject, addresses: sources(isSquare: false) + [built],
      squares: sources(isSquare: true))
  }
}

extension PexelsRow {
  /// At all addresses that the program takes of a reply
  var pictures: PhotoPictures {
    let taken = ["small", "medium", "large2x", "original"]
    return PhotoPictures(
      subject: subject, color: color,
      addresses: addresses.filter { taken.contains($0.name) }.map(\.url))
  }
}

extension PixabayRow {
  /// At all addresses that a reply has
  var pictures: PhotoPictures { PhotoPictures(subject: subject, addresses: addresses.map(\.url)) }
}

extension SearXNGRow {
  /// At all addresses that a reply has
  var pictures: PhotoPictures {
    PhotoPictures(subject: subject, addresses: [thumbnail, picture].compactMap(\.self))
  }
}

extension OpenverseRow {
  /// At all addresses that a reply has
  var pictures: PhotoPictures { PhotoPictures(subject: subject, addresses: [thumbnail, url]) }
}

extension WikimediaRow {
  /// At all addresses that a reply has
  var pictures: PhotoPictures { PhotoPictures(subject: subject, addresses: [thumbnail, original]) }
}

extension WordPressRow {
  /// At all addresses that the program takes of a reply
  var pictures: PhotoPictures {
    let sizes = Self.sizes.dropFirst().map { size(within: $0.1) }
    return PhotoPictures(
      subject: subject, addresses: sizes.map { address("\($0)x\($1)") } + [address(nil)])
  }
}

extension EuropeanaRow {
  /// At all addresses that the program takes of a reply
  var pictures: PhotoPictures {
    PhotoPictures(
      subject: subject, addresses: ["w200", "w400"].map { "\(preview)&size=\($0)" } + [picture])
  }
}

extension FinnaRow {
  /// The first picture, at all addresses that the program makes of a reply
  var drawn: PhotoPictures {
    PhotoPictures(
      subject: subject,
      addresses: ["small", "medium", "large", "master"].map {
        "https://www.finna.fi\(address(of: 0, $0))"
      })
  }
}

extension NASARow {
  /// At all addresses that a reply has
  var pictures: PhotoPictures {
    let told = isOld ? Array(addresses.prefix(1)) : addresses
    return PhotoPictures(subject: subject, addresses: told.map(\.url))
  }
}

extension INaturalistRow {
  /// Of each photo, at all addresses that the program takes of a reply
  var drawn: [PhotoPictures] {
    pictures.map { picture in
      PhotoPictures(
        subject: picture.subject,
        addresses: ["small", "medium", "large", "original"].map {
          Self.address(of: picture, $0)
        })
    }
  }
}
