import Foundation
import Platform

extension FilterRow {
  private typealias Code = PhotoFilters.LicenseCode

  /// All filters, in the order of the help; the comment at ``FilterRow`` says what else a new one needs
  package static let all: [FilterRow] = [
    orientation, license, color, minWidth, minHeight, minMegapixels, ratio, since, until, author,
    tag, without, safe, sort, noAI, language,
  ]

  /// The filters that ask for a least size, which also choose the rendition to save
  package static let sizes: [FilterRow] = [minWidth, minHeight, minMegapixels]

  /// The filter of a property; nil if the property isn't a filter's
  static func of(_ property: PartialKeyPath<PhotoFilters>) -> FilterRow? {
    all.first { $0.property.path == property }
  }

  /// The picture's shape
  package static let orientation = FilterRow(
    "orientation", "SHAPE", "only pictures of this shape", .words(\.orientation),
    Rule(fallback: .skipped) { asked, photo in
      photo.size.map { PhotoFilters.Orientation(of: $0) == asked.orientation }
    })

  /// The photo's licence, or what its licence must permit
  package static let license = FilterRow(
    "license", aliases: ["licence"], "CODE",
    "only these licences, by code or by name, or those that allow this use (any)",
    Property(
      \.licenses, unset: [],
      .someOf(["any"] + Code.groups.map(\.name) + Code.allCases.dropFirst().map(\.rawValue)),
      isRepeatable: true,
      parse: { text in
        let codes = text.components(at: ",", keepsEmpty: false).flatMap { word in
          Code.groups.first { $0.name == word }?.codes ?? [Code(rawValue: String(word))]
        }
        return codes.contains(nil) ? nil : codes.compactMap(\.self).withoutAny
      },
      text: { $0.map(\.rawValue).joined(separator: ",") }),
    Rule(fallback: .skipped, misfits: "by licence") { asked, photo in
      photo.license.map { asked.licenses.admit($0) }
    })

  package static let color = FilterRow(
    "color", aliases: ["colour"], "COLOR", "only pictures of this color", .words(\.color),
    Rule(fallback: .skipped, inability: { "can't filter by color" + ($0.map { " \($0)" } ?? "") }))

  /// The picture's least width; if a service can't filter by it, each photo is judged
  package static let minWidth = FilterRow(
    "min-width", "PIXELS", "only pictures at least this wide",
    Property(
      \.minWidth,
      form: "pixels, such as 1920 or 1920px, or a screen's name for its width, such as 1080p or 4k",
      example: "1920", doubts: ["2k": "2K may be 2048 or 2560 pixels wide; write 2048 or 2560"],
      parse: { FilterValue.pixels($0, isWidth: true) }),
    Rule(fallback: .judged, misfits: "by width") { asked, photo in
      photo.size.map { $0.width >= asked.minWidth ?? 0 }
    })

  package static let minHeight = FilterRow(
    "min-height", "PIXELS", "only pictures at least this high",
    Property(
      \.minHeight,
      form:
        "pixels, such as 1080 or 1080px, or a screen's name for its height, such as 1080p or 4k",
      example: "1080", doubts: ["2k": "2K may be 1080 or 1440 pixels high; write 1080 or 1440"],
      parse: { FilterValue.pixels($0, isWidth: false) }),
    Rule(fallback: .judged, misfits: "by height") { asked, photo in
      photo.size.map { $0.height >= asked.minHeight ?? 0 }
    })

  package static let minMegapixels = FilterRow(
    "min-megapixels", aliases: ["min-mp"], "N",
    "only pictures with at least this many million pixels",
    Property(
      \.minMegapixels, form: "millions of pixels, such as 4, 2.5 or 12MP", example: "4",
      parse: FilterValue.megapixels, text: { $0.plainText }),
    Rule(fallback: .judged, misfits: "by megapixels") { asked, photo in
      let least = (asked.minMegapixels ?? 0) * 1_000_000
      return photo.size.map { Double($0.width) * Double($0.height) >= least }
    })

  /// The ratio of width to height
  package static let ratio = FilterRow(
    "ratio", "W:H", "only pictures of this ratio, within 2 %",
    Property(
      \.ratio, form: "width to height, such as 16:9, 4x3, wide or square", example: "16:9",
      parse: FilterValue.ratio, text: { "\($0.width):\($0.height)" }),
    Rule(fallback: .judged) { asked, photo in photo.size.flatMap { asked.ratio.map($0.hasShape) } })

