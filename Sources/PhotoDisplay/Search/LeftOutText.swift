package import PhotoSearch
import Terminal

/// The photos left out of a list, in words: how many, and why
package struct LeftOutText {
  private let counts: [ExclusionReason: Int]

  package init(_ reports: [ProviderReport]) {
    counts = reports.reduce(into: [:]) { $0.merge($1.excluded, uniquingKeysWith: +) }
  }

  /// `2 left out: 2 advertisements`; if filters left photos out, also the number of photos looked
  /// at: `412 of 442 left out: 2 advertisements, 410 by licence (1 doesn't say)`; nil if nothing
  /// was left out
  func text(shown: Int) -> String? {
    let all = counts.values.reduce(0, +)
    guard all > 0 else { return nil }
    let reasons = ExclusionReason.allCases.compactMap(phrase) + byFilters + byWords
    let looked = filtered() == nil ? "" : " of \(Counts.grouped(all + shown))"
    return "\(Counts.grouped(all))\(looked) left out: \(reasons.joined(separator: ", "))"
  }

  /// How many photos each filter left out: `41 by licence, 10 by orientation (3 don't say)`; nil if
  /// none
  ///
  /// - Parameter byWords: whether to count photos with too few of the words, too
  package func filtered(byWords: Bool = true) -> String? {
    let parts = byFilters + (byWords ? self.byWords : [])
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The count of photos that had too few of the words
  private var byWords: [String] {
    counts[.words].map { ["\(Counts.grouped($0)) by words"] } ?? []
  }

  /// Each filter's count: `10 by orientation (3 don't say)`
  private var byFilters: [String] {
    FilterRow.all.compactMap { filter in
      let (misfits, unknown) = (counts[.misfit(filter)] ?? 0, counts[.unknown(filter)] ?? 0)
      guard misfits + unknown > 0 else { return nil }
      let silent = Counts.phrase(unknown, "doesn't say", "don't say")
      return "\(Counts.grouped(misfits + unknown)) \(filter.misfits)"
        + (unknown > 0 ? " (\(silent))" : "")
    }
  }

  /// The words for a reason; nil if it left nothing out, and for filters, which have phrases of
  /// their own
  private func phrase(_ reason: ExclusionReason) -> String? {
    guard let count = counts[reason], count > 0 else { return nil }
    switch reason {
    case .advertisement: return Counts.phrase(count, "advertisement")
    case .premium: return "\(Counts.grouped(count)) premium"
    case .video: return Counts.phrase(count, "video")
    case .drawing: return Counts.phrase(count, "drawing")
    case .withoutImage: return "\(Counts.grouped(count)) without an image"
    case .unreadable: return "\(Counts.grouped(count)) unreadable"
    case .excess: return "\(Counts.grouped(count)) more than one page may have"
    case .misfit, .unknown: return nil
    }
  }
}

extension ExclusionReason {
  /// Whether a filter left the photo out
  var isOfFilter: Bool {
    switch self {
    case .misfit, .unknown: true
    default: false
    }
  }
}
