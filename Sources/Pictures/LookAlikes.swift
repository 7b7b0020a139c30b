package import PhotoSearch

/// What the picture of a photo looks like
package struct PictureFingerprint: Hashable, Sendable {
  package let id: PhotoID
  /// The photo's
  package let size: PixelSize
  package let hash: PerceptualHash

  package init(id: PhotoID, size: PixelSize, hash: PerceptualHash) {
    (self.id, self.size, self.hash) = (id, size, hash)
  }

  /// Whether it is the same picture at another service
  package func isCopy(of other: PictureFingerprint) -> Bool {
    id.service != other.id.service
      && hash.distance(to: other.hash) <= PerceptualHash.maxDistance
      && size.hasShape(of: other.size)
  }
}

/// Which photos of a list look like an earlier one of another service
///
/// What is marked says nothing to those behind it: each is compared with those alone that look like
/// none before them. So pictures may become known in any order, and the marks are the same in the end.
package struct LookAlikes: Sendable {
  private struct Member {
    let number: Int
    let looks: PictureFingerprint
    /// The earliest that it looks like
    var original: ListedPhoto?
  }

  /// Photos of a list that are compared with each other: its first
  package static let maxNumber = 10_000

  /// Those whose pictures are known, in the order of the list
  private var members: [Member] = []

  package init() {}

  /// The earliest photo that the one of that number looks like
  package func original(of number: Int) -> ListedPhoto? {
    let index = index(of: number)
    return members.indices.contains(index) && members[index].number == number
      ? members[index].original : nil
  }

  /// Takes what the picture of a photo looks like; a second time that is passed over
  ///
  /// - Returns: the numbers of the photos that have another mark than before, or one no longer.
  @discardableResult
  package mutating func take(_ number: Int, _ looks: PictureFingerprint) -> [Int] {
    let index = index(of: number)
    guard number <= Self.maxNumber, index == members.count || members[index].number != number
    else { return [] }
    let original = original(of: looks, before: index)
    members.insert(Member(number: number, looks: looks, original: original), at: index)
    if original != nil { return [number] }
    let later = members.indices[(index + 1)...]
    guard later.contains(where: { members[$0].looks.isCopy(of: looks) }) else { return [] }
    var changed: [Int] = []
    for index in later {
      let original = self.original(of: members[index].looks, before: index)
      guard original != members[index].original else { continue }
      members[index].original = original
      changed.append(members[index].number)
    }
    return changed
  }

  private func original(of looks: PictureFingerprint, before index: Int) -> ListedPhoto? {
    members[..<index].first { $0.original == nil && looks.isCopy(of: $0.looks) }
      .map { ListedPhoto(number: $0.number, id: $0.looks.id) }
  }

  /// Where the photo of that number is, or would be
  private func index(of number: Int) -> Int {
    var (low, high) = (0, members.count)
    // They come in their order, mostly.
    if let last = members.last, last.number < number { return high }
    while low < high {
      let middle = (low + high) / 2
      if members[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension PixelSize {
  /// Whether width and height are in the same ratio, but for 2 %
  func hasShape(of other: PixelSize) -> Bool {
    let (one, another) = (width * other.height, height * other.width)
    return abs(one - another) * 50 <= max(one, another)
  }
}

/// The number of a photo in a listing, and its id
package struct ListedPhoto: Hashable, Sendable {
  package let number: Int
  package let id: PhotoID

  package init(number: Int, id: PhotoID) {
    self.number = number
    self.id = id
  }
}
