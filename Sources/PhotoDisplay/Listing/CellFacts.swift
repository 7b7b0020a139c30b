import PhotoSearch
import Pictures
import Terminal

/// The second line of a grid's cell: author, licence, pixels, provider and likes, if there is room
///
/// In a narrow cell the likes are dropped first. Then the licence is shortened (`BY-NC`) and the
/// pixels are written as megapixels. Next the author is cut, then the pixels are dropped, then the
/// author. In the narrowest cells the provider's name is cut, or stands alone. Unknown parts are
/// left out, and so is a provider that the licence names.
struct CellFacts {
  static let separator = FittedText(safe: " · ", width: 3)
  /// Combinations to try, the best first: the form of the pixels, and the least terminal cells for
  /// an author's name that is cut; nil keeps the name whole
  private static let fits: [(pixels: @Sendable (PixelSize?) -> FittedText, minWidth: Int?)] = [
    (PixelsLabel.text, nil), (PixelsLabel.megapixels, nil), (PixelsLabel.megapixels, 8),
    (PixelsLabel.megapixels, 5), ({ _ in nothing }, 8), ({ _ in nothing }, 2),
  ]
  /// Least terminal cells for a provider's name beside a licence
  private static let minProviderWidth = 4

  private let photo: Photo
  private var author: FittedText
  private var license: FittedText
  private let licenseInk: Ink
  private var pixels: FittedText
  private var provider: FittedText
  private let providerInk: Ink
  private var likes: FittedText

  /// - Parameter room: terminal cells of the line
  init(_ photo: Photo, license label: LicenseLabel, provider: ProviderLabel, room: Int) {
    self.photo = photo
    author = FittedText(photo.author?.name ?? "", cells: max(room, 0))
    license = label.whole
    licenseInk = label.ink
    pixels = PixelsLabel.text(for: photo.size)
    self.provider = label.names(provider) ? Self.nothing : provider.name
    providerInk = provider.ink
    likes = photo.likes.map { Self.likes($0) } ?? Self.nothing
    if width > room { likes = Self.nothing }
    if width > room { fit(room, label.forms) }
    if width > room { cutProvider(room) }
  }

  private static let nothing = FittedText(safe: "", width: 0)

  private static func likes(_ count: Int) -> FittedText {
    let count = Counts.short(count)
    return FittedText(safe: "♡ " + count, width: 2 + count.utf8.count)
  }

  /// Terminal cells of the whole line
  private var width: Int {
    let widths = [author.width, license.width, pixels.width, provider.width, likes.width]
    let parts = widths.count { $0 > 0 }
    return widths.reduce(0, +) + max(0, parts - 1) * Self.separator.width
  }

  /// Finds the first combination of pixels, licence and author that fits, and cuts the author to
  /// what is left
  private mutating func fit(_ room: Int, _ forms: [FittedText]) {
    let whole = author
    for (pixelForm, minWidth) in Self.fits {
      pixels = pixelForm(photo.size)
      // If the author's name has to be cut, only the shortest form of the licence is tried.
      for form in minWidth == nil ? forms : forms.suffix(1) {
        (author, license) = (whole, form)
        let rest = room - (width - whole.width)
        guard rest >= min(minWidth ?? .max, whole.width) else { continue }
        author = FittedText.cut(whole.text, to: rest)
        return
      }
    }
    author = Self.nothing
    let rest = room - (provider.width > 0 ? Self.separator.width + provider.width : 0)
    license = forms.first { $0.width <= rest } ?? forms.last ?? Self.nothing
  }

  /// Cuts the provider's name beside the shortest licence; if too little of the name is left, drops
  /// the licence
  private mutating func cutProvider(_ room: Int) {
    guard provider.width > 0 else {
      license = FittedText.cut(license.text, to: room)
      return
    }
    let rest = room - license.width - Self.separator.width
    if rest < Self.minProviderWidth { license = Self.nothing }
    provider = FittedText.cut(provider.text, to: license.width > 0 ? rest : room)
  }

  func write(to line: inout TerminalLine) {
    let start = line.column
    add(author, nil, after: start, link: true, to: &line)
    add(license, licenseInk, after: start, to: &line)
    add(pixels, .dim, after: start, to: &line)
    add(provider, providerInk, after: start, to: &line)
    add(likes, .dim, after: start, to: &line)
  }

  private func add(
    _ text: FittedText, _ ink: Ink?, after start: Int, link: Bool = false,
    to line: inout TerminalLine
  ) {
    guard text.width > 0 else { return }
    if line.column > start { line.add(Self.separator, .dim) }
    line.add(text, ink, link: link ? photo.author?.address?.terminalLink : nil)
  }
}

extension TerminalLine {
  /// Adds a photo's title, linked to its page
  mutating func add(titleOf photo: Photo, room: Int) {
    let title = FittedText(photo.title ?? photo.description ?? "", cells: room)
    let isKnown = title.width > 0
    add(
      isKnown ? title : FittedText("untitled", cells: room), isKnown ? .bold : .dim,
      link: photo.page.terminalLink)
  }

  /// Adds the number of the photo that another one looks like, if there is one
  ///
  /// - Returns: the terminal cells of a room that are left
  mutating func add(lookAlike original: ListedPhoto?, room: Int) -> Int {
    guard let original else { return room }
    let mark = FittedText("≈ \(original.number)", cells: room)
    add(mark, .bold)
    let rest = room - mark.width - CellFacts.separator.width
    if rest > 0 { add(CellFacts.separator, .dim) }
    return rest
  }
}
