import Platform

/// A text, for comparing words without case, accents, apostrophes and plural endings
struct ComparedText {
  /// The words, with a blank before and after each
  private let words: String
  /// The words without plural endings
  private let singulars: String

  init(_ text: String) {
    let words = text.plainLetters.unicodeScalars.split { !$0.isPartOfWord }.map(String.init)
    self.words = " \(words.joined(separator: " ")) "
    singulars = " \(words.map(Self.singular).joined(separator: " ")) "
  }

  /// Title, description and tags of a photo; nil if it has none
  init?(of photo: Photo) {
    let texts = [photo.title, photo.description].compactMap(\.self) + photo.tags
    self.init(texts.joined(separator: "\n"))
    if isEmpty { return nil }
  }

  private var isEmpty: Bool { words.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }

  /// Whether the text has a word, or several in a row
  func holds(_ phrase: ComparedText) -> Bool {
    !phrase.isEmpty && singulars.holds(phrase.singulars)
  }

  /// Whether the text has a phrase, whose last word may be the start of a longer one
  func holdsStart(of phrase: ComparedText) -> Bool {
    !phrase.isEmpty && words.holds(String(phrase.words.dropLast())) || holds(phrase)
  }

  /// Whether a tag is among others, as a whole, as words of one, or written without blanks
  static func hasTag(_ wanted: String, among tags: [String]) -> Bool {
    let phrase = ComparedText(wanted)
    return tags.contains { tag in
      let tag = ComparedText(tag)
      return tag.holds(phrase) || !phrase.isEmpty && tag.joined == phrase.joined
    }
  }

  private var joined: String { words.replacing(each: " ", by: "") }

  /// A word in the form that is compared
  static func form(of word: String) -> String { singular(word.plainLetters) }

  /// `dog` for `dogs`, `city` for `cities`, `box` for `boxes`
  private static func singular(_ word: String) -> String {
    guard word.utf8.count > 3, word.ends(with: "s"), !word.ends(with: "ss") else { return word }
    if word.ends(with: "ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    let isLong = ["xes", "zes", "ches", "shes", "sses"].contains(where: word.ends)
    return String(word.dropLast(isLong ? 2 : 1))
  }
}

extension PhotoPage {
  /// Drops photos that have fewer than two of the words
  ///
  /// - Parameter isRanked: whether to put those with the most first
  mutating func keepPhotos(with words: [String], isRanked: Bool = true) {
    let wanted = words.map { ComparedText($0) }
    let counted = photos.enumerated().map { place, photo in
      let text = ComparedText(of: photo)
      return (place: place, photo: photo, count: wanted.count { text?.holds($0) ?? false })
    }
    let kept = counted.filter { $0.count >= 2 }
    if kept.count < photos.count { excluded[.words, default: 0] += photos.count - kept.count }
    let ranked = kept.sorted { (-$0.count, $0.place) < (-$1.count, $1.place) }
    photos = (isRanked ? ranked : kept).map(\.photo)
  }
}

extension ExclusionReason {
  /// The photo has fewer than two of the words of a second try, or only a part of a word, as `man`
  /// in `woman`
  package static let words = misfit(filter: "words")
}

extension String {
  /// The text in lower case, without accents and apostrophes
  var plainLetters: String {
    String(
      String.UnicodeScalarView(composed.lowercased().unicodeScalars.compactMap(Self.plainLetter)))
  }

  /// Apostrophes: both kinds of single quotes, letters that look like one, and accents used as one
  private static let apostrophes: Set<Unicode.Scalar> = [
    "'", "\u{2018}", "\u{2019}", "\u{2BB}", "\u{2BC}", "`", "\u{B4}", "\u{FF07}",
  ]

  /// A lower-case letter without its accent, found by its Unicode name: `e` for `é`, `o` for `ø`
  ///
  /// nil for apostrophes, combining accents and invisible characters.
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
