package import Foundation

/// SHA-256 (FIPS 180-4) of bytes that come in parts
package struct SHA256 {
  private var state = firstBits(of: primes.prefix(8), root: { $0.squareRoot() })
  /// Bytes that don't fill a block of 64 yet
  private var rest: [UInt8] = []
  private var count = 0

  package init() {}

  /// Takes the next bytes
  package mutating func update(_ bytes: some Collection<UInt8>) {
    count += bytes.count
    rest += bytes
    let whole = rest.count / 64 * 64
    rest.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: whole, by: 64) {
        Self.mix(UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64]), into: &state)
      }
    }
    rest.removeFirst(whole)
  }

  /// The hash of the bytes so far, 32 bytes
  package var digest: Data {
    var padded = self
    let zeros = repeatElement(0 as UInt8, count: (119 - count % 64) % 64)
    padded.update([0x80] + zeros)
    withUnsafeBytes(of: (UInt64(count) * 8).bigEndian) { padded.update($0) }
    return Data(padded.state.flatMap { word in withUnsafeBytes(of: word.bigEndian, Array.init) })
  }

  /// The hash of a message, 32 bytes
  package static func digest(_ message: some Collection<UInt8>) -> Data {
    var hash = SHA256()
    hash.update(message)
    return hash.digest
  }

  /// Mixes 64 bytes into the state, by pointers and plain loops: a build without optimization, in
  /// which the tests run, takes a tenth of the time that arrays and sequences take
  private static func mix(_ block: UnsafeRawBufferPointer, into state: inout [UInt32]) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      var index = 0
      while index < 16 {
        let word = block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
        words[index] = UInt32(bigEndian: word)
        index += 1
      }
      while index < 64 {
        let (near, far) = (words[index - 2], words[index - 15])
        let left = rotated(near, 17) ^ rotated(near, 19) ^ near &>> 10
        let right = rotated(far, 7) ^ rotated(far, 18) ^ far &>> 3
        words[index] = words[index - 16] &+ right &+ words[index - 7] &+ left
        index += 1
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      constants.withUnsafeBufferPointer { constants in
        index = 0
        while index < 64 {
          let choice = (e & f) ^ (~e & g)
          let majority = (a & b) ^ (a & c) ^ (b & c)
          let first =
            h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[index]
            &+ words[index]
          let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
          (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
          index += 1
        }
      }
      for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }
  }

  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word &>> bits | word &<< (32 &- bits)
  }

  private static let primes = (2...311).filter { number in
    (2..<number).allSatisfy { number % $0 != 0 }
  }
  private static let constants = firstBits(of: primes[...], root: cbrt)

  /// The first 32 bits of the fractional parts of roots
  private static func firstBits(of numbers: ArraySlice<Int>, root: (Double) -> Double) -> [UInt32] {
    numbers.map { number in
      UInt32(root(Double(number)).truncatingRemainder(dividingBy: 1) * 0x1p32)
    }
  }
}

/// A 64-bit FNV-1a hash, which unlike `Hasher` is the same in every process
package struct StableHash {
  /// The hash of the bytes added so far
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Parameter text: the first bytes, as text
  package init(_ text: String = "") { add(text) }

  /// The value in 16 hexadecimal digits
  package var digits: String { value.text(digits: 16, radix: 16) }

  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  package mutating func add(_ text: String) { for byte in text.utf8 { add(byte) } }

  /// Adds many bytes at once, e.g. a whole file
  package mutating func add(contentsOf bytes: UnsafeRawBufferPointer) {
    for byte in bytes { add(byte) }
  }
}
