/// The texts with which the gallery page offers a filter and shows its value
package struct FilterLabel: Sendable {
  /// The filter's title: `Width at least`
  package let title: String
  /// The choice that turns the filter off: `Any shape`
  package let none: String
  /// The value that applies without the filter, so it isn't offered: `strict`
  package let usual: String?
  /// Values to choose from, each with its words; for a typed value, the most popular ones
  package let choices: [(value: String, words: String)]
  /// An example of a typed value: `1920, or 4k`; nil if values are chosen, or the filter is a flag
  package let example: String?
  /// The text that shows a typed value in place of `{}`: `At least {} wide`
  package let phrase: String
  /// The unit of a typed number: `px`; `:` for a ratio; nil for neither
  package let unit: String?

  /// The label of a flag, or of a filter whose values are chosen
  package init(
    _ title: String, none: String? = nil, usual: String? = nil,
    _ choices: [(value: String, words: String)] = []
  ) {
    (self.title, self.none) = (title, none ?? "\(title): any")
    (self.usual, self.choices) = (usual, choices)
    (example, phrase, unit) = (nil, "{}", nil)
  }

  /// The label of a filter whose value is typed
  package init(
    _ title: String, example: String, phrase: String? = nil, unit: String? = nil,
    _ choices: [(value: String, words: String)] = []
  ) {
    (self.title, none, usual) = (title, "\(title): any", nil)
    (self.example, self.choices) = (example, choices)
    (self.phrase, self.unit) = (phrase ?? "\(title): {}", unit)
  }

  /// Choices made of words: `black_and_white` is shown as `Black and white`
  static func choices(_ words: [String]) -> [(value: String, words: String)] {
    words.map { word in
      let spaced = word.replacing(each: "_", by: " ").replacing(each: "-", by: " ")
      return (word, spaced.prefix(1).uppercased() + spaced.dropFirst())
    }
  }
}

extension SearchFilter {
  /// All filters in the order of the gallery: related ones are side by side, and any that isn't
  /// listed here comes last
  package static let offered: [SearchFilter] = {
    let first = [
      license, orientation, color, author, without, since, until, minWidth, minHeight,
      minMegapixels, ratio,
      sort, safe, language,
    ]
    return first + all.filter { !first.contains($0) }
  }()
}

extension SearchFilter {
  /// Uses of photos that anyone understands, with the licences that allow them, as values of
  /// ``license``; the first asks for nothing
  package static let purposes: [(value: String, words: String, meaning: String)] = [
    ("", "Any use", "Every photo, also where its owner has to be asked first"),
    (usable, "Publish", "Show it to anyone, without earning money with it"),
    ("commercial", "Sell", "Earn money with it, or with something that it is part of"),
  ]

  /// A further use, which can be added to each purpose
  package static let change = (
    value: "modification", words: "and change it", meaning: "Cut it, edit it, or make something of it"
  )

  /// The codes of all licences that allow some use without asking
  private static let usable = PhotoFilters.LicenseCode.allCases
    .filter { $0 != .any && !$0.isCondition && $0.example.mark != .ask }
    .map(\.rawValue).joined(separator: ",")
}
