import Foundation
import PhotoSearch
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
  let run: RunOptions
  /// How long a slow provider is waited for; nil for as long as it takes
  let patience: Duration?
  /// Pages that one provider is asked for at most
  let maxRequests: Int
  /// Whether one provider that fails makes the whole search fail
  let isStrict: Bool
  /// Whether it may stand in the history
  let isInHistory: Bool
  /// The command that may have been meant, as it would be typed
  let meant: String?

  /// - Throws: a usage failure.
  init(_ arguments: Arguments) throws {
    meant = arguments.isCommandNamed ? nil : GuessedCommand(arguments.operands)?.meant
    listing = try ListingOptions(arguments)
    let asked = try PlanOptions(arguments)
    run = RunOptions(arguments)
    if let cursor = arguments.value(OptionTable.cursor) {
      start = .cursor(try CursorSource(cursor), typed: asked)
    } else {
      start = .anew(SearchRecord(plan: asked.plan, replay: run.replayPath))
    }
    count = arguments.value(OptionTable.count)
    patience = arguments.value(OptionTable.patience)
    maxRequests = arguments.value(OptionTable.maxRequests)
    isStrict = arguments.value(OptionTable.strict)
    isInHistory = !arguments.value(OptionTable.noHistory)
  }

  fileprivate init(
    _ start: Start, of search: SearchRecord, manner: SearchManner, as more: MoreOptions
  ) {
    self.start = start
    count = more.count
    listing = more.listing
    var run = more.run
    run.replay = search.replay
    run.isOffline = manner.isOffline
    run.timeout = manner.timeout
    self.run = run
    patience = manner.patience
    maxRequests = manner.maxRequests ?? OptionTable.maxRequests.standard
    isStrict = manner.isStrict
    isInHistory = manner.isInHistory
    meant = nil
  }

  /// How far it goes
  var bounds: SearchBounds {
    SearchBounds(count: count, patience: patience, maxRequests: maxRequests)
  }

  /// How it is carried out, as `more` repeats it
  ///
  /// What starts at a cursor is nobody's search, nor is what continues it.
  var manner: SearchManner {
    var isInHistory = isInHistory
    if case .cursor = start { isInHistory = false }
    return SearchManner(
      isOffline: run.isOffline, patience: patience, timeout: run.timeout, maxRequests: maxRequests,
      isStrict: isStrict, isInHistory: isInHistory)
  }
}

/// What `more` and `again` take: a search that was kept, with what is asked of it now
struct MoreOptions: Sendable {
  fileprivate let listing: ListingOptions
  fileprivate let count: Int
  fileprivate let run: RunOptions
  private let patience: Duration??
  private let timeout: Duration?
  private let maxRequests: Int?
  private let isStrict: Bool
  private let isInHistory: Bool

  init(_ arguments: Arguments) throws {
    listing = try ListingOptions(arguments)
    count = arguments.value(OptionTable.count)
    run = RunOptions(arguments)
    patience = arguments.typed(OptionTable.patience)
    timeout = arguments.typed(OptionTable.timeout)
    maxRequests = arguments.typed(OptionTable.maxRequests)
    isStrict = arguments.value(OptionTable.strict)
    isInHistory = !arguments.value(OptionTable.noHistory)
  }

  /// What continues a search, in its manner but for what is typed now
  func continuing(_ last: LastSearch, token: String) -> SearchOptions {
    SearchOptions(
      .last(last, token: token), of: last.search, manner: manner(after: last.manner), as: self)
  }

  /// What searches once more
  func repeating(_ search: SearchRecord) -> SearchOptions {
    let standard = SearchManner(
      isOffline: OptionTable.offline.standard, patience: OptionTable.patience.standard,
      timeout: OptionTable.timeout.standard, maxRequests: OptionTable.maxRequests.standard,
      isStrict: OptionTable.strict.standard, isInHistory: !OptionTable.noHistory.standard)
    return SearchOptions(
      .anew(search), of: search, manner: manner(after: standard), as: self)
  }

  private func manner(after before: SearchManner) -> SearchManner {
    SearchManner(
      isOffline: before.isOffline || run.isOffline, patience: patience ?? before.patience,
      timeout: timeout ?? before.timeout, maxRequests: maxRequests ?? before.maxRequests,
      isStrict: before.isStrict || isStrict,
      isInHistory: before.isInHistory && isInHistory)
  }
}
