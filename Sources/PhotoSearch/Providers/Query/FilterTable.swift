import Foundation
import Platform

extension FilterRow {
  /// All filters, in the order of the help; the comment at ``FilterRow`` says what else a new one needs
  package static let all: [FilterRow] = [
    orientation, license, color, minWidth, minHeight, minMegapixels, ratio, since, until, author,
    tag, without, safe, sort, noAI, language,
  ]

  /// The filters that ask for a least size, which also choose the rendition to save
  package static let sizes: [FilterRow] = [minWidth, minHeight, minMegapixels]

  /// The filter of a property; nil if the property isn't a filter's
  static func of(_ property: PartialKeyPath<PhotoFilters>) -> FilterRow? {
    all.first { $0.property == property }
  }

  /// The picture's shape
  package static let orientation = FilterRow(
    "orientation", \.orientation, .oneOf(PhotoFilters.Orientation.allCases.map(\.rawValue)),
    "SHAPE", "only pictures of this shape",
    label: FilterLabel(
      "Shape", none: "Any shape",
      FilterLabel.choices(PhotoFilters.Orientation.allCases.map(\.rawValue)),
      signs: ["3/2", "2/3", "1"]),
    read: \.rawValue, write: PhotoFilters.Orientation.init,
    fits: { wanted, photo in photo.size.map { PhotoFilters.Orientation(of: $0) == wanted } })

  /// The photo's licence, or what its licence must permit
  package static let license = FilterRow(
    "license", aliases: ["licence"], \.licenses,
    .someOf(
      ["any"] + PhotoFilters.LicenseCode.groups.map(\.name)
        + PhotoFilters.LicenseCode.allCases.dropFirst().map(\.rawValue)), "CODE",
    "only these licences, by code or by name, or those that allow this use (any)",
    label: FilterLabel("Licence", none: "Any licence", licenseChoices),
    misfits: "by licence",
    read: { $0.isEmpty ? nil : $0.map(\.rawValue).joined(separator: ",") },
    write: { text in
      typealias Code = PhotoFilters.LicenseCode
      let codes = text.parts(at: ",", keepsEmpty: false).flatMap { word in
        Code.groups.first { $0.name == word }?.codes ?? [Code(rawValue: String(word))]
      }
      return codes.contains(nil) ? nil : codes.compactMap(\.self).withoutAny
    },
    fits: { codes, photo in photo.license.map { codes.admit($0) } })

  /// Purposes first, each alone and with the right to change the photo, then licences
  private static let licenseChoices: [(value: String, words: String)] =
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

  package static let color = FilterRow(
    "color", aliases: ["colour"], \.color, .oneOf(PhotoFilters.Color.allCases.map(\.rawValue)),
    "COLOR", "only pictures of this color",
    label: FilterLabel(
      "Color", none: "Any color",
      FilterLabel.choices(PhotoFilters.Color.allCases.map(\.rawValue)),
      signs: PhotoFilters.Color.allCases.map { $0 == .blackAndWhite ? "black white" : $0.rawValue }),
    inability: { "can't filter by color" + ($0.map { " \($0)" } ?? "") }, read: \.rawValue,
    write: PhotoFilters.Color.init)

  /// The picture's least width; if a service can't filter by it, each photo is judged
  package static let minWidth = FilterRow(
    "min-width", \.minWidth,
    .text(
      form: "pixels, such as 1920 or 1920px, or a screen's name for its width, such as 1080p or 4k",
      example: "1920"),
    "PIXELS", "only pictures at least this wide",
    label: FilterLabel(
      "Width at least", example: "1920, or 4k", phrase: "At least {} wide", unit: "px",
      ["1280", "1920", "3840"].map { ($0, "\($0) px") }),
    fallback: .judged, doubts: ["2k": "2K may be 2048 or 2560 pixels wide; write 2048 or 2560"],
    misfits: "by width",
    read: { "\($0)" }, write: { FilterValue.pixels($0, isWidth: true) },
    fits: { least, photo in photo.size.map { $0.width >= least } })

  package static let minHeight = FilterRow(
    "min-height", \.minHeight,
    .text(
      form:
        "pixels, such as 1080 or 1080px, or a screen's name for its height, such as 1080p or 4k",
      example: "1080"),
    "PIXELS", "only pictures at least this high",
    label: FilterLabel(
      "Height at least", example: "1080, or 4k", phrase: "At least {} high", unit: "px",
      ["720", "1080", "2160"].map { ($0, "\($0) px") }),
    fallback: .judged, doubts: ["2k": "2K may be 1080 or 1440 pixels high; write 1080 or 1440"],
    misfits: "by height",
    read: { "\($0)" }, write: { FilterValue.pixels($0, isWidth: false) },
    fits: { least, photo in photo.size.map { $0.height >= least } })

