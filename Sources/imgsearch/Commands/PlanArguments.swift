import PhotoSearch

/// What the arguments ask for: words, filters, order, providers
struct PlanArguments {
  let query: PhotoQuery
  let order: MergeOrder
  /// As named; empty for all
  let providers: [ProviderID]
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    let isList = arguments.command == .list
    let words = arguments.operands.joined(separator: " ")
    if isList, !arguments.operands.isEmpty {
      throw CommandFailure.usage(
        "list takes no words; to search for them: imgsearch search list \(words)")
    }
    order = arguments.value("merge").flatMap(MergeOrder.init) ?? .interleaved
    query = PhotoQuery(words: isList ? nil : words, filters: Self.filters(arguments))
    if !isList, query.words == nil, !arguments.has("cursor") {
      throw CommandFailure.usage("nothing to search for: imgsearch <words...>")
    }
    let names = arguments.list("provider")
    providers = names.contains("all") ? [] : names.map(ProviderID.init)
    if order == .newest, arguments.has("sort"), query.filters.sort != .latest {
      throw CommandFailure.usage("--merge newest goes with --sort latest only")
    }
  }

  /// The query with what the order of merging asks of every provider
  var asProvidersAreAsked: PhotoQuery { order == .newest ? query.latestFirst : query }

  /// Refuses what was typed and differs from what a cursor continues
  func check(against plan: SearchPlan) throws {
    let typed = query.filters
    let kept = plan.query.filters
    let differing: [(Bool, String)] = [
      (query.words != nil && query.words != plan.query.words, "the words"),
      (arguments.command == .list && plan.query.kind == .search, "list"),
      (!providers.isEmpty && providers != plan.providers, "--provider"),
      (arguments.has("merge") && order != plan.order, "--merge"),
      (arguments.has("safe") && typed.safety != kept.safety, "--safe"),
      (arguments.has("orientation") && typed.orientation != kept.orientation, "--orientation"),
      (arguments.has("license") && typed.licenses != kept.licenses, "--license"),
      (arguments.has("color") && typed.color != kept.color, "--color"),
      (arguments.has("sort") && typed.sort != kept.sort, "--sort"),
    ]
    guard let (_, name) = differing.first(where: \.0) else { return }
    throw CommandFailure.usage(
      "\(name): not what this cursor continues; leave it out, or start anew without --cursor"
    )
  }

  private static func filters(_ arguments: Arguments) -> PhotoFilters {
    PhotoFilters(
      safety: arguments.value("safe").flatMap(PhotoFilters.Safety.init),
      orientation: arguments.value("orientation").flatMap(PhotoFilters.Orientation.init),
      licenses: arguments.list("license").compactMap(PhotoFilters.LicenseCode.init),
      color: arguments.value("color").flatMap(PhotoFilters.Color.init),
      sort: arguments.value("sort").flatMap(PhotoFilters.Sort.init) ?? .relevant)
  }
}
