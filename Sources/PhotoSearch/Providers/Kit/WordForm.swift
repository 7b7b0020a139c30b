/// The form in which a service gets the words of a search, and what it is asked for where it finds nothing with all
/// of them
///
/// By default it gets them as they were typed, and is asked once. How services match words is in
/// <doc:WordsOfASearch>.
public struct WordForm: Sendable {
  /// Marks that a service takes for operators, which people who type a sentence don't mean
  public enum Marks: Hashable, Sendable {
    /// None: it ignores them, or ranks by meaning
    case none
    /// All punctuation: it becomes blanks, but for what stands inside a word, as in `rock-climbing`
    case all
    /// Those of a text, where a word begins with them
    case leading(String)
  }

  /// How a service is told of words to leave out
  public enum Minus: Hashable, Sendable {
    /// `-word` before the other words
    case beforeWords
    /// `-word` behind the other words
    case behindWords
    /// The same, but what it does isn't sure, or not with several words in quotes: they aren't sent, and
    /// each photo is judged as well
    case behindWordsUnsure
  }

  /// What is asked for where a first page has no row, the query has three content words or more, and no
  /// operator
  public enum SecondTry: Hashable, Sendable {
    /// Any of the content words, with the service's operator between them: ` | `
    case any(joinedBy: String)
    /// The first two of them, where there is no such operator
    case firstTwo
  }

  private let marks: Marks
  private let hasQuotes: Bool
  private let operators: Set<String>
  private let matchesStopWords: Bool
  private let longest: Int
  private let secondTry: SecondTry?
  /// nil where the service can't be told
  let minus: Minus?

  /// - Parameters:
  ///   - marks: what it would take for operators
  ///   - hasQuotes: whether words in quotes are a phrase there; then they stay
  ///   - operators: words that are its operators, as `OR`; those with a colon begin a word, as `intitle:`,
  ///     which stays as it is. A query with one is asked for once.
  ///   - matchesStopWords: whether it wants `a` and `the` in a photo too; then they aren't sent
  ///   - longest: characters that it reads; more words than fit aren't sent
  ///   - minus: how it is told of words to leave out
  ///   - secondTry: for a service that wants all words
  public init(
    clearing marks: Marks = .none, hasQuotes: Bool = false, operators: Set<String> = [],
    matchesStopWords: Bool = false, longest: Int = .max, minus: Minus? = nil,
    secondTry: SecondTry? = nil
  ) {
    (self.marks, self.hasQuotes, self.operators) = (marks, hasQuotes, operators)
    (self.matchesStopWords, self.longest) = (matchesStopWords, longest)
    (self.minus, self.secondTry) = (minus, secondTry)
  }

  /// What the service is sent for the words of a query, with those to leave out; nil for a list
  public func text(for query: PhotoQuery) -> String? {
    guard let typed = query.words else { return nil }
    let left = minus.map { _ in excluded(by: query) } ?? []
    let room = left.reduce(longest) { $0 - $1.unicodeScalars.count - 1 }
    let words = words(of: query, in: room) ?? typed
    return (minus == .beforeWords ? left + [words] : [words] + left).joined(separator: " ")
  }

  /// The same without those to leave out
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

  /// Whether there is something else to ask for where a first page of a query has no row
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

  /// Whether a text may be one that it is asked for the second time
  package func looksLikeSecondTry(_ text: String) -> Bool {
    if case .any(let mark) = secondTry { text.holds(mark) } else { false }
  }

  /// As many of the words as there is room for, from the first
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

  /// The words without marks that nobody means as operators
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

  /// All of them, where there would be none left
  private func withoutStopWords(_ words: [String], of query: PhotoQuery) -> [String] {
    guard query.hasStopWords else { return words }
    let rest = words.filter { !StopWords.contain($0) }
    return rest.isEmpty ? words : rest
  }
}
