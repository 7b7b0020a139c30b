import CommandSyntax
import PhotoSearch
import PhotoStorage

/// How a list of photos begins, for whoever asks
enum SearchBeginning: Sendable {
  /// A search or a list, without the pictures with some ids
  case new(SearchPlan, leavingOut: [PhotoID] = [])
  /// Photos like one
  case similar(PhotoReference, SearchPlan)
  case continued(SearchCursor)

  var cursor: SearchCursor? { if case .continued(let cursor) = self { cursor } else { nil } }
}

/// A search or a list with all of its options
struct SearchOptions: Sendable {
  /// The start of a search
  enum Start: Sendable {
    /// A new search, or one of the history, without the pictures with some ids
    case anew(SearchRecord, leavingOut: [PhotoID] = [])
    /// Start at a cursor; the request must agree with it
    case cursor(CursorSource, SearchRequest)
    /// Start where the last search stopped
    case last(LastSearch, token: String)

    /// The token of the listing to continue; nil for a new one
    var token: String? { if case .last(_, let token) = self { token } else { nil } }

    /// Photos shown before
    var shown: Int { if case .last(let last, _) = self { last.shown } else { 0 } }
  }

  let start: Start
  /// Photos to show
  let count: Int
  /// Whether nobody has said how many photos to show, so that a terminal may show what fits
  let isCountOpen: Bool
  let listing: ListingOptions
  let requests: RequestOptions
  let settings: SearchSettings
  /// For `more`, the providers that the rest of the search is limited to; nil for all of its own
  private let chosenProviders: ProviderChoice?
  /// The words of a line that names no command; nil if it names one
  private let unnamedWords: [String]?

  /// The options of `search` and `list`
  ///
  /// A search that starts at a cursor isn't put into the history, nor are its continuations.
  ///
  /// - Parameter only: the only format allowed; nil for any
  /// - Throws: a usage failure.
  init(_ arguments: Arguments, only: ListingFormat? = nil) throws {
    let (request, requests) = (try SearchRequest(arguments), RequestOptions(arguments.options))
    var settings = SearchSettings(arguments)
    var start = Start.anew(SearchRecord(plan: request.plan, replay: requests.replayPath))
    if let cursor = arguments.value(OptionTable.cursor) {
      settings.isInHistory = false
      start = .cursor(try CursorSource(cursor), request)
    }
    try self.init(arguments, start, requests, settings, only: only)
  }

  /// The options of `again`: a stored search, with the settings of a new one
  ///
  /// - Parameter count: photos that the stored search asked for; nil if unknown
  init(_ arguments: Arguments, repeating search: SearchRecord, count: Int?) throws {
    var settings = SearchSettings(arguments)
    settings.count = arguments.typed(OptionTable.count) ?? count ?? settings.count
    try self.init(
      arguments, .anew(search), RequestOptions(arguments, of: search, with: settings), settings,
      isCountStored: count != nil)
  }

  /// The options of `more`: the rest of a search, with its own settings unless others are typed
  init(_ arguments: Arguments, continuing last: LastSearch, token: String) throws {
    let settings = SearchSettings(arguments, after: last.settings)
    try self.init(
      arguments, .last(last, token: token),
      RequestOptions(arguments, of: last.search, with: settings), settings,
      isCountStored: last.settings.count != nil)
  }

  /// - Parameters:
  ///   - requests: what answers the search
  ///   - only: the only format allowed; nil for any
  ///   - isCountStored: whether a stored search says how many photos to show
  init(
    _ arguments: Arguments, _ start: Start, _ requests: RequestOptions, _ settings: SearchSettings,
    only: ListingFormat? = nil, isCountStored: Bool = false
  ) throws {
    self.start = start
    self.requests = requests
    isCountOpen = !isCountStored && arguments.options.texts(of: OptionTable.count.row) == nil
    self.settings = settings
    let asked = if case .anew = start { settings.count } else { Int?.none }
    count = asked ?? arguments.value(OptionTable.count)
    listing = try ListingOptions(arguments.options, only: only)
    chosenProviders = arguments.typed(OptionTable.provider)
    unnamedWords = arguments.isCommandNamed ? nil : arguments.operands
  }

  /// The plan as the user asked for it; nil when another search is continued
  var plan: SearchPlan? { if case .anew(let search, _) = start { search.plan } else { nil } }

  /// How its list of photos begins; a cursor is read where it is, and the providers that are no longer
  /// wanted are taken out of it
  ///
  /// - Throws: a failure with code 65 or 66 for a cursor that can't be read, a usage failure for options
  ///   that don't fit it.
  func beginning() async throws -> SearchBeginning {
    switch start {
    case .anew(let search, let leftOut): return .new(search.plan, leavingOut: leftOut)
    case .cursor(let source, let request):
      return .continued(try request.continued(from: try await source.cursor()))
    case .last(let last, _):
      let cursor = try await CursorSource(last.cursor ?? "").cursor()
      return .continued(try chosenProviders.map { try cursor.narrowed(to: $0) } ?? cursor)
    }
  }

  /// Whether no other search is continued
  var isNew: Bool { plan != nil }

  /// The command line that may have been meant instead
  var suggestion: String? { unnamedWords.flatMap(CommandLanguage.imgsearch.guess) }
}

extension SearchSettings {
  /// The settings as typed
  ///
  /// - Parameter before: the settings of the search that is continued
  init(_ arguments: Arguments, after before: SearchSettings? = nil) {
    func value<Value>(_ option: Option<Value>, _ kept: Value?) -> Value {
      arguments.typed(option) ?? kept ?? arguments.value(option)
    }
    self.init(
      isOffline: arguments.value(OptionTable.offline) || before?.isOffline == true,
      patience: value(OptionTable.patience, before.map(\.patience)),
      timeout: value(OptionTable.timeout, before?.timeout),
      maxRequests: value(OptionTable.maxRequests, before?.maxRequests),
      isStrict: arguments.value(OptionTable.strict) || before?.isStrict == true,
      isInHistory: !arguments.value(OptionTable.noHistory) && before?.isInHistory != false,
      count: before.map(\.count) ?? arguments.value(OptionTable.count))
  }
}
