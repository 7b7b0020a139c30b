/// What somebody typed to search for, taken apart
enum SearchText {
  /// A word, or what stands between quotes
  struct Word: Hashable {
    var text: String
    var isQuoted = false
    /// Whether a hyphen stands right before it: it is to be left out
    var isExcluded = false
  }

  /// In their order; a quotation mark without another, and a hyphen on its own, are marks like others
  ///
  /// `"` is read however it is written: “ ” „ « ». Behind a word that ends in a colon, what stands in quotes
  /// belongs to it: `incategory:"Red foxes"`.
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

  /// What is left of a text where punctuation parts words, but for what stands inside one: `rock-climbing`
  /// is one word, `f/2.8` is two
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
  /// Whether it is a letter, a digit, or a mark that belongs to the letter before it
  var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: properties.isAlphabetic || properties.numericType != nil
    }
  }

  /// Whether it is punctuation, or a sign of ASCII
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

// MARK: - What of it carries the meaning

extension PhotoQuery {
  /// Its words in lower case, each once, without those that any text has
  var contentWords: [String] {
    var seen: Set<String> = []
    return SearchText.withoutMarks(words ?? "").map(StopWords.bare).filter { word in
      (!hasStopWords || !StopWords.all.contains(word)) && seen.insert(word).inserted
    }
  }

  /// Whether words without a meaning of their own are known in its language, which is English where none is named
  var hasStopWords: Bool { filters.language.map { $0.language == "en" } ?? true }
}

/// English words that tell photos apart the least
enum StopWords {
  static func contain(_ word: String) -> Bool { all.contains(bare(word)) }

  /// In lower case and without a possessive `'s`
  fileprivate static func bare(_ word: String) -> String {
    let word = word.lowercased()
    return ["'s", "’s"].contains(where: word.ends) ? String(word.dropLast(2)) : word
  }

  /// Those that search engines drop, then words of place, and what captions fill up with
  fileprivate static let all = Set(
    """
    a an and are as at be but by for if in into is it no not of on or such that the their then there \
    these they this to was will with \
    from over under near its being been were up down out off his her some while has have having who \
    which very two one next front top side sits sitting standing stands holding
    """.parts(at: " ").map(String.init))
}
