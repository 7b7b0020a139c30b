/// What a made-up photo shows: a sky, a sun, hills, and a kitten behind the nearer one
///
/// Everything comes from the subject, so that all sizes and copies of a photo show the same, and no
/// two photos do. A scene is 1,000 units wide.
struct Scene: Sendable {
  static let width = 1_000

  /// In units
  let height: Int
  /// By the ``Paint`` of a pixel
  let palette: [RGB]
  let sun: (x: Int, y: Int, radius: Int)
  let far: Ridge
  let near: Ridge
  let kitten: Kitten

  /// The places in a palette: the sky from the top down, then one each
  enum Paint {
    static let skies = 9
    static let sun = UInt8(skies)
    static let far = UInt8(skies + 1)
    static let near = UInt8(skies + 2)
    static let fur = UInt8(skies + 3)
    static let ear = UInt8(skies + 4)
    static let eye = UInt8(skies + 5)
    static let dark = UInt8(skies + 6)
  }

  /// - Parameter color: what the service calls the photo's color; nil when it does not
  init(_ subject: Subject, color: RGB? = nil) {
    let name = "\(subject.author.username) \(subject.posted.seconds)"
    let seed = name.utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
    var random = SeededRandom(seed)
    let height = Self.width * subject.height / subject.width
    let base = color ?? RGB(hue: random.number(0...359))
    palette = Self.palette(base, &random)
    sun = (
      random.number(120...880), random.number(height / 8...height * 2 / 5),
      random.number(50...120)
    )
    far = Ridge(from: height * 45 / 100, to: height * 70 / 100, peaks: 6, &random)
    let near = Ridge(from: height * 68 / 100, to: height * 85 / 100, peaks: 4, &random)
    kitten = Kitten(on: near, height: height, &random)
    self.near = near
    self.height = height
  }

  private static func palette(_ base: RGB, _ random: inout SeededRandom) -> [RGB] {
    let top = base.mixed(35, of: .black)
    let bottom = base.mixed(65, of: RGB(255, 240, 220))
    let skies = (0..<Paint.skies).map { top.mixed($0 * 100 / (Paint.skies - 1), of: bottom) }
    let grass = RGB(hue: random.number(70...170)).mixed(30, of: base)
    let fur = random.pick(Kitten.furs)
    return skies + [
      random.pick([RGB(255, 244, 200), RGB(255, 220, 130), RGB(250, 250, 250), RGB(255, 170, 120)]),
      grass.mixed(35, of: bottom), grass.mixed(45, of: .black), fur,
      fur.mixed(45, of: RGB(230, 130, 130)), random.pick(Kitten.eyes), RGB(25, 20, 25),
    ]
  }

  /// The picture of it
  ///
  /// - Parameters:
  ///   - width: in pixels
  ///   - isSquare: only the middle
  func picture(width: Int, isSquare: Bool) -> PNGFile {
    var canvas = Canvas(width: width, of: (Self.width, height), isSquare: isSquare)
    canvas.fillRows { UInt8(min(max(0, $0 * Paint.skies / height), Paint.skies - 1)) }
    canvas.fillDisc(Paint.sun, x: sun.x, y: sun.y, radius: sun.radius)
    canvas.fill(Paint.far, below: far.y)
    kitten.paint(on: &canvas)
    canvas.fill(Paint.near, below: near.y)
    return PNGFile(
      width: canvas.width, height: canvas.height, palette: palette, pixels: canvas.pixels)
  }
}
