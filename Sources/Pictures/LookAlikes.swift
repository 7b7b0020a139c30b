package import PhotoSearch
import Platform
import Synchronization

/// The hash of a photo's picture, for comparison with others
package struct PictureFingerprint: Hashable, Sendable {
  package let id: PhotoID
  /// The photo's size in pixels
  package let size: PixelSize
  package let hash: PerceptualHash

  package init(id: PhotoID, size: PixelSize, hash: PerceptualHash) {
    self.id = id
    self.size = size
    self.hash = hash
  }

  /// Whether two hashes are of the same picture at different services
  package func isCopy(of other: PictureFingerprint) -> Bool {
    id.service != other.id.service
      && hash.distance(to: other.hash) <= PerceptualHash.maxDistance
      && size.hasShape(of: other.size)
  }
}

/// Finds photos of a list that look like an earlier one of another service
///
/// Each photo is only compared with earlier photos that look like none themselves. So the pictures
/// may become known in any order, and the result is the same.
package final class LookAlikes: Sendable {
  private struct Member {
    let number: Int
    let fingerprint: PictureFingerprint
    /// The earliest photo that this one looks like
    var lookAlike: ListedPhoto?
  }

  /// How many photos of a list are compared: the first ones
  package static let maxNumber = 10_000

  /// The photos whose pictures are known, in the order of the list
  private let members: Mutex<[Member]>

  /// - Parameter earlier: look-alikes to begin with, of which a copy is made
  package init(_ earlier: LookAlikes? = nil) {
    members = Mutex(earlier?.members.withLock { $0 } ?? [])
  }

  /// The earliest photo that the one with this number looks like
  package func lookAlike(of number: Int) -> ListedPhoto? {
    members.withLock { members in
      let index = members.partitioningIndex { $0.number >= number }
      return members.indices.contains(index) && members[index].number == number
        ? members[index].lookAlike : nil
    }
  }

  /// Adds the hash of a photo's picture; a second one for the same photo is ignored
  ///
  /// - Returns: the numbers of the photos whose look-alike has changed or gone.
  @discardableResult
  package func add(_ number: Int, _ fingerprint: PictureFingerprint) -> [Int] {
    members.withLock { members in
      let index = members.partitioningIndex { $0.number >= number }
      guard number <= Self.maxNumber, index == members.count || members[index].number != number
      else { return [] }
      let lookAlike = Self.lookAlike(of: fingerprint, in: members[..<index])
      let member = Member(number: number, fingerprint: fingerprint, lookAlike: lookAlike)
      members.insert(member, at: index)
      if lookAlike != nil { return [number] }
      let later = members.indices[(index + 1)...]
      guard later.contains(where: { members[$0].fingerprint.isCopy(of: fingerprint) })
      else { return [] }
      var changed: [Int] = []
      for index in later {
        let lookAlike = Self.lookAlike(of: members[index].fingerprint, in: members[..<index])
        guard lookAlike != members[index].lookAlike else { continue }
        members[index].lookAlike = lookAlike
        changed.append(members[index].number)
      }
      return changed
    }
  }

  private static func lookAlike(
    of fingerprint: PictureFingerprint, in members: ArraySlice<Member>
  ) -> ListedPhoto? {
    members.first { $0.lookAlike == nil && fingerprint.isCopy(of: $0.fingerprint) }
      .map { ListedPhoto(number: $0.number, id: $0.fingerprint.id) }
  }

}

extension PixelSize {
  /// Whether the ratio of width to height is the same, within 2 %
  func hasShape(of other: PixelSize) -> Bool {
    let (one, another) = (width * other.height, height * other.width)
    return abs(one - another) * 50 <= max(one, another)
  }
}

/// A photo's number in a listing, and its id
package struct ListedPhoto: Hashable, Sendable {
  package let number: Int
  package let id: PhotoID
}
