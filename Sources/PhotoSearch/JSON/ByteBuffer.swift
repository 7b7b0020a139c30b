/// A growing buffer of bytes
///
/// It owns its memory: an array would check before each append whether its memory is shared, which
/// takes longer than to write the few bytes between two members of JSON.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// - Parameter capacity: bytes to reserve before the buffer has to grow
  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  var last: UInt8? { count > 0 ? start[count - 1] : nil }

  /// The bytes as text; those that aren't UTF-8 become U+FFFD
  var text: String {
    String(mostlyASCII: UnsafeBufferPointer(start: start, count: count))
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if capacity - count < bytes.count { grow(by: bytes.count) }
    guard let first = bytes.baseAddress else { return }
    (start + count).initialize(from: first, count: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { append($0) }
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  @inline(never)
  private mutating func grow(by room: Int) {
    capacity = max(2 * capacity, count + room)
    let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    wider.initialize(from: start, count: count)
    start.deallocate()
    start = wider
  }
}
