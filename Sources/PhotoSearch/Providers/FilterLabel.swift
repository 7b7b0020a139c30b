/// The words with which the gallery offers a filter and tells what it is set to
package struct FilterLabel: Sendable {
  /// What it is called: `Width at least`
  package let title: String
  /// What stands for no filter: `Any shape`
  package let none: String
  /// The value that holds without the filter, and so isn't offered: `strict`
  package let usual: String?
  /// Values to choose from, each in words; where a value is typed, those that most people want
  package let choices: [(value: String, words: String)]
  /// What may be typed: `1920, or 4k`; nil where a value is chosen, or the filter is a flag
  package let example: String?
  /// What is told of a typed value, which stands in place of `{}`: `At least {} wide`
  package let phrase: String
  /// What a typed number counts: `px`; `:` between two numbers; nil for neither
  package let unit: String?

  /// A flag, or a filter whose values are chosen
  package init(
    _ title: String, none: String? = nil, usual: String? = nil,
    _ choices: [(value: String, words: String)] = []
  ) {
    (self.title, self.none) = (title, none ?? "\(title): any")
    (self.usual, self.choices) = (usual, choices)
    (example, phrase, unit) = (nil, "{}", nil)
  }

  /// A filter whose value is typed
  package init(
    _ title: String, example: String, phrase: String? = nil, unit: String? = nil,
    _ choices: [(value: String, words: String)] = []
  ) {
    (self.title, none, usual) = (title, "\(title): any", nil)
    (self.example, self.choices) = (example, choices)
    (self.phrase, self.unit) = (phrase ?? "\(title): {}", unit)
  }

  /// Words as choices: `black_and_white` as `Black and white`
  static func choices(_ words: [String]) -> [(value: String, words: String)] {
    words.map { word in
      let spaced = word.replacing(each: "_", by: " ").replacing(each: "-", by: " ")
      return (word, spaced.prefix(1).uppercased() + spaced.dropFirst())
    }
  }
}

extension SearchFilter {
  /// In the order in which the gallery offers them: what is about the same thing stands side by
  /// side, and what isn't named here comes last
  package static let offered: [SearchFilter] = {
    let first = [
      license, orientation, color, author, without, since, until, minWidth, minHeight,
      minMegapixels, ratio,
      sort, safe, language,
    ]
    return first + all.filter { !first.contains($0) }
  }()
}
