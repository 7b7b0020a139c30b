import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage

/// What is searched for: words, filters, order, providers
struct PlanOptions: Sendable {
  /// Its providers are those that were named; none stands for all
  let plan: SearchPlan
  private let isList: Bool
  /// The flags of those options that were typed, and aren't just defaults
  private let typed: Set<String>

  /// - Throws: a usage failure for words that are missing or too many, and for orders that do not go
  ///   together.
  init(_ arguments: Arguments) throws {
    isList = arguments.command == .list
    let words = arguments.operands.joined(separator: " ")
    if isList, !arguments.operands.isEmpty {
      throw CommandFailure.usage(
        "list takes no words; to search for them: imgsearch search list \(words)")
    }
    let filters = arguments.filters
    plan = SearchPlan(
      query: PhotoQuery(isList ? nil : words, filters: filters),
      providers: arguments.value(OptionTable.provider).names,
      order: arguments.value(OptionTable.merge))
    let hasWords = plan.query.words != nil || [.list, .browse, .mcp].contains(arguments.command)
    if !hasWords, arguments.typed(OptionTable.cursor) == nil {
      throw CommandFailure.usage("nothing to search for: imgsearch <words...>")
    }
    typed = arguments.typedFlags
    try filters.checkLicenses()
    try filters.checkDates()
    if plan.order == .newest, typed.contains(SearchFilter.sort.flag), filters.sort != .latest {
      throw CommandFailure.usage("--merge newest goes with --sort latest only")
    }
  }

  /// Refuses what was typed and differs from what a cursor continues
  func check(against kept: SearchPlan) throws {
    let (mine, others) = (plan.query.filters, kept.query.filters)
    // Services look for the same, however it is capitalized.
    let words = plan.query.words?.lowercased()
    let isOfOthers = !plan.providers.isEmpty && plan.providers != kept.providers
    var differing: [String] = []
    if let words, words != kept.query.words?.lowercased() { differing.append("the words") }
    if isList, kept.query.kind == .search { differing.append("list") }
    differing += [
      (OptionTable.provider.row.flag, isOfOthers),
      (OptionTable.merge.row.flag, plan.order != kept.order),
    ].filter { $1 && typed.contains($0) }.map(\.0)
    differing += SearchFilter.all.filter {
      $0.text(in: mine) != $0.text(in: others) && typed.contains($0.flag)
    }.map(\.flag)
    guard let name = differing.first else { return }
    throw CommandFailure.usage(
      "\(name): not what this cursor continues; leave it out, or search again without --cursor"
    )
  }
}

extension SearchRecord {
  /// The options of it by their names, with values as they would be typed; nil for a switch
  var settings: [(name: String, value: String?)] {
    let filters = SearchFilter.all.map { filter in
      filter.text(in: plan.query.filters).map { (filter.name, filter.values == .flag ? nil : $0) }
    }
    let settings =
      [OptionTable.provider.setting(for: ProviderChoice(names: plan.providers))] + filters
      + [OptionTable.merge.setting(for: plan.order), OptionTable.replay.setting(for: replay)]
    return settings.compactMap(\.self)
  }

  /// The same as they would be typed, e.g. `["--provider", "flickr"]`
  var options: [String] {
    settings.flatMap { name, value in ["--\(name)"] + (value.map { [$0] } ?? []) }
  }
}

extension SearchFilter {
  /// As it is typed, e.g. `--orientation`
  fileprivate var flag: String { "--\(name)" }
}

extension PhotoFilters {
  /// - Throws: a usage failure for dates between which nothing can be published.
  fileprivate func checkDates() throws {
    let (first, last) = (SearchFilter.since, SearchFilter.until)
    guard let since, let until, since > until, let from = first.text(in: self),
      let to = last.text(in: self)
    else { return }
    throw CommandFailure.usage("\(first.flag) \(from) is after \(last.flag) \(to): nothing is both")
  }

  /// - Throws: a usage failure for licences of which none permits what is asked for.
  fileprivate func checkLicenses() throws {
    guard !licenses.isPossible else { return }
    let codes = licenses.filter { !$0.isCondition }
    let names = codes.map(\.rawValue).joined(separator: ", ")
    let conditions = licenses.filter(\.isCondition)
      .map { $0 == .commercial ? "commercial use" : "\($0.rawValue)" }.joined(separator: " and ")
    let isKnown = codes.allSatisfy(LicenseCode.allCases.contains)
    throw CommandFailure.usage(
      "--license: \(names) \(isKnown ? "doesn't" : "isn't known to") permit \(conditions)")
  }
}
