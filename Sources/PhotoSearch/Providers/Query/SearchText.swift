import Platform

/// Splits the words that somebody typed for a search
enum SearchText {
  /// A word, or what stands between quotes
  struct Word: Hashable {
    var text: String
    var isQuoted = false
    /// Whether a hyphen stands right before it, so that no photo may have it
    var isExcluded = false
  }

  /// The words in their order; a single quotation mark and a lone hyphen are ordinary marks
  ///
  /// Quotation marks may be `"`, “ ”, „ or « ». A phrase in quotes after a colon belongs to the
  /// word before it: `incategory:"Red foxes"`.
  static func words(of typed: String) -> [Word] {
    var words: [Word] = []
    var word = Word(text: "")
    let scalars = Array(typed.unicodeScalars)
    func end() {
      let rest = word.text.unicodeScalars.dropFirst()
      if !word.isQuoted, word.text.begins(with: "-"), rest.first?.isPartOfWord == true {
        word = Word(text: String(rest), isExcluded: true)
      }
      if !word.text.isEmpty { words.append(word) }
      word = Word(text: "")
    }
    var place = 0
    while place < scalars.count {
      let scalar = scalars[place]
      place += 1
      if quotes.contains(scalar), let close = scalars[place...].firstIndex(where: quotes.contains) {
        let phrase = String(String.UnicodeScalarView(scalars[place..<close]))
        place = close + 1
        if word.text.ends(with: ":") {
          word.text += "\"\(phrase)\""
        } else {
          let isExcluded = word.text == "-"
          if !isExcluded { end() }
          word = Word(text: phrase.trimmed, isQuoted: true, isExcluded: isExcluded)
          end()
        }
      } else if scalar.properties.isWhitespace {
        end()
      } else {
        word.text.unicodeScalars.append(scalar)
      }
    }
    end()
    return words
  }

  /// The rest of a text, and the words in it that are to be left out
  static func parted(_ typed: String) -> (rest: String, excluded: [String]) {
    let words = words(of: typed)
    let excluded = words.filter(\.isExcluded).map(\.text)
    guard !excluded.isEmpty else { return (typed, []) }
    let rest = words.filter { !$0.isExcluded }.map { $0.isQuoted ? "\"\($0.text)\"" : $0.text }
    return (rest.joined(separator: " "), excluded)
  }

  private static let quotes = Set("\"“”„‟«»＂".unicodeScalars)

  /// The words between punctuation, except marks inside a word: `rock-climbing` is one word,
  /// `f/2.8` is two
  static func withoutMarks(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    var plain = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      let isInside =
        inner.contains(scalar) && place > 0 && place + 1 < scalars.count
        && scalars[place - 1].isPartOfWord && scalars[place + 1].isPartOfWord
      plain.append(scalar.isMark && !isInside ? " " : scalar)
    }
    return String(plain).components(at: " ", keepsEmpty: false).map(String.init)
  }

  private static let inner = Set("-.'’_@·‐‑".unicodeScalars)
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a digit, or a combining mark
  var isPartOfWord: Bool { isCombiningMark || isLetterOrDigit }

  fileprivate var isLetterOrDigit: Bool { properties.isAlphabetic || properties.numericType != nil }

  /// Whether the character is punctuation, or an ASCII sign
  fileprivate var isMark: Bool {
    if isASCII { return !isPartOfWord }
    return switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .spaceSeparator:
      true
    default: false
    }
  }
}

// MARK: - Content words

extension PhotoQuery {
  /// The words in lower case, each once as it is compared, without stop words and symbols
  var contentWords: [String] {
    SearchText.withoutMarks(words ?? "").map(StopWords.bare).filter { word in
      (!hasStopWords || !StopWords.all.contains(word))
        && word.unicodeScalars.contains(where: \.isLetterOrDigit)
    }.distinct(by: ComparedText.form)
  }

  /// Whether the stop words of the query's language are known: English, also if no language is set
  var hasStopWords: Bool { filters.language.map { $0.language == "en" } ?? true }
}

/// English words that tell the least about a photo
enum StopWords {
  static func contain(_ word: String) -> Bool { all.contains(bare(word)) }

  /// The word in lower case and without a possessive `'s`
  fileprivate static func bare(_ word: String) -> String {
    let word = word.lowercased()
    return ["'s", "’s"].contains(where: word.ends) ? String(word.dropLast(2)) : word
  }

  /// Words that search engines drop; then words of place, and fillers of captions
  fileprivate static let all = Set(
    """
    a an and are as at be but by for if in into is it no not of on or such that the their then there \
    these they this to was will with \
    from over under near its being been were up down out off his her some while has have having who \
    which very two one next front top side sits sitting standing stands holding
    """.components(at: " ").map(String.init))
}

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
    !phrase.isEmpty && singulars.contains(bytes: phrase.singulars)
  }

  /// Whether the text has a phrase, whose last word may be the start of a longer one
  func holdsStart(of phrase: ComparedText) -> Bool {
    !phrase.isEmpty && words.contains(bytes: String(phrase.words.dropLast())) || holds(phrase)
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
    let words = String(name.dropFirst(small.count)).components(at: " ")
    guard words.count > 2, words[0].count == 1, words[1] == "WITH" else { return scalar }
    return words[0].lowercased().unicodeScalars.first
  }
}
