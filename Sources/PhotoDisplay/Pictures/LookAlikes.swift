package import PhotoSearch

/// Which photos of a list look like an earlier one of another service
///
/// What is marked says nothing to those behind it: each is compared with those alone that look like
/// none before them. So pictures may become known in any order, and the marks are the same in the end.
package struct LookAlikes: Sendable {
  private struct Member {
    let photo: ListedPhoto
    let size: PixelSize
    let hash: PerceptualHash
    /// The earliest that it looks like
    var original: ListedPhoto?

    func looksLike(_ other: Member) -> Bool {
      photo.id.service != other.photo.id.service
        && hash.distance(to: other.hash) <= PerceptualHash.maxDistance
        && size.hasShape(of: other.size)
    }
  }

  /// Photos of a list that are compared with each other: its first
  package static let maxNumber = 10_000

  /// Those whose pictures are known, in the order of the list
  private var members: [Member] = []

  package init() {}

  /// The earliest photo that the one of that number looks like
  package func original(of number: Int) -> ListedPhoto? {
    let index = index(of: number)
    return members.indices.contains(index) && members[index].photo.number == number
      ? members[index].original : nil
  }

  /// Takes what the picture of a photo looks like; a second time that is passed over
  ///
  /// - Returns: the numbers of the photos that have another mark than before, or one no longer.
  @discardableResult
  package mutating func take(
    _ photo: ListedPhoto, _ size: PixelSize, _ hash: PerceptualHash
  ) -> [Int] {
    let index = index(of: photo.number)
    guard photo.number <= Self.maxNumber,
      index == members.count || members[index].photo.number != photo.number
    else { return [] }
    var member = Member(photo: photo, size: size, hash: hash)
    member.original = original(of: member, before: index)
    members.insert(member, at: index)
    if member.original != nil { return [photo.number] }
    let later = members.indices[(index + 1)...]
    guard later.contains(where: { members[$0].looksLike(member) }) else { return [] }
    var changed: [Int] = []
    for index in later {
      let original = original(of: members[index], before: index)
      guard original != members[index].original else { continue }
      members[index].original = original
      changed.append(members[index].photo.number)
    }
    return changed
  }

  private func original(of member: Member, before index: Int) -> ListedPhoto? {
    members[..<index].first { $0.original == nil && member.looksLike($0) }?.photo
  }

  /// Where the photo of that number is, or would be
  private func index(of number: Int) -> Int {
    var (low, high) = (0, members.count)
    // They come in their order, mostly.
    if let last = members.last, last.photo.number < number { return high }
    while low < high {
      let middle = (low + high) / 2
      if members[middle].photo.number < number { low = middle + 1 } else { high = middle }
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
