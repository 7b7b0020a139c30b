/// The marks of ``SeenPhotos``: a set that takes about 6 bytes for each, and grows a little at a time
///
/// A `Set` is copied as a whole into one of twice the size when it is full, and has both for a moment.
/// Here the upper bits of a mark say in which of some short lists it stands, and only the lower 32 are
/// written there.
struct MarkSet: Hashable, Sendable {
  /// By the upper bits; each ascending
  private var lists = [[UInt32]](repeating: [], count: 1 << (SeenPhotos.bits - 32))
  /// How many there are
  private(set) var count = 0

  init() {}

  init(_ marks: some Sequence<UInt64>) {
    for mark in marks { insert(mark) }
  }

  var isEmpty: Bool { count == 0 }

  /// From the least to the greatest
  var ascending: some Sequence<UInt64> {
    lists.enumerated().lazy.flatMap { upper, list in
      list.lazy.map { UInt64(upper) << 32 | UInt64($0) }
    }
  }

  func contains(_ mark: UInt64) -> Bool {
    let list = lists[Self.list(of: mark)]
    let place = Self.place(of: mark, in: list)
    return place < list.count && list[place] == UInt32(truncatingIfNeeded: mark)
  }

  /// Adds a mark, if it isn't there
  mutating func insert(_ mark: UInt64) {
    let list = Self.list(of: mark)
    let lower = UInt32(truncatingIfNeeded: mark)
    let place = Self.place(of: mark, in: lists[list])
    if place < lists[list].count, lists[list][place] == lower { return }
    lists[list].insert(lower, at: place)
    count += 1
  }

  private static func list(of mark: UInt64) -> Int { Int(mark >> 32) }

  /// Where it stands in its list, or is to be put
  private static func place(of mark: UInt64, in list: [UInt32]) -> Int {
    let lower = UInt32(truncatingIfNeeded: mark)
    var (first, end) = (0, list.count)
    while first < end {
      let middle = (first + end) / 2
      if list[middle] < lower { first = middle + 1 } else { end = middle }
    }
    return first
  }
}
