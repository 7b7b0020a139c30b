extension Double {
  /// The number as text; a whole number without decimals: `20`, `1.5`
  package var plainText: String { Int(exactly: self).map(String.init) ?? description }
}

extension BinaryInteger {
  /// The number with at least this many digits, filled with zeros at the front
  ///
  /// - Parameter count: least number of digits; the sign of a negative number counts as one
  @inlinable package func text(digits count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
