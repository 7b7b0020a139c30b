/// How a provider handles a filter
package enum FilterSupport: CaseIterable, Sendable {
  /// The service filters, and its answer is trusted
  case asked
  /// The service filters, and each photo is judged by its row as well
  case askedAndJudged
  /// Each photo is judged by its row
  case judged
  /// All of its photos fit the filter, or none does
  case same
  /// The filter is ignored, as it is only a wish
  case ignored
  /// The provider is skipped, as its service would answer without filtering
  case skipped

  /// Whether each photo is judged by its row
  var isJudged: Bool { self == .judged || self == .askedAndJudged }
}
/// How a feed handles a filter. A filter that the feed doesn't list is ignored, judged by each
/// photo, or makes the provider be skipped: the filter's row decides
public struct FeedFilter: Sendable {
  let filter: FilterRow
  /// The parameters for a filter's value, also for the value of a filter that isn't set
  let items: @Sendable (PhotoFilters) -> [(String, String?)]
  let support: FilterSupport
  /// Why the service can't filter by a value; nil if it can
  let objection: @Sendable (PhotoFilters) -> String?

  private init(
    _ property: PartialKeyPath<PhotoFilters>, _ support: FilterSupport,
    items: @escaping @Sendable (PhotoFilters) -> [(String, String?)] = { _ in [] },
    objection: @escaping @Sendable (PhotoFilters) -> String? = { _ in nil }
  ) {
    filter = FilterRow.of(property)
    (self.support, self.items, self.objection) = (support, items, objection)
  }

  /// The filter is always met, because all photos of the service fit
  public static func always(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    FeedFilter(property, .same)
  }

  /// No photo of the service tells what the filter judges, so that a search with it is left to
  /// others
  public static func untold(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    FeedFilter(property, .skipped)
  }

  /// Each photo is judged by its row
  public static func byRow(_ property: PartialKeyPath<PhotoFilters>) -> FeedFilter {
    FeedFilter(property, .judged)
  }

  /// Asks for words to leave out in the text of the search, see ``WordForm/Minus``
  static func among(_ minus: WordForm.Minus) -> FeedFilter {
    FeedFilter(\PhotoFilters.without, minus == .behindWordsUnsure ? .askedAndJudged : .asked)
  }

  /// The service filters, with its own words for the values
  ///
  /// - Parameters:
  ///   - property: the filter's property
  ///   - parameter: the query parameter
  ///   - words: the service's words for the values; the word for nil is sent if the filter isn't
  ///     set
  ///   - otherwise: the service's word for any other value; nil if it has none
  ///   - andByRow: whether the service filters too loosely, so that each photo is judged too
  public static func byService<Value: Hashable & Sendable>(
    _ property: any KeyPath<PhotoFilters, Value> & Sendable, _ parameter: String,
    _ words: [Value: String], otherwise: @escaping @Sendable (Value) -> String? = { _ in nil },
    andByRow: Bool = false
  ) -> FeedFilter {
    let filter = FilterRow.of(property)
    let word = { @Sendable (value: Value) in words[value] ?? otherwise(value) }
    return FeedFilter(
      property, andByRow ? .askedAndJudged : .asked,
      items: { [(parameter, word($0[keyPath: property]))] },
      objection: { filters in
        word(filters[keyPath: property]) != nil || andByRow
          ? nil : filter.objection(lacking: filter.text(in: filters))
      })
  }

  /// The service filters, with the same words as this library
  public static func byService<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ property: any KeyPath<PhotoFilters, Word?> & Sendable, _ parameter: String
  ) -> FeedFilter {
    byService(
      property, parameter,
      Dictionary(uniqueKeysWithValues: Word.allCases.map { ($0, $0.rawValue) }))
  }

  /// The service filters
  ///
  /// - Parameters:
  ///   - property: the filter's property
  ///   - andByRow: whether the service filters too loosely, so that each photo is judged too
  ///   - items: gives the parameters for a value
  public static func byService<Value>(
    _ property: any KeyPath<PhotoFilters, Value> & Sendable, andByRow: Bool = false,
    items: @escaping @Sendable (Value) -> [(String, String?)]
  ) -> FeedFilter {
    FeedFilter(
      property, andByRow ? .askedAndJudged : .asked, items: { items($0[keyPath: property]) })
  }

  /// The service is told the language of the words
  ///
  /// - Parameters:
  ///   - parameter: the query parameter
  ///   - code: gives the service's code of a language; nil for a language that it lacks
  public static func language(
    _ parameter: String, code: @escaping @Sendable (QueryLanguage) -> String?
  ) -> FeedFilter {
    byService(\.language) { [(parameter, $0.flatMap(code))] }
  }

  /// The service filters by licence, and each photo is judged too, because showing a wrong licence
  /// is worse than finding nothing
  ///
  /// - Parameters:
  ///   - licenses: all licences of the service
  ///   - items: gives the parameters for the wanted licences
  public static func licenses(
    among licenses: [License],
    items: @escaping @Sendable ([PhotoFilters.LicenseCode]) -> [(String, String?)]
  ) -> FeedFilter {
    FeedFilter(
      \PhotoFilters.licenses, .askedAndJudged, items: { items($0.licenses) },
      objection: { filters in
        licenses.contains { filters.licenses.admit($0) } ? nil : ProviderFeed.noLicense
      })
  }

  /// The service has one licence for all its photos
  public static func license(_ license: License) -> FeedFilter {
    FeedFilter(
      \PhotoFilters.licenses, .same,
      objection: {
        $0.licenses.admit(license) ? nil : "all its photos have one licence: \(license.name)"
      })
  }
}
extension PhotoFilters {
  /// The first filter that a photo fails, as the reason to leave it out; the reason tells a wrong
  /// value from an unknown one
  package func exclusionReason(for photo: Photo, judging filters: [FilterRow])
    -> ExclusionReason?
  {
    for filter in filters {
      if let reason = filter.exclusionReason(for: photo, by: self) { return reason }
    }
    return nil
  }
}