  package static let minMegapixels = FilterRow(
    "min-megapixels", aliases: ["min-mp"], \.minMegapixels,
    .text(form: "millions of pixels, such as 4, 2.5 or 12MP", example: "4"), "N",
    "only pictures with at least this many million pixels",
    label: FilterLabel(
      "Picture size", none: "Any size", phrase: "At least {} MP",
      [("12", "Large"), ("24", "Very large")], signs: ["", ""]),
    fallback: .judged, misfits: "by megapixels",
    read: { $0.plainText }, write: FilterValue.megapixels,
    fits: { least, photo in
      photo.size.map { Double($0.width) * Double($0.height) >= least * 1_000_000 }
    })

  /// The ratio of width to height
  package static let ratio = FilterRow(
    "ratio", \.ratio,
    .text(form: "width to height, such as 16:9, 4x3, wide or square", example: "16:9"), "W:H",
    "only pictures of this ratio, within 2 %",
    label: FilterLabel(
      "Ratio", example: "16:9, or square", phrase: "{}", unit: ":",
      [
        ("16:9", "Wide"), ("3:2", "Like most cameras"), ("4:3", "Like most phones"),
        ("1:1", "Square"),
      ]),
    fallback: .judged,
    read: { "\($0.width):\($0.height)" }, write: FilterValue.ratio,
    fits: { wanted, photo in photo.size.map { $0.hasShape(of: wanted) } })

  /// The earliest time of publication; a provider that doesn't tell this time is skipped
  package static let since = FilterRow(
    "since", \.since, .text(form: dateForm, example: "2023-05-01"), "DATE",
    "only photos published on this date or later",
    label: FilterLabel(
      "Published from", none: "Any year", phrase: "Since {}",
      years.map { ("\($0)", "Since \($0)") }),
    misfits: "by earliest date",
    inability: { _ in "can't filter by date" }, read: { FilterValue.text($0, isEnd: false) },
    write: FilterValue.beginning,
    fits: { wanted, photo in photo.published.map { $0 >= wanted } })

  package static let until = FilterRow(
    "until", \.until, .text(form: dateForm, example: "2023-05-31"), "DATE",
    "only photos published on this date or earlier",
    label: FilterLabel(
      "Published to", none: "Any year", phrase: "Until {}",
      years.map { ("\($0)", "Until \($0)") }),
    misfits: "by latest date",
    inability: { _ in "can't filter by date" }, read: { FilterValue.text($0, isEnd: true) },
    // Services count whole seconds, so a photo published within the last second still fits.
    write: FilterValue.end,
    fits: { wanted, photo in photo.published.map { $0 < wanted.addingTimeInterval(1) } })

  /// This year, the nine before it, and earlier ones in steps of five
  private static let years: [Int] = {
    let year = CalendarDate(Date()).flatMap { Int($0.day.prefix(4)) } ?? 2_026
    return (0..<10).map { year - $0 } + stride(from: (year - 10) / 5 * 5, through: 1990, by: -5)
  }()

  private static let dateForm = "a year, month or day, such as 2023, 2023-05 or 2023-05-01"

  /// The photo's author
  package static let author = FilterRow(
    "author", aliases: ["by"], \.author,
    .text(form: "a name, or the last part of a profile's address", example: "Jane Doe"), "NAME",
    "only photos by the author of this name",
    label: FilterLabel("Author", example: "Jane Doe", phrase: "By {}"), fallback: .judged,
    read: \.self, write: FilterValue.author,
    fits: { wanted, photo in photo.author.map { $0.isNamed(wanted) } })

  /// One of the photo's tags; only services whose photos have tags are asked
  package static let tag = FilterRow(
    "tag", \.tag, .text(form: "one tag, which may have blanks but no commas", example: "harbor"),
    "TAG", "only photos with this tag",
    label: FilterLabel("Tag", example: "harbor", phrase: "Tagged {}"),
    read: \.self, write: FilterValue.tag,
    fits: { wanted, photo in
      photo.tags.isEmpty ? nil : ComparedText.hasTag(wanted, among: photo.tags)
    })

