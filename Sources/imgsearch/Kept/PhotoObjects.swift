/// Where the photos are in a JSON text, such as `--format json` prints
///
/// They are the objects of the text itself and of its arrays, and those of an array `photos` of an
/// object. Whether a photo can be read is for others to say: here only brackets and texts count.
enum PhotoObjects {
  /// In their order; nil for a text that is cut, or is no JSON for other reasons
  static func ranges(in bytes: [UInt8]) -> [Range<Int>]? {
    var scan = Scan()
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") {
        guard let end = endOfText(in: bytes, from: index + 1) else { return nil }
        scan.take(text: bytes[(index + 1)..<end])
        index = end + 1
      } else {
        guard scan.take(bytes[index], at: index) else { return nil }
        index += 1
      }
    }
    return scan.open.isEmpty ? scan.found : nil
  }

  private static func endOfText(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): return index
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  private struct Scan {
    var found: [Range<Int>] = []
    /// The brackets that are not closed yet
    var open: [UInt8] = []
    /// Where the outermost object begins, and one that may be a photo in it or in an array
    private var outermost = 0
    private var candidate = 0
    private var isNamedPhotos = false
    private var isInPhotos = false
    private var hasPhotos = false

    /// In an object a text before an array is the array's name.
    mutating func take(text: ArraySlice<UInt8>) {
      if open == [UInt8(ascii: "{")] { isNamedPhotos = text.elementsEqual("photos".utf8) }
    }

    /// - Returns: false for what cannot be there.
    mutating func take(_ byte: UInt8, at index: Int) -> Bool {
      switch byte {
      case UInt8(ascii: "{"):
        if open.isEmpty { (outermost, hasPhotos) = (index, false) }
        if isAmongPhotos { candidate = index }
        open.append(byte)
      case UInt8(ascii: "["):
        if open == [UInt8(ascii: "{")], isNamedPhotos { (isInPhotos, hasPhotos) = (true, true) }
        open.append(byte)
      case UInt8(ascii: "}"):
        guard open.popLast() == UInt8(ascii: "{") else { return false }
        if isAmongPhotos { found.append(candidate..<(index + 1)) }
        if open.isEmpty, !hasPhotos { found.append(outermost..<(index + 1)) }
      case UInt8(ascii: "]"):
        guard open.popLast() == UInt8(ascii: "[") else { return false }
        if open.count == 1 { isInPhotos = false }
      case UInt8(ascii: " "), 0x09, 0x0A, 0x0D: break
      default: return !open.isEmpty
      }
      return true
    }

    private var isAmongPhotos: Bool {
      switch open.count {
      case 1: open[0] == UInt8(ascii: "[")
      case 2: isInPhotos
      default: false
      }
    }
  }
}
