/// A text whose words are compared without case, accents, apostrophes and plural endings
struct ComparedText {
  /// The words with a blank before and behind each
  private let words: String
  /// The same without plural endings
  private let singulars: String

  init(_ texts: String?...) {
    self.init(texts.compactMap(\.self))
  }

  init(_ texts: [String]) {
    let words = texts.flatMap { text in
      text.plainLetters.unicodeScalars.split { !$0.isPartOfWord }.map(String.init)
    }
    self.words = " \(words.joined(separator: " ")) "
    singulars = " \(words.map(Self.singular).joined(separator: " ")) "
  }

  /// What a photo says of itself; nil when that is nothing
  init?(of photo: Photo) {
    self.init([photo.title, photo.description].compactMap(\.self) + photo.tags)
    if isEmpty { return nil }
  }

  private var isEmpty: Bool { words.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }

  /// Whether it has a word, or several one after another
  func holds(_ phrase: ComparedText) -> Bool {
    !phrase.isEmpty && singulars.holds(phrase.singulars)
  }

  /// The same, where the last word may go on
  func holdsStart(of phrase: ComparedText) -> Bool {
    !phrase.isEmpty && words.holds(String(phrase.words.dropLast())) || holds(phrase)
  }

  /// `dog` for `dogs`, `city` for `cities`, `box` for `boxes`
  private static func singular(_ word: String) -> String {
    guard word.utf8.count > 3, word.ends(with: "s"), !word.ends(with: "ss") else { return word }
    if word.ends(with: "ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    let isLong = ["xes", "zes", "ches", "shes", "sses"].contains(where: word.ends)
    return String(word.dropLast(isLong ? 2 : 1))
  }
}

extension PhotoPage {
  /// Leaves out the photos that have fewer than two of some words; those with the most come first
  mutating func keepPhotos(with words: [String]) {
    let wanted = words.map { ComparedText($0) }
    let counted = photos.enumerated().map { place, photo in
      let text = ComparedText(of: photo)
      return (place: place, photo: photo, count: wanted.count { text?.holds($0) ?? false })
    }
    let kept = counted.filter { $0.count >= 2 }
    if kept.count < photos.count { leftOut[.words, default: 0] += photos.count - kept.count }
    photos = kept.sorted { (-$0.count, $0.place) < (-$1.count, $1.place) }.map(\.photo)
  }
}

extension LeftOut {
  /// It has fewer than two of the words of a search that no photo has all of
  package static let words = misfit(filter: "words")
}

extension String {
  /// In lower case, without accents and apostrophes
  var plainLetters: String {
    String(
      String.UnicodeScalarView(composed.lowercased().unicodeScalars.compactMap(Self.plainLetter)))
  }

  /// Both kinds of quotation marks that stand for one, the letters that look like one, and the accents
  private static let apostrophes: Set<Unicode.Scalar> = [
    "'", "\u{2018}", "\u{2019}", "\u{2BB}", "\u{2BC}", "`", "\u{B4}", "\u{FF07}",
  ]

  /// nil for an accent of its own, an apostrophe and what can't be seen; `e` for `é` and `o` for `ø`,
  /// as Unicode's names have it
  private static func plainLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if apostrophes.contains(scalar) { return nil }
    if scalar.isASCII { return scalar }
    if scalar.properties.canonicalCombiningClass != .notReordered
      || scalar.properties.isDefaultIgnorableCodePoint
    {
      return nil
    }
    let small = "LATIN SMALL LETTER "
    guard let name = scalar.properties.name, name.begins(with: small) else { return scalar }
    let words = String(name.dropFirst(small.count)).parts(at: " ")
    guard words.count > 2, words[0].count == 1, words[1] == "WITH" else { return scalar }
    return words[0].lowercased().unicodeScalars.first
  }
}
