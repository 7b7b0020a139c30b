import Foundation
package import PhotoSearch
import Platform

/// The texts with which the gallery page offers a filter, or another option, and shows its value
package struct FilterLabel: Sendable {
  /// The title: `Width at least`
  package let title: String
  /// The choice that turns the filter off: `Any shape`; nil for the title and `any`
  var none: String?
  /// The value that applies without the filter, so it isn't offered: `strict`
  var usual: String?
  /// An example of a typed value: `1920, or 4k`; nil if values are chosen, or the filter is a flag
  var example: String?
  /// The text that shows a typed value in place of `{}`: `At least {} wide`; nil for the value
  /// alone, or behind the title where the value is typed
  var phrase: String?
  /// The unit of a typed number: `px`; `:` for a ratio; nil for neither
  var unit: String?
  /// Values to choose from, each with its words; for a typed value, the most popular ones
  var choices: [(value: String, words: String)] = []
  /// Drawings of the choices, if they are drawn: a ratio such as `3/2` for a shape, one or two
  /// colors by their names in CSS, or nothing beside the words
  var signs: [String] = []
}

extension FilterLabel {
  /// Texts made of the filter itself: `Min width` for `min-width`
  init(_ filter: FilterRow) {
    self.init(title: Self.words(filter.name))
    switch filter.values {
    case .oneOf(let values), .someOf(let values): choices = values.map { ($0, Self.words($0)) }
    case .text(_, let example): self.example = example
    case .flag: break
    }
  }

  /// `Black and white` for `black_and_white`
  private static func words(_ name: String) -> String {
    let spaced = name.replacing(each: "_", by: " ").replacing(each: "-", by: " ")
    return spaced.prefix(1).uppercased() + spaced.dropFirst()
  }

  /// All filters in the order of the gallery, each with its texts; a filter that ``table`` lacks
  /// comes last, with texts made of itself
  package static let filters: [(row: FilterRow, label: FilterLabel)] =
    table.map { ($0.key, $0.value) }
    + FilterRow.all.filter { row in !table.contains { $0.key == row } }
    .map { ($0, FilterLabel($0)) }

  /// Related filters are side by side
  private static let table: KeyValuePairs<FilterRow, FilterLabel> = [
    .orientation: FilterLabel(
      title: "Shape", none: "Any shape", choices: FilterLabel(.orientation).choices,
      signs: ["3/2", "2/3", "1"]),
    .color: FilterLabel(
      title: "Color", none: "Any color", choices: FilterLabel(.color).choices,
      signs: PhotoFilters.Color.allCases.map { $0 == .blackAndWhite ? "black white" : $0.rawValue }),
    .minMegapixels: FilterLabel(
      title: "Picture size", none: "Any size", phrase: "At least {} MP",
      choices: [("12", "Large"), ("24", "Very large")], signs: ["", ""]),
    .license: FilterLabel(title: "Licence", none: "Any licence", choices: licenses),
    .sort: FilterLabel(
      title: "Sort", none: "Most relevant first", usual: PhotoFilters.Sort.relevant.rawValue,
      choices: [("latest", "Latest first"), ("popular", "Most popular first")]),
    .author: FilterLabel(title: "Author", example: "Jane Doe", phrase: "By {}"),
    .since: FilterLabel(
      title: "Published from", none: "Any year", phrase: "Since {}",
      choices: years.map { ("\($0)", "Since \($0)") }),
    .until: FilterLabel(
      title: "Published to", none: "Any year", phrase: "Until {}",
      choices: years.map { ("\($0)", "Until \($0)") }),
    .minWidth: FilterLabel(
      title: "Width at least", example: "1920, or 4k", phrase: "At least {} wide", unit: "px",
      choices: ["1280", "1920", "3840"].map { ($0, "\($0) px") }),
    .minHeight: FilterLabel(
      title: "Height at least", example: "1080, or 4k", phrase: "At least {} high", unit: "px",
      choices: ["720", "1080", "2160"].map { ($0, "\($0) px") }),
    .ratio: FilterLabel(
      title: "Ratio", example: "16:9, or square", phrase: "{}", unit: ":",
      choices: [
        ("16:9", "Wide"), ("3:2", "Like most cameras"), ("4:3", "Like most phones"),
        ("1:1", "Square"),
      ]),
    .safe: FilterLabel(
      title: "Safe search", none: "Safe: strict", usual: PhotoFilters.Safety.strict.rawValue,
      choices: [("moderate", "Safe: moderate"), ("off", "Safe: off")]),
    .language: FilterLabel(title: "Language of the words", example: "de, or pt-BR"),
    .without: FilterLabel(title: "Without", example: "dog, hot dog", phrase: "Without {}"),
    .tag: FilterLabel(title: "Tag", example: "harbor", phrase: "Tagged {}"),
    .noAI: FilterLabel(title: "Nothing machine-made"),
  ]

  /// The texts for `--strict-words`
  package static let strictWords = FilterLabel(title: "Words exactly as typed")

  /// The texts for `--merge`
  package static let merge = FilterLabel(
    title: "Mix", none: "Sources in turn", usual: MergeOrder.interleaved.rawValue,
    choices: [("newest", "Newest of all first"), ("sequential", "One source after another")])

  /// This year, the nine before it, and earlier ones in steps of five
  private static let years: [Int] = {
    let year = CalendarDate(Date()).flatMap { Int($0.day.prefix(4)) } ?? 2_026
    return (0..<10).map { year - $0 } + stride(from: (year - 10) / 5 * 5, through: 1990, by: -5)
  }()

  /// Purposes first, each alone and with the right to change the photo, then licences
  private static let licenses: [(value: String, words: String)] =
    purposes.flatMap { purpose -> [(value: String, words: String)] in
      let codes = [purpose.value, change.value].filter { !$0.isEmpty }.joined(separator: ",")
      return [(purpose.value, purpose.words), (codes, "\(purpose.words) \(change.words)")]
    }.filter { !$0.value.isEmpty } + [
      ("cc0", "CC0"), ("by", "CC BY"), ("by-sa", "CC BY-SA"), ("by-nd", "CC BY-ND"),
      ("by-nc", "CC BY-NC"), ("by-nc-sa", "CC BY-NC-SA"), ("by-nc-nd", "CC BY-NC-ND"),
      ("pdm", "Public domain"), ("cc0,pdm,us-government,no-known-copyright", "No copyright known"),
      ("unsplash", "Unsplash License"), ("pexels", "Pexels License"),
      ("pixabay", "Pixabay License"), ("us-government", "US Government work"),
      ("no-known-copyright", "No known copyright"), ("all-rights-reserved", "All rights reserved"),
    ]

  /// Uses of photos that anyone understands, with the licences that allow them, as values of the
  /// filter by licence; the first asks for nothing
  package static let purposes: [(value: String, words: String, meaning: String)] = [
    ("", "Any use", "All photos, also those to ask for first"),
    (usable, "Publish", "Show it to anyone, without earning money with it"),
    ("commercial", "Sell", "Earn money with it, or with something that it is part of"),
  ]

  /// A further use, which can be added to each purpose
  package static let change = (
    value: "modification", words: "and change it",
    meaning: "Cut it, edit it, or make something of it"
  )

  /// The codes of all licences that allow some use without asking
  private static let usable = PhotoFilters.LicenseCode.licenses
    .filter { $0.example.mark != .ask }.map(\.rawValue).joined(separator: ",")
}
