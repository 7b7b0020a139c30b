import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// A search or a list with all of its options
struct SearchOptions: Sendable {
  /// The start of a search
  enum Start: Sendable {
    case anew(SearchRecord)
    /// Start at a cursor; typed options must agree with it
    case cursor(CursorSource, typed: PlanOptions)
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
  /// Ids of pictures that aren't shown: those of the photo that others are to be like
  let leftOut: [PhotoID]
  /// For `more`, the providers that the rest of the search is limited to; nil for all of its own
  let narrowed: ProviderChoice?
  /// The words of a line that names no command; nil if it names one
  private let unnamed: [String]?

  /// The options of `search` and `list`
  ///
  /// A search that starts at a cursor isn't put into the history, nor are its continuations.
  ///
  /// - Parameter only: the only format allowed; nil for any
  /// - Throws: a usage failure.
  init(_ arguments: Arguments, only: ListingFormat? = nil) throws {
    let (typed, requests) = (try PlanOptions(arguments), RequestOptions(arguments))
    var settings = SearchSettings(arguments)
    var start = Start.anew(SearchRecord(plan: typed.plan, replay: requests.replayPath))
    if let cursor = arguments.value(OptionTable.cursor) {
      settings.isInHistory = false
      start = .cursor(try CursorSource(cursor), typed: typed)
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
  ///   - leftOut: ids of pictures that aren't shown
  init(
    _ arguments: Arguments, _ start: Start, _ requests: RequestOptions, _ settings: SearchSettings,
    only: ListingFormat? = nil, isCountStored: Bool = false, leavingOut leftOut: [PhotoID] = []
  ) throws {
    (self.start, self.requests, self.leftOut) = (start, requests, leftOut)
    isCountOpen = !isCountStored && arguments.texts(of: OptionTable.count.row) == nil
    self.settings = settings
    let asked = if case .anew = start { settings.count } else { Int?.none }
    count = asked ?? arguments.value(OptionTable.count)
    listing = try ListingOptions(arguments, only: only)
    narrowed = arguments.command == .more ? arguments.typed(OptionTable.provider) : nil
    unnamed = arguments.isCommandNamed ? nil : arguments.operands
  }

  /// The plan as the user asked for it; nil when another search is continued
  var plan: SearchPlan? { if case .anew(let search) = start { search.plan } else { nil } }

  /// Whether no other search is continued
  var isNew: Bool { plan != nil }

  /// The command line that may have been meant instead
  var meant: String? { unnamed.flatMap(CommandLanguage.imgsearch.guess) }
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

/// The value of `--cursor`: a token, `@FILE`, or `-` for standard input
struct CursorSource: Sendable {
  private let value: String

  /// - Throws: a usage failure for a file without a name.
  init(_ value: String) throws {
    guard value != "@" else { throw CommandFailure.usage("--cursor: @ needs a file's name") }
    self.value = value
  }

  /// - Throws: a failure with code 65 if the text isn't a cursor, or 66 if the file can't be read.
  func cursor() async throws -> SearchCursor {
    let isFile = value == "-" || value.begins(with: "@")
    let path = value == "-" ? value : String(value.unicodeScalars.dropFirst())
    let token = isFile ? Self.next(in: try await Self.text(path)) : value
    if token.trimmed == "null" {
      throw CommandFailure(
        "--cursor: null: that search has reached its end; there is nothing to continue",
        code: .data)
    }
    do {
      return try SearchCursor(token)
    } catch { throw CommandFailure("--cursor: \(ErrorText.line(error))", code: .data) }
  }

  /// Most bytes of the text, more than any listing has
  private static let maxBytes = 64_000_000

  /// A file's whole content, up to the limit; `-` is standard input
  private static func text(_ path: String) async throws -> String {
    do {
      var lines = try InputLines(path: path, maxBytes: maxBytes)
      var text = ""
      while let line = try await lines.next(), text.utf8.count <= maxBytes {
        text += line + "\n"
      }
      return text
    } catch let fault as InputFault {
      throw CommandFailure("--cursor: \(ErrorText.line(fault))", code: ExitCode(for: fault))
    }
  }

  /// The member `next` of a listing printed with `--format json`; any other text stays as it is
  private static func next(in text: String) -> String {
    guard text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return text }
    do throws(JSONProblem) {
      let root = try JSONDocument(Data(text.utf8)).root
      return root["next"]?.string ?? (root["photos"] == nil ? text : "null")
    } catch { return text }
  }
}

/// The description of a search: words, filters, order, providers
struct PlanOptions: Sendable {
  /// Query, order and the providers that the user named; no providers means all
  let plan: SearchPlan
  private let isList: Bool
  /// The names of the options that were typed, rather than set by defaults. Words to leave out may
  /// be typed among the others
  let typed: Set<String>

  /// Most words to leave out, and most bytes of all
  private static let mostWithout = (words: 20, bytes: 1_000)

  /// - Throws: a usage failure for missing or superfluous words, and for conflicting orders.
  init(_ arguments: Arguments) throws {
    isList = [.list, .similar].contains(arguments.command)
    let words = arguments.operands.joined(separator: " ")
    if arguments.command == .list, !arguments.operands.isEmpty {
      throw CommandFailure.usage(
        "list takes no words; to list photos with a tag: imgsearch list --\(FilterRow.tag.name) "
          + "'\(words)'; to search for them: imgsearch search list \(words)")
    }
    let filters = arguments.filters
    plan = SearchPlan(
      query: PhotoQuery(
        isList ? nil : words, filters: filters,
        strictWords: arguments.value(OptionTable.strictWords)),
      providers: arguments.value(OptionTable.provider).names,
      order: arguments.value(OptionTable.merge))
    let hasWords = plan.query.words != nil || isList || [.browse, .mcp].contains(arguments.command)
    if !hasWords, arguments.typed(OptionTable.cursor) == nil {
      guard words.trimmed.isEmpty else {
        throw CommandFailure.usage { reader in
          reader.place == .assistant
            ? "words has only words to leave out; add what to look for"
            : "nothing to search for but words to leave out; for photos of today without them: "
              + "imgsearch list \(reader.option(FilterRow.without.name)) WORD"
        }
      }
      let canBeListed = filters.author != nil || filters.tag != nil
      throw CommandFailure.usage(
        canBeListed
          ? "nothing to search for; for all photos of an author or with a tag: imgsearch list"
          : "nothing to search for: imgsearch <words...>")
    }
    let without = plan.query.filters.without
    typed = arguments.typedNames.union(without.isEmpty ? [] : [FilterRow.without.name])
    let (count, bytes) = (without.count, without.joined(separator: ",").utf8.count)
    guard count <= Self.mostWithout.words, bytes <= Self.mostWithout.bytes else {
      throw CommandFailure.usage(
        "too much to leave out: \(Counts.phrase(count, "word")) in \(Counts.phrase(bytes, "byte")); a "
          + "search takes \(Self.mostWithout.words) in \(Counts.grouped(Self.mostWithout.bytes)) bytes"
      )
    }
    try filters.checkLicenses()
    try filters.checkDates()
    if plan.order == .newest, typed.contains(FilterRow.sort.name), filters.sort != .latest {
      let merge = OptionTable.merge.row.name
      throw CommandFailure.usage {
        "\($0.option(merge)) newest goes with \($0.option(FilterRow.sort.name)) latest only"
      }
    }
  }

  /// A cursor without the providers that the typed options leave out
  ///
  /// - Throws: a usage failure for typed options that differ from the cursor's search.
  func continued(from cursor: SearchCursor) throws -> SearchCursor {
    try check(against: cursor.plan)
    guard typed.contains(OptionTable.provider.row.name) else { return cursor }
    return try cursor.narrowed(to: plan.choice)
  }

  func check(against kept: SearchPlan) throws {
    let (mine, others) = (plan.query.filters, kept.query.filters)
    // Services ignore capitals, so words that differ in them are the same.
    let words = plan.query.words?.lowercased() ?? kept.query.words?.lowercased()
    let operand =
      words != kept.query.words?.lowercased()
      ? "the words" : isList && kept.query.kind == .search ? "list" : nil
    let options =
      [
        (OptionTable.merge.row.name, plan.order != kept.order),
        (OptionTable.strictWords.row.name, plan.query.strictWords != kept.query.strictWords),
      ] + FilterRow.all.map { ($0.name, $0.text(in: mine) != $0.text(in: others)) }
    let option = options.first { $1 && typed.contains($0) }?.0
    guard let name = operand ?? option else { return }
    throw CommandFailure.usage { reader in
      "\(operand ?? reader.option(name)): not what this cursor continues; leave it out, or search "
        + "again without \(reader.option(OptionTable.cursor.row.name))"
    }
  }
}

extension SearchCursor {
  /// The cursor with fewer providers, see ``leavingOut(_:)``
  ///
  /// - Throws: a usage failure for providers that the search doesn't ask, and if none is left.
  func narrowed(to choice: ProviderChoice) throws -> SearchCursor {
    let (option, asked) = (OptionTable.provider.row.name, SummaryText.names(providers))
    let others = choice.named.filter { $0 != ProviderChoice.all && !providers.contains($0) }
    guard others.isEmpty else {
      throw CommandFailure.usage {
        "\($0.option(option)): not what this cursor continues: it has no "
          + "\(SummaryText.names(others)), only \(asked), of which -NAME leaves one out; to ask "
          + "others, search again without a cursor"
      }
    }
    let left = providers.filter {
      (choice.includesAll || choice.named.contains($0)) && !choice.leftOut.contains($0)
    }
    guard !left.isEmpty else {
      throw CommandFailure.usage {
        "\($0.option(option)) leaves out all that this search asks: \(asked)"
      }
    }
    return leavingOut(providers.filter { !left.contains($0) })
  }
}

extension PhotoFilters {
  /// - Throws: a usage failure for dates with no time between them.
  fileprivate func checkDates() throws {
    let (first, last) = (FilterRow.since, FilterRow.until)
    guard let since, let until, since > until, let from = first.text(in: self),
      let to = last.text(in: self)
    else { return }
    throw CommandFailure.usage {
      "\($0.option(first.name)) \(from) is after \($0.option(last.name)) \(to): nothing is both"
    }
  }

  /// - Throws: a usage failure if no licence can meet all conditions.
  fileprivate func checkLicenses() throws {
    guard !licenses.isPossible else { return }
    let codes = licenses.filter { !$0.isCondition }
    let names = codes.map(\.rawValue).joined(separator: ", ")
    let conditions = licenses.filter(\.isCondition)
      .map { $0 == .commercial ? "commercial use" : "\($0.rawValue)" }.joined(separator: " and ")
    let fails = codes.allSatisfy(LicenseCode.allCases.contains) ? "doesn't" : "isn't known to"
    throw CommandFailure.usage {
      "\($0.option(FilterRow.license.name)): \(names) \(fails) permit \(conditions)"
    }
  }
}

extension Arguments {
  /// The filters of the search
  var filters: PhotoFilters {
    var filters = PhotoFilters()
    for (filter, row) in zip(FilterRow.all, OptionTable.filters) {
      guard let texts = texts(of: row) else { continue }
      let values =
        filter.values == .flag
        ? ["true"] : filter.isRepeatable ? [texts.joined(separator: ",")] : texts
      // `--color` also takes words about the terminal, which no filter accepts.
      for value in values { _ = filter.set(&filters, to: value) }
    }
    return filters
  }

  /// The options of a search, typed or in config.json, by their names there, as defaults for other
  /// searches
  var planned: [String: [String]] {
    Dictionary(
      OptionTable.planning.compactMap { row in texts(of: row).map { (row.setting, $0) } },
      uniquingKeysWith: { $1 })
  }
}
