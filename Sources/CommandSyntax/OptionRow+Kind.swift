import Platform

extension OptionRow {
  /// The kind of value after the name
  package enum Kind: Sendable {
    /// No value: a switch
    case none
    /// Any text
    case text
    /// One of several words, or a list of them
    case choice(Choices)
    /// A file or folder
    case path
    /// A folder
    case folder
    /// A text with a syntax of its own, e.g. a date
    case form(Form)
    /// A name from a list that is only known at run time, such as names in a database
    case listed
    /// Words as they were typed in earlier command lines
    case recentWords
  }

  /// The words that an option takes
  package struct Choices: Sendable {
    /// Made anew each time, as most runs need the words of few options
    package var words: [String] { makeWords() }
    private let makeWords: @Sendable () -> [String]
    /// Whether the option takes several words, separated by commas, and may be repeated
    let isList: Bool
    /// The word for all choices, if single ones may be left out with a hyphen: `all,-flickr`
    let all: String?
    /// Values accepted in addition to the words; nil for none
    package let further: Form?
    /// Explanations of choices, for messages; empty if the words speak for themselves
    let meanings: [String: String]
    /// Advice for somebody who typed no value or an invalid one; nil for none
    let remedy: String?

    package init(
      _ words: @autoclosure @escaping @Sendable () -> [String], isList: Bool = false,
      all: String? = nil, further: Form? = nil, meanings: [String: String] = [:],
      remedy: String? = nil
    ) {
      makeWords = words
      self.isList = isList
      self.all = all
      self.further = further
      self.meanings = meanings
      self.remedy = remedy
    }

    /// A description for messages
    var accepted: String {
      let others = further.map { "; \($0.accepted)" } ?? ""
      return words.map { word in word + (meanings[word].map { " (\($0))" } ?? "") }
        .joined(separator: ", ") + (isList ? "; several with commas" : "")
        + (all != nil ? ", -NAME to leave one out" : "") + others
    }

    /// The single values in a text
    func items(in text: String) -> [String] {
      isList ? text.components(at: ",").map(String.init) : [text]
    }

    /// A single value in the table's spelling
    func canonical(_ item: String, by synonyms: Synonyms) -> String {
      let choice = synonyms.choice(item, among: words)
      return words.contains(choice) ? choice : further?.canonical(choice) ?? choice
    }

    /// Whether a text in the table's spelling is one of the choices
    func contain(_ text: String) -> Bool {
      words.contains(text) || further?.canonical(text) == text
    }
  }

  /// The syntax of a text
  package struct Form: Sendable {
    /// A description for messages, e.g. `a date`
    package let accepted: String
    /// A text in its canonical spelling; nil for an invalid text
    let canonical: @Sendable (String) -> String?
    /// Why an ambiguous or invalid text is refused; nil for any other
    let doubt: @Sendable (String) -> String?
    /// A note about a text with a part that has no effect, to follow the option's name
    let remark: @Sendable (String) -> String?

    package init(
      accepted: String, canonical: @escaping @Sendable (String) -> String?,
      doubt: @escaping @Sendable (String) -> String? = { _ in nil },
      remark: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
      self.accepted = accepted
      self.canonical = canonical
      self.doubt = doubt
      self.remark = remark
    }

    /// A whole number from 1
    static let number = Form(
      accepted: "a whole number from 1", canonical: { Int($0) ?? 0 >= 1 ? $0 : nil },
      doubt: { text in
        let digits = text.begins(with: "+") ? text.utf8.dropFirst() : text.utf8[...]
        let isTooLarge = Int(text) == nil && !digits.isEmpty && digits.allSatisfy(\.isDigit)
        return isTooLarge ? "it takes a whole number from 1 to \(Int.max)" : nil
      })

    /// Seconds, above 0 and at most an hour
    static let seconds = Form(
      accepted: "seconds, above 0 and at most 3600",
      canonical: { Double($0).map { $0 > 0 && $0 <= 3_600 } ?? false ? $0 : nil })

    /// Seconds, from 0 to an hour, or `forever`; messages have an invalid text in small letters
    static let secondsOrForever = Form(
      accepted: "seconds, or `forever`", canonical: { $0.lowercased() },
      doubt: { text in
        let isValid = text == "forever" || Double(text).map { (0...3_600).contains($0) } ?? false
        return isValid ? nil : "it takes seconds, or `forever`"
      })
  }
}
