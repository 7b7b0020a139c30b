/// One of the codes that a JPEG file is divided by (ITU T.81, B.1.1.3)
struct JPEGMarker {
  /// Its second byte
  let code: UInt8
  /// Of the first byte behind it
  let end: Int

  /// The next one from there on, whatever stands before it; nil when there is none
  init?(in bytes: [UInt8], from start: Int) {
    var place = start
    while place + 1 < bytes.count {
      // A zero behind it makes it a byte like others, and of several the last one counts.
      if bytes[place] == 0xFF, bytes[place + 1] != 0, bytes[place + 1] != 0xFF {
        (code, end) = (bytes[place + 1], place + 2)
        return
      }
      place += 1
    }
    return nil
  }

  /// Those that stand within a scan
  static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
}
