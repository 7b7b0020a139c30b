import Platform

/// The form in which a service gets the words of a search, also in a second try if no photo has all
/// of them
///
/// By default a service gets the words as they were typed, and only once. <doc:WordsOfASearch>
/// tells how services match words.
public struct WordForm: Sendable {
  /// Marks that a service takes for operators, although people who type a sentence don't mean them
  /// so
  public enum Marks: Hashable, Sendable {
    /// No marks: the service ignores them, or ranks by meaning
    case none
    /// All punctuation, which becomes blanks, except inside a word such as `rock-climbing`
    case all
    /// The characters of a text, at the start of a word, also in quotes
    case leading(String)
  }

  /// How a service is told to leave words out
  public enum Minus: Hashable, Sendable {
    /// `-word` before the other words
    case beforeWords
    /// `-word` behind the other words
    case behindWords
    /// `-word` behind the other words, of which the effect isn't sure: phrases aren't sent, and
    /// each photo is checked as well
    case behindWordsUnsure
  }

  /// Words to ask for if a first page has no row, the query has three content words or more, and no
  /// operator
  public enum SecondTry: Hashable, Sendable {
    /// All content words, with the service's operator for any of them in between, such as ` | `,
    /// and in parentheses if other parts of the text must not be joined by it
    case any(joinedBy: String, inParentheses: Bool = false)
    /// The first two content words, if there is no such operator
    case firstTwo
  }

  private let marks: Marks
  private let hasQuotes: Bool
  private let operators: Set<String>
  private let matchesStopWords: Bool
  private let findsPartsOfWords: Bool
  private let longest: Int
  private let secondTry: SecondTry?
  /// How words are left out; nil if the service can't do that
  let minus: Minus?

  /// - Parameters:
  ///   - marks: marks that the service takes for operators
  ///   - hasQuotes: whether words in quotes are a phrase for the service; then they stay
  ///   - operators: words that are operators, such as `OR`, and keywords with a colon, such as
  ///     `intitle:`. They stay, and a query with one has no second try.
  ///   - matchesStopWords: whether a photo must have `a` and `the`, too; then they aren't sent
  ///   - findsPartsOfWords: whether the service finds a word inside of others, too, as `man` in
  ///     `woman`; then photos without a word that begins with it are left out, and counted
  ///   - longest: most characters that the service reads; further words aren't sent, and words to
  ///     leave out only if they fit beside the others
  ///   - minus: how the service is told to leave words out; nil if it can't be
  ///   - secondTry: words to ask for if no photo has all of them; nil for no second try
  public init(
    clearing marks: Marks = .none, hasQuotes: Bool = false, operators: Set<String> = [],
    matchesStopWords: Bool = false, findsPartsOfWords: Bool = false, longest: Int = .max,
    minus: Minus? = nil, secondTry: SecondTry? = nil
  ) {
    self.marks = marks
    self.hasQuotes = hasQuotes
    self.operators = operators
    self.matchesStopWords = matchesStopWords
    self.findsPartsOfWords = findsPartsOfWords
    self.longest = longest
    self.minus = minus
    self.secondTry = secondTry
  }

  /// The text to send for a query, with the words to leave out; nil for a list
  public func text(for query: PhotoQuery) -> String? {
    if query.isOfVersion2 { return query.wordsOfVersion2 }
    guard let words = words(of: query) else { return nil }
    let left = excluded(by: query, beside: words).asked
    return (minus == .beforeWords ? left + [words] : [words] + left).joined(separator: " ")
  }

  /// The words to leave out that aren't in the text to send, so that each photo is checked for them
  func unasked(of query: PhotoQuery) -> [String] {
    guard !query.isOfVersion2, let words = words(of: query) else { return [] }
    return excluded(by: query, beside: words).unasked
  }

  /// The words to send for a query, without those to leave out; nil for a list, and empty if all of
  /// them are a service's own marks
  func words(of query: PhotoQuery) -> String? {
    guard let typed = query.words else { return nil }
    if query.isSecondTry, let words = wordsOfSecondTry(query) { return words }
    if query.strictWords || marks == .none && !matchesStopWords && longest == .max { return typed }
    let words = cleared(typed)
    let dropsStopWords = matchesStopWords && query.hasStopWords
    let rest = words.filter { !dropsStopWords || !StopWords.contain($0) }
    let sent = rest.isEmpty ? words : rest
    if case .leading = marks { return joined(sent, by: " ") }
    return sent.isEmpty ? typed : joined(sent, by: " ")
  }

  /// The words that were sent, if the service also finds parts of words: each must begin a word of
  /// a photo
  func judgedWords(of query: PhotoQuery) -> [ComparedText] {
    guard findsPartsOfWords, let sent = words(of: query) else { return [] }
    let asked = PhotoQuery(sent, filters: query.filters, strictWords: true)
    return asked.contentWords.map { ComparedText($0) }
  }

