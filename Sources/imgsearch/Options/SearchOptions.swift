import CommandSyntax
import Foundation
import PhotoStorage

/// A search or a list with all that was asked of it
struct SearchOptions: Sendable {
  /// Where it begins
  enum Start: Sendable {
    case anew(SearchRecord)
    /// At a cursor; what was typed beside it has to be the same
    case cursor(CursorSource, typed: PlanOptions)
    /// Where the last search stopped
    case last(LastSearch, token: String)
  }

  let start: Start
  /// Photos to show
  let count: Int
  let listing: ListingOptions
  let run: RequestOptions
  let manner: SearchSettings
  /// The command that may have been meant, as it would be typed
  let meant: String?

  /// What `search` and `list` ask for
  ///
  /// What starts at a cursor stays out of the history, and so does what continues it.
  ///
  /// - Parameter only: the one format that there is; nil for any
  /// - Throws: a usage failure.
  init(_ arguments: Arguments, only: ListingFormat? = nil) throws {
    let asked = try PlanOptions(arguments)
    if let cursor = arguments.value(OptionTable.cursor) {
      var manner = SearchSettings(arguments)
      manner.isInHistory = false
      try self.init(
        arguments, .cursor(try CursorSource(cursor), typed: asked), RequestOptions(arguments),
        manner,
        only)
    } else {
      let run = RequestOptions(arguments)
      let search = SearchRecord(plan: asked.plan, replay: run.replayPath)
      try self.init(arguments, .anew(search), run, SearchSettings(arguments), only)
    }
  }

  /// What `again` asks for: a search that was kept, in the manner of a new one
  ///
  /// - Parameter count: photos that it asked for; nil where that was not kept
  init(_ arguments: Arguments, repeating search: SearchRecord, count: Int?) throws {
    var manner = SearchSettings(arguments)
    manner.count = arguments.typed(OptionTable.count) ?? count ?? manner.count
    try self.init(
      arguments, .anew(search), RequestOptions(arguments, of: search, in: manner), manner)
  }

  /// What `more` asks for: the rest of a search, in its manner but for what is typed now
  init(_ arguments: Arguments, continuing last: LastSearch, token: String) throws {
    let manner = SearchSettings(arguments, after: last.manner)
    try self.init(
      arguments, .last(last, token: token), RequestOptions(arguments, of: last.search, in: manner),
      manner)
  }

  private init(
    _ arguments: Arguments, _ start: Start, _ run: RequestOptions, _ manner: SearchSettings,
    _ only: ListingFormat? = nil
  ) throws {
    self.start = start
    self.run = run
    self.manner = manner
    if case .anew = start, let count = manner.count {
      self.count = count
    } else {
      count = arguments.value(OptionTable.count)
    }
    listing = try ListingOptions(arguments, only: only)
    meant = arguments.isCommandNamed ? nil : GuessedCommand(arguments.operands)?.meant
  }
}

extension SearchSettings {
  /// As it is typed
  ///
  /// - Parameter before: that of the search which is continued
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

extension RequestOptions {
  /// Of a search that was kept: who answered it answers again
  fileprivate init(_ arguments: Arguments, of search: SearchRecord, in manner: SearchSettings) {
    self.init(arguments)
    replay = search.replay
    isOffline = manner.isOffline
    timeout = manner.timeout
  }
}