  /// Words that no photo may have; a photo without any text passes
  package static let without = FilterRow(
    "without", \.without,
    .text(form: "a word or a phrase; commas separate several", example: "hot dog"), "WORD",
    "leave out photos with this word or phrase",
    label: FilterLabel("Without", example: "dog, hot dog", phrase: "Without {}"),
    fallback: .judged, isRepeatable: true, misfits: "by words to leave out",
    read: { $0.isEmpty ? nil : $0.joined(separator: ",") },
    write: { [$0].phrases.isEmpty ? nil : [$0].phrases },
    fits: { phrases, photo in
      guard let text = ComparedText(of: photo) else { return true }
      return !phrases.contains { text.holdsStart(of: ComparedText($0)) }
    })

  /// How strict to be with pictures that aren't for everybody; a provider without such a filter is
  /// only skipped if the user set one
  package static let safe = FilterRow(
    "safe", \.safety, .oneOf(PhotoFilters.Safety.allCases.map(\.rawValue)), "LEVEL",
    "how strictly to leave out unsafe pictures (strict)",
    label: FilterLabel(
      "Safe search", none: "Safe: strict", usual: PhotoFilters.Safety.strict.rawValue,
      [("moderate", "Safe: moderate"), ("off", "Safe: off")]),
    freeValues: ["off"],
    inability: { _ in "can't filter by safety" }, read: \.rawValue,
    write: PhotoFilters.Safety.init)

  /// The order of the results
  package static let sort = FilterRow(
    "sort", \.sort, .oneOf(PhotoFilters.Sort.allCases.map(\.rawValue)), "ORDER",
    standard: PhotoFilters.Sort.relevant.rawValue,
    "which photos each provider gives first (relevant)",
    label: FilterLabel(
      "Sort", none: "Most relevant first", usual: PhotoFilters.Sort.relevant.rawValue,
      [("latest", "Latest first"), ("popular", "Most popular first")]),
    narrows: false,
    inability: { value in
      switch value.flatMap(PhotoFilters.Sort.init) {
      case nil: "can't sort"
      case .relevant: "can't sort by relevance"
      case .latest: "can't sort by date"
      case .popular: "can't sort by popularity"
      }
    },
    read: { $0 == .relevant ? nil : $0.rawValue }, write: PhotoFilters.Sort.init)

  /// Whether to leave out machine-made pictures; hardly any service tells, and photos without this
  /// fact pass
  package static let noAI = FilterRow(
    "no-ai", \.excludesAIGenerated, .flag, "", "leave out pictures said to be machine-made",
    label: FilterLabel("Nothing machine-made"), fallback: .judged,
    misfits: "made by a machine", read: { $0 ? "true" : nil },
    write: { ["true": true, "false": false][$0] }, fits: { _, photo in photo.isAIGenerated != true }
  )

  package static let language = FilterRow(
    "language", aliases: ["lang"], \.language,
    .text(form: "a language's code, such as de or pt-BR", example: "pt-BR"), "CODE",
    "the language of the words, such as de or pt-BR, for services that use it",
    label: FilterLabel("Language of the words", example: "de, or pt-BR"), fallback: .ignored,
    narrows: false, read: \.rawValue, write: QueryLanguage.init)

  /// A filter whose property is nil if it isn't set
  private init<Wrapped: Sendable>(
    _ name: String, aliases: [String] = [],
    _ property: any WritableKeyPath<PhotoFilters, Wrapped?> & Sendable, _ values: Values,
    _ placeholder: String, _ summary: String,
    label: @autoclosure @escaping @Sendable () -> FilterLabel,
    fallback: FilterSupport = .skipped, freeValues: Set<String> = [], narrows: Bool = true,
    doubts: [String: String] = [:], misfits: String? = nil,
    inability: (@Sendable (_ value: String?) -> String)? = nil,
    read: @escaping @Sendable (Wrapped) -> String, write: @escaping @Sendable (String) -> Wrapped?,
    fits: (@Sendable (Wrapped, Photo) -> Bool?)? = nil
  ) {
    self.init(
      name, aliases: aliases, property, values, placeholder, summary, label: label(),
      fallback: fallback, freeValues: freeValues, narrows: narrows, doubts: doubts,
      misfits: misfits, inability: inability, read: { $0.map(read) },
      write: { text in write(text).map { .some($0) } },
      fits: fits.map { fits in { @Sendable value, photo in value.flatMap { fits($0, photo) } } })
  }
}
