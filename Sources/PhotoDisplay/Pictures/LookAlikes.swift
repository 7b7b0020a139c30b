package import PhotoSearch

/// Which photos of a list look like an earlier one of another service
///
/// What is marked says nothing to those behind it: each is compared with those alone that look like
/// none before them. So the marks don't depend on the order in which hashes become known.
package struct LookAlikes: Sendable {
  /// For a photo the earliest that it looks like
  package private(set) var earliest: [PhotoID: PhotoID] = [:]

  /// - Parameters:
  ///   - photos: the list, in its order
  ///   - hashes: of those whose pictures are known
  package init(in photos: some Sequence<Photo>, _ hashes: [PhotoID: PerceptualHash]) {
    var leaders: [(id: PhotoID, size: PixelSize, hash: PerceptualHash)] = []
    for photo in photos {
      guard let hash = hashes[photo.id], let size = photo.size else { continue }
      let leader = leaders.first { leader in
        leader.id.service != photo.id.service
          && leader.hash.distance(to: hash) <= PerceptualHash.maxDistance
          && leader.size.hasShape(of: size)
      }
      if let leader {
        earliest[photo.id] = leader.id
      } else {
        leaders.append((photo.id, size, hash))
      }
    }
  }
}

extension PixelSize {
  /// Whether width and height are in the same ratio, but for 2 %
  fileprivate func hasShape(of other: PixelSize) -> Bool {
    let (one, another) = (width * other.height, height * other.width)
    return abs(one - another) * 50 <= max(one, another)
  }
}
