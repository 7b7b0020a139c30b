/// The marks of ``SeenPhotos``: a set that takes about 6 bytes per mark and grows in small steps
///
/// A full `Set` is copied into one of twice the size, and both exist for a moment. Here the upper
/// bits of a mark choose one of some short lists, and the list stores only the lower 32.
struct MarkSet: Hashable, Sendable {
  /// The lower bits of the marks, ascending, in a list for each value of the upper bits
  private var lists = [[UInt32]](repeating: [], count: 1 << (SeenPhotos.bits - 32))
  /// Number of marks
  private(set) var count = 0

  init() {}

  init(_ marks: some Sequence<UInt64>) {
    for mark in marks { insert(mark) }
  }

  var isEmpty: Bool { count == 0 }

  /// All marks in ascending order
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

  /// Adds a mark unless it is in the set
  mutating func insert(_ mark: UInt64) {
    let list = Self.list(of: mark)
    let lower = UInt32(truncatingIfNeeded: mark)
    let place = Self.place(of: mark, in: lists[list])
    if place < lists[list].count, lists[list][place] == lower { return }
    lists[list].insert(lower, at: place)
    count += 1
  }

  private static func list(of mark: UInt64) -> Int { Int(mark >> 32) }

  /// The index of a mark in its list, or where to insert it
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
