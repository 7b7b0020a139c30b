import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage

/// A search or a list with all of its options
struct SearchOptions: Sendable {
  /// The start of a search
  enum Start: Sendable {
    case anew(SearchRecord)
    /// Start at a cursor; typed options must agree with it
    case cursor(CursorSource, typed: PlanOptions)
    /// Start where the last search stopped
    case last(LastSearch, token: String)
  }

  let start: Start
  /// Photos to show
  let count: Int
  /// Whether nobody has said how many photos to show, so that a terminal may show what fits
  let isCountOpen: Bool
  let listing: ListingOptions
  let run: RequestOptions
  let manner: SearchSettings
  /// Ids of pictures that aren't shown: those of the photo that others are to be like
  let leftOut: [PhotoID]
  /// For `more`, the providers that the rest of the search is limited to; nil for all of its own
  let narrowed: ProviderChoice?
  /// The command line that may have been meant instead
  let meant: String?

  /// The options of `search` and `list`
  ///
  /// A search that starts at a cursor isn't put into the history, nor are its continuations.
  ///
  /// - Parameter only: the only format allowed; nil for any
  /// - Throws: a usage failure.
  init(_ arguments: Arguments, only: ListingFormat? = nil) throws {
    let typed = try PlanOptions(arguments)
    if let cursor = arguments.value(OptionTable.cursor) {
      var manner = SearchSettings(arguments)
      manner.isInHistory = false
      try self.init(
        arguments, .cursor(try CursorSource(cursor), typed: typed), RequestOptions(arguments),
        manner,
        only)
    } else {
      let run = RequestOptions(arguments)
      let search = SearchRecord(plan: typed.plan, replay: run.replayPath)
      try self.init(arguments, .anew(search), run, SearchSettings(arguments), only)
    }
  }

  /// The options of `similar`: a search that isn't typed
  ///
  /// - Parameters:
  ///   - plan: the search, with the typed filters
  ///   - leftOut: ids of pictures that aren't shown
  init(
    _ arguments: Arguments, for plan: SearchPlan, leavingOut leftOut: [PhotoID],
    in run: RequestOptions
  ) throws {
    try self.init(
      arguments, .anew(SearchRecord(plan: plan, replay: run.replayPath)), run,
      SearchSettings(arguments), leavingOut: leftOut)
  }

  /// The options of `again`: a stored search, with the settings of a new one
  ///
  /// - Parameter count: photos that the stored search asked for; nil if unknown
  init(_ arguments: Arguments, repeating search: SearchRecord, count: Int?) throws {
    var manner = SearchSettings(arguments)
    manner.count = arguments.typed(OptionTable.count) ?? count ?? manner.count
    try self.init(
      arguments, .anew(search), RequestOptions(arguments, of: search, in: manner), manner,
      isCountStored: count != nil)
  }

  /// The options of `more`: the rest of a search, with its own settings unless others are typed
  init(_ arguments: Arguments, continuing last: LastSearch, token: String) throws {
    let manner = SearchSettings(arguments, after: last.manner)
    try self.init(
      arguments, .last(last, token: token), RequestOptions(arguments, of: last.search, in: manner),
      manner)
  }

  private init(
    _ arguments: Arguments, _ start: Start, _ run: RequestOptions, _ manner: SearchSettings,
    _ only: ListingFormat? = nil, isCountStored: Bool = false, leavingOut leftOut: [PhotoID] = []
  ) throws {
    (self.start, self.run, self.leftOut) = (start, run, leftOut)
    switch start {
    case .last(let last, _):
      isCountOpen = arguments.typed(OptionTable.count) == nil && last.manner.count == nil
    case .anew, .cursor:
      isCountOpen = !isCountStored && arguments.texts(of: OptionTable.count.row) == nil
    }
    self.manner = manner
    if case .anew = start, let count = manner.count {
      self.count = count
    } else {
      count = arguments.value(OptionTable.count)
    }
    listing = try ListingOptions(arguments, only: only)
    narrowed = arguments.command == .more ? arguments.typed(OptionTable.provider) : nil
    meant = arguments.isCommandNamed ? nil : GuessedCommand(arguments.operands)?.meant
  }
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
