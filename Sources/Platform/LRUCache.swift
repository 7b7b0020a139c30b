/// Values by their names; the least recently used are dropped
package struct LRUCache<Name: Hashable, Value> {
  private let limit: Int
  private let maxBytes: Int
  private var values: [Name: (value: Value, bytes: Int, turn: Int)] = [:]
  /// Names by the turn of their last use; there may be gaps
  private var names: [Int: Name] = [:]
  private var (firstTurn, lastTurn) = (1, 0)
  private var bytes = 0

  /// - Parameters:
  ///   - limit: most values
  ///   - maxBytes: most bytes of all values; a longer value isn't kept
  package init(limit: Int, maxBytes: Int = .max) { (self.limit, self.maxBytes) = (limit, maxBytes) }

  /// Stores a value in place of an earlier one of its name
  ///
  /// - Parameter count: its bytes, if their number is limited
  package mutating func store(_ value: Value, as name: Name, bytes count: Int = 0) {
    drop(name)
    guard count <= maxBytes else { return }
    lastTurn += 1
    (values[name], names[lastTurn]) = ((value, count, lastTurn), name)
    bytes += count
    while values.count > limit || bytes > maxBytes {
      if let oldest = names[firstTurn] { drop(oldest) }
      firstTurn += 1
    }
  }

  /// The value kept under a name, which then counts as used
  package mutating func value(_ name: Name) -> Value? {
    guard let (value, bytes, _) = values[name] else { return nil }
    store(value, as: name, bytes: bytes)
    return value
  }

  private mutating func drop(_ name: Name) {
    guard let (_, count, turn) = values.removeValue(forKey: name) else { return }
    names[turn] = nil
    bytes -= count
  }
}

extension LRUCache where Value == String {
  /// Stores a text, whose bytes count
  package mutating func store(_ text: String, as name: Name) {
    store(text, as: name, bytes: text.utf8.count)
  }
}