  /// The earliest time of publication; a provider that doesn't tell this time is skipped
  package static let since = FilterRow(
    "since", "DATE", "only photos published on this date or later",
    Property(
      \.since, form: dateForm, example: "2023-05-01", parse: FilterValue.beginning,
      text: { FilterValue.text($0, isEnd: false) }),
    Rule(
      fallback: .skipped, misfits: "by earliest date",
      fits: { asked, photo in photo.published.map { $0 >= asked.since ?? .distantPast } },
      inability: { _ in "can't filter by date" }))

  package static let until = FilterRow(
    "until", "DATE", "only photos published on this date or earlier",
    Property(
      \.until, form: dateForm, example: "2023-05-31", parse: FilterValue.end,
      text: { FilterValue.text($0, isEnd: true) }),
    Rule(
      fallback: .skipped, misfits: "by latest date",
      // Services count whole seconds, so a photo published within the last second still fits.
      fits: { asked, photo in
        photo.published.map { $0 < (asked.until ?? .distantFuture).addingTimeInterval(1) }
      },
      inability: { _ in "can't filter by date" }))

  private static let dateForm = "a year, month or day, such as 2023, 2023-05 or 2023-05-01"

  /// The photo's author
  package static let author = FilterRow(
    "author", aliases: ["by"], "NAME", "only photos by the author of this name",
    Property(
      \.author, form: "a name, or the last part of a profile's address", example: "Jane Doe",
      parse: FilterValue.author),
    Rule(fallback: .judged) { asked, photo in photo.author.flatMap { asked.author.map($0.isNamed) }
    })

  /// One of the photo's tags; only services whose photos have tags are asked
  package static let tag = FilterRow(
    "tag", "TAG", "only photos with this tag",
    Property(
      \.tag, form: "one tag, which may have blanks but no commas", example: "harbor",
      parse: FilterValue.tag),
    Rule(fallback: .skipped) { asked, photo in
      guard let tag = asked.tag, !photo.tags.isEmpty else { return nil }
      return ComparedText.hasTag(tag, among: photo.tags)
    })

  /// Words that no photo may have; a photo without any text passes
  package static let without = FilterRow(
    "without", "WORD", "leave out photos with this word or phrase",
    Property(
      \.without, unset: [],
      .text(form: "a word or a phrase; commas separate several", example: "hot dog"),
      isRepeatable: true, parse: { [$0].phrases.isEmpty ? nil : [$0].phrases },
      text: { $0.joined(separator: ",") }),
    Rule(fallback: .judged, misfits: "by words to leave out") { asked, photo in
      guard let text = ComparedText(of: photo) else { return true }
      return !asked.without.contains { text.holdsStart(of: ComparedText($0)) }
    })

  /// How strict to be with pictures that aren't for everybody; a provider without such a filter is
  /// only skipped if the user set one
  package static let safe = FilterRow(
    "safe", "LEVEL", "how strictly to leave out unsafe pictures (strict)",
    .words(\.safety, free: ["off"]),
    Rule(fallback: .skipped, inability: { _ in "can't filter by safety" }))

  /// The order of the results
  package static let sort = FilterRow(
    "sort", "ORDER", "which photos each provider gives first (relevant)",
    Property(
      \.sort, unset: .relevant, .oneOf(PhotoFilters.Sort.allCases.map(\.rawValue)),
      parse: PhotoFilters.Sort.init, text: \.rawValue),
    Rule(
      fallback: .skipped, narrows: false,
      inability: { value in
        switch value.flatMap(PhotoFilters.Sort.init) {
        case nil: "can't sort"
        case .relevant: "can't sort by relevance"
        case .latest: "can't sort by date"
        case .popular: "can't sort by popularity"
        }
      }))

  /// Whether to leave out machine-made pictures; hardly any service tells, and photos without this
  /// fact pass
  package static let noAI = FilterRow(
    "no-ai", "", "leave out pictures said to be machine-made",
    Property(
      \.excludesAIGenerated, unset: false, .flag, parse: { ["true": true, "false": false][$0] },
      text: { "\($0)" }),
    Rule(fallback: .judged, misfits: "made by a machine") { _, photo in photo.isAIGenerated != true
    })

  package static let language = FilterRow(
    "language", aliases: ["lang"], "CODE",
    "the language of the words, such as de or pt-BR, for services that use it",
    Property(
      \.language, form: "a language's code, such as de or pt-BR", example: "pt-BR",
      parse: QueryLanguage.init, text: \.rawValue),
    Rule(fallback: .ignored, narrows: false))
}
