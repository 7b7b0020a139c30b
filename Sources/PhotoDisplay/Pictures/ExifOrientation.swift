/// How a picture is to be turned, as its Exif says (CIPA DC-008, 4.6.5.1.6)
enum ExifOrientation {
  /// 1 to 8; nil when it isn't said
  ///
  /// - Parameter tiff: what Exif is in: a TIFF file without a picture
  static func value(inTIFF tiff: [UInt8]) -> Int? {
    let isLittle = tiff.starts(with: "II".utf8)
    guard isLittle || tiff.starts(with: "MM".utf8) else { return nil }
    func number(at place: Int, bytes count: Int) -> Int? {
      guard place + count <= tiff.count else { return nil }
      let bytes = tiff[place..<place + count]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2)
    else { return nil }
    for entry in 0..<count {
      let place = directory + 2 + 12 * entry
      guard let tag = number(at: place, bytes: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      return number(at: place + 8, bytes: 2).flatMap { (1...8).contains($0) ? $0 : nil }
    }
    return nil
  }
}
