extension Double {
  /// The number as text; a whole number without decimals: `20`, `1.5`
  package var plainText: String { Int(exactly: self).map(String.init) ?? description }
}

extension Sequence<UInt8> {
  /// The number that digits stand for; nil if there is any other byte
  ///
  /// - Parameter digits: the digits in their order, as many as the number's base
  @inlinable package func number(in digits: [UInt8]) -> Int? {
    var number = 0
    for byte in self {
      guard let digit = digits.firstIndex(of: byte) else { return nil }
      number = number * digits.count + digit
    }
    return number
  }
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
