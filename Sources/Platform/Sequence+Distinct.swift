extension Sequence {
  /// The elements in their order, without later ones that repeat a value of an earlier one
  @inlinable package func distinct<Value: Hashable>(by value: (Element) -> Value) -> [Element] {
    var seen: Set<Value> = []
    return filter { seen.insert(value($0)).inserted }
  }
}
