/// A color, in steps of 0 to 255
struct RGB: Hashable, Sendable {
  let red: Int
  let green: Int
  let blue: Int

  init(_ red: Int, _ green: Int, _ blue: Int) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  static let black = RGB(0, 0, 0)
  static let white = RGB(255, 255, 255)

  /// A color as services write it, such as `#a0b1c2`; nil for anything else
  init?(_ text: String) {
    guard text.hasPrefix("#"), text.utf8.count == 7, let number = Int(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(number >> 16, number >> 8 & 255, number & 255)
  }

  /// A color of the rainbow, neither bright nor pale
  ///
  /// - Parameter hue: 0 to 359 degrees, red at 0
  init(hue: Int) {
    let (low, high) = (70, 215)
    func part(_ center: Int) -> Int {
      let distance = abs((hue - center + 540) % 360 - 180)
      return distance <= 60
        ? high : distance >= 120 ? low : high - (distance - 60) * (high - low) / 60
    }
    self.init(part(0), part(120), part(240))
  }

  /// - Parameter share: of the other color, 0 to 100
  func mixed(_ share: Int, of other: RGB) -> RGB {
    func mix(_ own: Int, _ foreign: Int) -> Int { (own * (100 - share) + foreign * share) / 100 }
    return RGB(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }

  /// As files have it
  var bytes: [UInt8] { [red, green, blue].map { UInt8(clamping: $0) } }
}
