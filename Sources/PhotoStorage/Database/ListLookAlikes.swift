package import Pictures
import Platform
import Synchronization

extension PictureFingerprint {
  /// A stored hash, to be compared; nil unless it has the right number of bytes
  package init?(_ kept: PictureHash) {
    guard let hash = PerceptualHash(bytes: kept.bytes) else { return nil }
    self.init(id: kept.id, size: kept.size, hash: hash)
  }
}
/// The look-alikes of a list, as far as its pictures are known
package final class ListLookAlikes: Sendable {
  private let alikes: Mutex<LookAlikes>

  package init(_ known: LookAlikes = LookAlikes()) { alikes = Mutex(known) }

  /// The current state
  package var known: LookAlikes { alikes.withLock { $0 } }

  /// - Returns: the numbers of the photos whose look-alike has changed or gone.
  @discardableResult
  package func take(_ number: Int, _ hash: PictureHash) -> [Int] {
    guard let looks = PictureFingerprint(hash) else { return [] }
    return alikes.withLock { $0.take(number, looks) }
  }

  /// The earliest photo that the one with this number looks like
  package func original(of number: Int) -> ListedPhoto? {
    alikes.withLock { $0.original(of: number) }
  }
}
/// Look-alikes of the latest searches, by the cursors that continue them
package final class ContinuedLookAlikes: Sendable {
  private let lists = Mutex(LRUCache<String, (alikes: LookAlikes, count: Int)>(limit: 30))

  package init() {}

  /// The look-alikes of a search, to add to, and how many photos it has shown
  package func marks(_ cursor: String?) -> (ListLookAlikes, count: Int) {
    let list = lists.withLock { lists in cursor.flatMap { lists.value($0) } }
    return (ListLookAlikes(list?.alikes ?? LookAlikes()), list?.count ?? 0)
  }

  /// Keeps the look-alikes of a search for its continuation
  ///
  /// - Parameters:
  ///   - count: how many photos the search has shown
  ///   - cursor: where it continues
  package func keep(_ marks: ListLookAlikes, count: Int, as cursor: String) {
    lists.withLock { $0.keep((marks.known, count), as: cursor) }
  }
}
