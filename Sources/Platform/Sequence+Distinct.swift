extension Sequence {
  /// The elements in their order, without later ones that repeat a value of an earlier one
  @inlinable package func distinct<Value: Hashable>(by value: (Element) -> Value) -> [Element] {
    var seen: Set<Value> = []
    return filter { seen.insert(value($0)).inserted }
  }
}

extension Array {
  /// The index of the first element that fits, by a binary search; the count if none does
  ///
  /// - Parameter fits: false for all elements up to a place, and true for all from there on
  @inlinable package func partitioningIndex(where fits: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
