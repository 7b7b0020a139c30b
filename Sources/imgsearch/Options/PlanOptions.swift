import Foundation
import PhotoSearch
import PhotoStorage

/// What is searched for, as far as it was typed: words, filters, order, providers
struct PlanOptions: Sendable {
  private let isList: Bool
  private let words: String?
  /// Empty for all
  private let providers: [ProviderID]
  private let order: MergeOrder?
  private let safety: PhotoFilters.Safety?
  private let orientation: PhotoFilters.Orientation?
  private let licenses: [PhotoFilters.LicenseCode]?
  private let color: PhotoFilters.Color?
  private let sort: PhotoFilters.Sort?

  /// - Throws: a usage failure for words that are missing or too many, and for orders that do not go
  ///   together.
  init(_ arguments: Arguments) throws {
    isList = arguments.command == .list
    let typed = arguments.operands.joined(separator: " ")
    if isList, !arguments.operands.isEmpty {
      throw CommandFailure.usage(
        "list takes no words; to search for them: imgsearch search list \(typed)")
    }
    words = PhotoQuery(words: typed).words
    if !isList, words == nil, arguments.typed(OptionTable.cursor) == nil {
      throw CommandFailure.usage("nothing to search for: imgsearch <words...>")
    }
    providers = arguments.value(OptionTable.provider)
    order = arguments.typed(OptionTable.merge)
    safety = arguments.value(OptionTable.safe)
    orientation = arguments.value(OptionTable.orientation)
    licenses = arguments.typed(OptionTable.license)
    color = arguments.value(OptionTable.color)
    sort = arguments.typed(OptionTable.sort)
    if order == .newest, let sort, sort != .latest {
      throw CommandFailure.usage("--merge newest goes with --sort latest only")
    }
  }

  /// A new search for it; its providers are those that were named, none for all
  var plan: SearchPlan {
    let filters = PhotoFilters(
      safety: safety, orientation: orientation,
      licenses: licenses ?? OptionTable.license.standard, color: color,
      sort: sort ?? OptionTable.sort.standard)
    return SearchPlan(
      query: PhotoQuery(words: words, filters: filters), providers: providers,
      order: order ?? OptionTable.merge.standard)
  }

  /// Refuses what was typed and differs from what a cursor continues
  func check(against kept: SearchPlan) throws {
    let typed = plan
    let (filters, others) = (typed.query.filters, kept.query.filters)
    let differing: [(Bool, String)] = [
      (words != nil && words != kept.query.words, "the words"),
      (isList && kept.query.kind == .search, "list"),
      (!providers.isEmpty && providers != kept.providers, "--provider"),
      (order != nil && order != kept.order, "--merge"),
      (safety != nil && safety != others.safety, "--safe"),
      (orientation != nil && orientation != others.orientation, "--orientation"),
      (licenses != nil && filters.licenses != others.licenses, "--license"),
      (color != nil && color != others.color, "--color"),
      (sort != nil && sort != others.sort, "--sort"),
    ]
    guard let (_, name) = differing.first(where: \.0) else { return }
    throw CommandFailure.usage(
      "\(name): not what this cursor continues; leave it out, or start anew without --cursor"
    )
  }
}

extension SearchRecord {
  /// The options of it as they would be typed, e.g. `["--provider", "flickr"]`
  var options: [String] {
    let filters = plan.query.filters
    return OptionTable.provider.words(for: plan.providers)
      + OptionTable.orientation.words(for: filters.orientation)
      + OptionTable.license.words(for: filters.licenses)
      + OptionTable.color.words(for: filters.color) + OptionTable.safe.words(for: filters.safety)
      + OptionTable.sort.words(for: filters.sort) + OptionTable.merge.words(for: plan.order)
      + OptionTable.replay.words(for: replay)
  }
}
