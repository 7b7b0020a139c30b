import Platform

/// A 64-bit FNV-1a hash, which unlike `Hasher` is the same in every process
package struct StableHash {
  /// The hash of the bytes added so far
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Parameter text: the first bytes, as text
  package init(_ text: String = "") { add(text) }

  /// The value in 16 hexadecimal digits
  package var digits: String { value.text(digits: 16, radix: 16) }

  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(contentsOf: UnsafeRawBufferPointer($0)) }
  }

  /// Adds many bytes at once, e.g. a whole file
  package mutating func add(contentsOf bytes: UnsafeRawBufferPointer) {
    for byte in bytes { add(byte) }
  }
}