  /// Whether the service may only find photos that have every word
  var wantsAllWords: Bool { secondTry != nil }

  /// Whether a query has a second try, if its first page has no row
  func hasSecondTry(of query: PhotoQuery) -> Bool { wordsOfSecondTry(query) != nil }

  /// The words of a second try; nil if a query has none
  private func wordsOfSecondTry(_ query: PhotoQuery) -> String? {
    guard let secondTry, !query.strictWords, let typed = query.words, typed.contains(bytes: " "),
      !SearchText.words(of: typed).contains(where: { $0.isQuoted || isOperator($0.text) })
    else { return nil }
    let words = query.contentWords
    guard words.count >= 3 else { return nil }
    return switch secondTry {
    case .any(let mark, false): joined(words, by: mark)
    case .any(let mark, true): "(\(joined(words, by: mark)))"
    case .firstTwo: joined(Array(words.prefix(2)), by: " ")
    }
  }

  /// Whether a text may have been sent for words that somebody typed. Adapters send texts of their
  /// own, too, such as `*:*` and `europeana_id:"/2021650/memorix_1"`
  package func isTyped(_ text: String) -> Bool {
    marks != .all || !text.contains(bytes: ":\"") && !SearchText.withoutMarks(text).isEmpty
  }

  /// Whether a text may come from a second try
  package func looksLikeSecondTry(_ text: String) -> Bool {
    if case .any(let mark, _) = secondTry { text.contains(bytes: mark) } else { false }
  }

  /// As many of the first words as the service reads; of a first word that is longer, its beginning
  private func joined(_ words: [String], by mark: String) -> String {
    var length = -mark.unicodeScalars.count
    let read = words.prefix { word in
      length += mark.unicodeScalars.count + word.unicodeScalars.count
      return length <= longest
    }
    guard read.isEmpty, let first = words.first else { return read.joined(separator: mark) }
    return String(first.unicodeScalars.prefix(longest))
  }

  /// The words to leave out: those to send, if there is room beside the others, and the rest
  private func excluded(
    by query: PhotoQuery, beside words: String
  ) -> (asked: [String], unasked: [String]) {
    var (asked, unasked): ([String], [String]) = ([], [])
    var room = longest - words.unicodeScalars.count
    for phrase in query.filters.without {
      let term = term(leavingOut: phrase)
      let length = (term?.unicodeScalars.count ?? 0) + 1
      if let term, length <= room {
        asked.append(term)
        room -= length
      } else {
        unasked.append(phrase)
      }
    }
    return (asked, unasked)
  }

  /// `-word`, or `-"two words"`; nil if the service can't be asked
  private func term(leavingOut phrase: String) -> String? {
    guard let minus else { return nil }
    let words = marks == .all ? cleared(phrase) : phrase.components(at: " ").map(String.init)
    guard words.count > 1 else { return words.first.map { "-\($0)" } }
    return minus == .behindWordsUnsure ? nil : "-\"\(words.joined(separator: " "))\""
  }

  private func isOperator(_ word: String) -> Bool {
    guard !operators.isEmpty else { return false }
    if operators.contains(word) { return true }
    let (name, rest) = word.cut(at: ":")
    return !rest.isEmpty && operators.contains(name.lowercased() + ":")
  }

  /// The words without marks that the service takes for operators
  private func cleared(_ typed: String) -> [String] {
    if marks == .none { return typed.components(at: " ").map(String.init) }
    return SearchText.words(of: typed).flatMap { word -> [String] in
      if isOperator(word.text) { return [word.text] }
      if case .leading(let signs) = marks {
        let parts = word.text.components(at: " ").map { part in
          String(part.unicodeScalars.drop { signs.unicodeScalars.contains($0) })
        }
        let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? [] : [word.isQuoted ? "\"\(text)\"" : text]
      }
      let plain = SearchText.withoutMarks(word.text)
      guard word.isQuoted, hasQuotes, !plain.isEmpty else { return plain }
      return ["\"\(plain.joined(separator: " "))\""]
    }
  }

  /// A text as a phrase, for services that look for words: without marks, in quotes if it has
  /// several words; nil if it has none
  public static func phrase(_ text: String) -> String? {
    let words = SearchText.withoutMarks(text)
    return words.count > 1 ? "\"\(words.joined(separator: " "))\"" : words.first
  }

  /// A text as it stands in addresses, `golden-gate`; nil if it has no words
  public static func slug(_ text: String) -> String? {
    let words = SearchText.withoutMarks(text.lowercased())
    return words.isEmpty ? nil : words.joined(separator: "-")
  }
}
