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
    return words.map { word in
      let rest = word.text.unicodeScalars.dropFirst()
      guard !word.isQuoted, word.text.begins(with: "-"), rest.first?.isPartOfWord == true else {
        return word
      }
      return Word(text: String(rest), isExcluded: true)
    }
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
    return String(plain).parts(at: " ", keepsEmpty: false).map(String.init)
  }

  private static let inner = Set("-.'’_@·‐‑".unicodeScalars)
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a digit, or a combining mark
  var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: isLetterOrDigit
    }
  }

  fileprivate var isLetterOrDigit: Bool {
    properties.isAlphabetic || properties.numericType != nil
  }

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
    """.parts(at: " ").map(String.init))
}
