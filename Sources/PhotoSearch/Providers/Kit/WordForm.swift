/// The form in which a service gets the words of a search, also in a second try if no photo has all of
/// them
///
/// By default a service gets the words as they were typed, and only once. <doc:WordsOfASearch> tells how
/// services match words.
public struct WordForm: Sendable {
  /// Marks that a service takes for operators, although people who type a sentence don't mean them so
  public enum Marks: Hashable, Sendable {
    /// No marks: the service ignores them, or ranks by meaning
    case none
    /// All punctuation, which becomes blanks, except inside a word such as `rock-climbing`
    case all
    /// The characters of a text, at the start of a word
    case leading(String)
  }

  /// How a service is told to leave words out
  public enum Minus: Hashable, Sendable {
    /// `-word` before the other words
    case beforeWords
    /// `-word` behind the other words
    case behindWords
    /// `-word` behind the other words, of which the effect isn't sure: phrases aren't sent, and each photo
    /// is checked as well
    case behindWordsUnsure
  }

  /// Words to ask for if a first page has no row, the query has three content words or more, and no
  /// operator
  public enum SecondTry: Hashable, Sendable {
    /// All content words, with the service's operator for any of them in between: ` | `
    case any(joinedBy: String)
    /// The first two content words, if there is no such operator
    case firstTwo
  }

  private let marks: Marks
  private let hasQuotes: Bool
  private let operators: Set<String>
  private let matchesStopWords: Bool
  private let longest: Int
  private let secondTry: SecondTry?
  /// How words are left out; nil if the service can't do that
  let minus: Minus?

  /// - Parameters:
  ///   - marks: marks that the service takes for operators
  ///   - hasQuotes: whether words in quotes are a phrase for the service; then they stay
  ///   - operators: words that are operators, such as `OR`, and keywords with a colon, such as `intitle:`.
  ///     They stay, and a query with one has no second try.
  ///   - matchesStopWords: whether a photo must have `a` and `the`, too; then they aren't sent
  ///   - longest: most characters that the service reads; further words aren't sent
  ///   - minus: how the service is told to leave words out; nil if it can't be
  ///   - secondTry: words to ask for if no photo has all of them; nil for no second try
  public init(
    clearing marks: Marks = .none, hasQuotes: Bool = false, operators: Set<String> = [],
    matchesStopWords: Bool = false, longest: Int = .max, minus: Minus? = nil,
    secondTry: SecondTry? = nil
  ) {
    (self.marks, self.hasQuotes, self.operators) = (marks, hasQuotes, operators)
    (self.matchesStopWords, self.longest) = (matchesStopWords, longest)
    (self.minus, self.secondTry) = (minus, secondTry)
  }

  /// The text to send for a query, with the words to leave out; nil for a list
  public func text(for query: PhotoQuery) -> String? {
    guard let typed = query.words else { return nil }
    let left = minus.map { _ in excluded(by: query) } ?? []
    let room = left.reduce(longest) { $0 - $1.unicodeScalars.count - 1 }
    let words = words(of: query, in: room) ?? typed
    return (minus == .beforeWords ? left + [words] : [words] + left).joined(separator: " ")
  }

  /// The words to send for a query, without those to leave out; nil for a list
  func words(of query: PhotoQuery) -> String? { words(of: query, in: longest) }

  private func words(of query: PhotoQuery, in room: Int) -> String? {
    guard let typed = query.words else { return nil }
    if query.isSecondTry, let words = again(query, in: room) { return words }
    if query.strictWords || marks == .none {
      return String(typed.unicodeScalars.prefix(max(0, room)))
    }
    let words = cleared(typed)
    let sent = matchesStopWords ? withoutStopWords(words, of: query) : words
    return sent.isEmpty ? typed : Self.joined(sent, by: " ", in: room)
  }

  /// Whether a query has a second try, if its first page has no row
  func hasSecondTry(of query: PhotoQuery) -> Bool { again(query, in: longest) != nil }

  private func again(_ query: PhotoQuery, in room: Int) -> String? {
    guard let secondTry, !query.strictWords, let typed = query.words, typed.holds(" "),
      !hasOperator(typed)
    else { return nil }
    let words = query.contentWords
    guard words.count >= 3 else { return nil }
    return switch secondTry {
    case .any(let mark): Self.joined(words, by: mark, in: room)
    case .firstTwo: Self.joined(Array(words.prefix(2)), by: " ", in: room)
    }
  }

  /// Whether a text may come from a second try
  package func looksLikeSecondTry(_ text: String) -> Bool {
    if case .any(let mark) = secondTry { text.holds(mark) } else { false }
  }

  /// As many of the first words as there is room for
  private static func joined(_ words: [String], by mark: String, in room: Int) -> String {
    var text = ""
    for word in words {
      let longer = text.isEmpty ? word : text + mark + word
      guard longer.unicodeScalars.count <= room else { break }
      text = longer
    }
    return text.isEmpty ? String(words[0].unicodeScalars.prefix(max(1, room))) : text
  }

  /// `-word`, or `-"two words"`
  private func excluded(by query: PhotoQuery) -> [String] {
    query.filters.without.compactMap { phrase in
      let words = marks == .all ? cleared(phrase) : phrase.parts(at: " ").map(String.init)
      guard words.count > 1 else { return words.first.map { "-\($0)" } }
      return minus == .behindWordsUnsure ? nil : "-\"\(words.joined(separator: " "))\""
    }
  }

  private func hasOperator(_ typed: String) -> Bool {
    let words = SearchText.words(of: typed)
    return words.contains { $0.isQuoted || isOperator($0.text) }
  }

  private func isOperator(_ word: String) -> Bool {
    guard !operators.isEmpty else { return false }
    if operators.contains(word) { return true }
    let (name, rest) = word.cut(at: ":")
    return !rest.isEmpty && operators.contains(name.lowercased() + ":")
  }

  /// The words without marks that the service takes for operators
  private func cleared(_ typed: String) -> [String] {
    SearchText.words(of: typed).flatMap { word -> [String] in
      if isOperator(word.text) { return [word.text] }
      if case .leading(let signs) = marks {
        let text = word.text.unicodeScalars.drop { signs.unicodeScalars.contains($0) }
        return [word.isQuoted ? "\"\(String(text))\"" : String(text)].filter { !$0.isEmpty }
      }
      let plain = SearchText.withoutMarks(word.text)
      guard word.isQuoted, hasQuotes, !plain.isEmpty else { return plain }
      return ["\"\(plain.joined(separator: " "))\""]
    }
  }

  /// The words without stop words, or all of them if none were left
  private func withoutStopWords(_ words: [String], of query: PhotoQuery) -> [String] {
    guard query.hasStopWords else { return words }
    let rest = words.filter { !StopWords.contain($0) }
    return rest.isEmpty ? words : rest
  }
}
