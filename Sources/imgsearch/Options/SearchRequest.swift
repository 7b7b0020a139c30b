import CommandSyntax
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// A request for a search or a list: words, filters, order and providers, checked, whoever asks
struct SearchRequest: Sendable {
  /// Query, order and the providers that were named; no providers means all
  let plan: SearchPlan
  private let options: OptionValues
  /// Whether photos are to be listed without any words
  private let isList: Bool

  /// - Parameters:
  ///   - words: nil for a list without words
  ///   - needsWords: whether there is nothing to search for without words
  /// - Throws: a usage failure for missing words, and for options that exclude each other.
  init(_ words: String?, _ options: OptionValues, needsWords: Bool) throws {
    self.options = options
    isList = words == nil
    let filters = options.filters
    plan = SearchPlan(
      query: PhotoQuery(
        words, filters: filters, strictWords: options.value(OptionTable.strictWords)),
      providers: options.value(OptionTable.provider).names,
      order: options.value(OptionTable.merge))
    if let words, needsWords, plan.query.words == nil {
      throw Self.nothingToSearchFor(words, filters)
    }
    try plan.query.filters.checkWithout()
    try filters.checkLicenses()
    try filters.checkDates()
    if plan.order == .newest, isGiven(FilterRow.sort.name), filters.sort != .latest {
      let merge = OptionTable.merge.row.name
      throw CommandFailure.usage {
        "\($0.option(merge)) newest goes with \($0.option(FilterRow.sort.name)) latest only"
      }
    }
  }

  /// The request of a command line, where a cursor may stand for words
  ///
  /// - Throws: a usage failure, also for words that the command doesn't take.
  init(_ arguments: Arguments) throws {
    let (words, takesWords) = (
      arguments.operands.joined(separator: " "), arguments.commandRow.words
    )
    if arguments.command == .list, !arguments.operands.isEmpty {
      throw CommandFailure.usage(
        "list takes no words; to list photos with a tag: imgsearch list --\(FilterRow.tag.name) "
          + "'\(words)'; to search for them: imgsearch search list \(words)")
    }
    try self.init(
      takesWords == .none ? nil : words, arguments.options,
      needsWords: takesWords == .needed && arguments.typed(OptionTable.cursor) == nil)
  }

  /// Whether an option was given, rather than set by a default. Words to leave out may be given among
  /// the others
  func isGiven(_ name: String) -> Bool {
    options.isGiven(name) || name == FilterRow.without.name && !plan.query.filters.without.isEmpty
  }

  /// The failure for a search without words
  ///
  /// - Parameter typed: may have words to leave out
  private static func nothingToSearchFor(
    _ typed: String, _ filters: PhotoFilters
  ) -> CommandFailure {
    guard typed.trimmed.isEmpty else {
      return .usage { reader in
        reader.place == .assistant
          ? "words has only words to leave out; add what to look for"
          : "nothing to search for but words to leave out; for photos of today without them: "
            + "imgsearch list \(reader.option(FilterRow.without.name)) WORD"
      }
    }
    return .usage(
      filters.author != nil || filters.tag != nil
        ? "nothing to search for; for all photos of an author or with a tag: imgsearch list"
        : "nothing to search for: imgsearch <words...>")
  }

  /// A cursor without the providers that the options leave out
  ///
  /// - Throws: a usage failure for given options that differ from the cursor's search.
  func continued(from cursor: SearchCursor) throws -> SearchCursor {
    try check(against: cursor.plan)
    guard isGiven(OptionTable.provider.row.name) else { return cursor }
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
    let option = options.first { $1 && isGiven($0) }?.0
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
  /// Most words to leave out, and most bytes of all
  private static let mostWithout = (words: 20, bytes: 1_000)

  /// - Throws: a usage failure for too many words to leave out.
  fileprivate func checkWithout() throws {
    guard !without.isEmpty else { return }
    let (count, bytes) = (without.count, without.joined(separator: ",").utf8.count)
    guard count > Self.mostWithout.words || bytes > Self.mostWithout.bytes else { return }
    throw CommandFailure.usage(
      "too much to leave out: \(Counts.phrase(count, "word")) in \(Counts.phrase(bytes, "byte")); a "
        + "search takes \(Self.mostWithout.words) in \(Counts.grouped(Self.mostWithout.bytes)) bytes"
    )
  }

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

extension OptionValues {
  /// The filters of the search
  var filters: PhotoFilters {
    var filters = PhotoFilters()
    for (filter, row) in zip(FilterRow.all, OptionTable.filters) {
      guard let texts = texts(of: row) else { continue }
      let values =
        filter.values == .flag
        ? ["true"] : filter.isRepeatable ? [texts.joined(separator: ",")] : texts
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

extension SearchRecord {
  /// The options by their names, with values as a user would type them; nil for a switch
  var settings: [(name: String, value: String?)] {
    let filters = FilterRow.all.map { filter in
      filter.text(in: plan.query.filters).map { (filter.name, filter.values == .flag ? nil : $0) }
    }
    let settings =
      [OptionTable.provider.setting(for: plan.choice)] + filters
      + [
        OptionTable.strictWords.setting(for: plan.query.strictWords).map { ($0.name, nil) },
        OptionTable.merge.setting(for: plan.order), OptionTable.replay.setting(for: replay),
      ]
    return settings.compactMap(\.self)
  }

  /// The command line of the search: `imgsearch search 'red panda' --provider flickr`
  var command: String {
    let words = plan.query.words.map { [Command.search.name, $0] } ?? list
    return (["imgsearch"] + words + options()).map { ShellWord.quoted($0, by: "'") }
      .joined(separator: " ")
  }

  /// The search as the history lists it: its words, or `list`, and options that can be pasted
  func line(count: Int?) -> String {
    let name = plan.query.words ?? list.joined(separator: " ")
    return ([name] + options(count: count).map { ShellWord.quoted($0, by: "\"") })
      .joined(separator: " ")
  }

  /// The command and operand of a list without words
  private var list: [String] {
    plan.query.similar.map { [Command.similar.name, "\($0)"] } ?? [Command.list.name]
  }

  /// The options as a reader knows them, e.g. `["--provider", "flickr"]`
  ///
  /// - Parameter count: a number of photos, which is left out if it is nil or the default
  func options(count: Int? = nil, for reader: Reader = .commandLine) -> [String] {
    let counts = [count.flatMap { OptionTable.count.setting(for: $0) }].compactMap(\.self)
    return (settings + counts).flatMap { [reader.option($0)] + [$1].compactMap(\.self) }
  }
}
