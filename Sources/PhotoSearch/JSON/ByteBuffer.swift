/// Bytes that are written one after another
///
/// It has its memory to itself: an array asks before each append whether somebody else has it too, and
/// for the few bytes between the members of JSON that takes longer than to write them.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// - Parameter capacity: bytes that it has room for before it has to grow
  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  var last: UInt8? { count > 0 ? start[count - 1] : nil }

  /// As text; what isn't UTF-8 becomes U+FFFD
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
