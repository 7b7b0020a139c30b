import CommandSyntax
import ModelContext
import PhotoDisplay
import PhotoSearch
import Platform

/// The lists of photos that tools answer with: of a search; without words, by an author, with a tag or
/// of today; or of photos like one
enum PhotoListKind { case search, wordless, similar }

/// An argument of a search that is also an option of the command line: the providers, or a filter
struct SearchArgument: Sendable {
  let row: OptionRow
  let member: JSONSchema.Member

  /// The providers, then the filters in the order of the help
  static let all = [providers(of: .search)] + FilterRow.all.map(SearchArgument.init)

  /// The members of a tool's schema: the providers and these filters. Only the schema of a search
  /// lists all words that they take
  static func members(_ filters: [FilterRow], of list: PhotoListKind) -> [JSONSchema.Member] {
    [providers(of: list).member]
      + filters.map { filter in
        let member = SearchArgument(filter).member
        guard list != .search, case .list = member.schema else { return member }
        return .init(member.name, .list(.string()), isRequired: false, isTyped: true, asForSearch)
      }
  }

  private static let asForSearch = "as for search_photos"

  private static func providers(of list: PhotoListKind) -> SearchArgument {
    func names(_ kind: PhotoQuery.Kind) -> String {
      SummaryText.names(ProviderCatalog.profiles.filter { $0.kind == kind }.map(\.id))
    }
    let summary =
      switch list {
      case .search:
        "services to search, in this order (all): \(names(.search)); -NAME leaves one out, also beside a "
          + "cursor"
      case .wordless: "\(asForSearch); for today's: \(names(.list))"
      case .similar: asForSearch
      }
    return SearchArgument(
      row: OptionTable.provider.row,
      member: .init("providers", .list(.string()), isRequired: false, isTyped: true, summary))
  }
}

extension SearchArgument {
  private init(_ filter: FilterRow) {
    let row = OptionRow(filter, for: [.mcp])
    let schema: JSONSchema
    var summary = filter.summary
    switch filter.values {
    case .flag: schema = .boolean
    case .oneOf(let words):
      // Colors may also be given by red, green and blue.
      let others = row.choices?.further.map { "; \($0.accepted)" }
      schema = .string(choices: others == nil ? words : [])
      summary += others.map { ": \(words.joined(separator: ", "))\($0)" } ?? ""
    case .someOf(let words): schema = .list(.string(choices: words))
    case .text(let form, let example):
      if Double(example) == nil {
        schema = .string()
        // The forms of both dates are the same.
        if !summary.holds(example), filter != .until { summary += ": \(form)" }
      } else {
        schema = filter.canonical("\(example).5") == nil ? .integer(1...Int.max) : .number
      }
    }
    self.init(
      row: row,
      member: .init(filter.argument, schema, isRequired: false, isTyped: row.takesValue, summary))
  }
}

extension FilterRow {
  /// The name of the filter as an argument of a tool: `min_width`
  var argument: String { name.replacing(each: "-", by: "_") }
}

extension ToolArguments {
  /// How many photos or searches to give
  var count: Int { self["count"]?.integer ?? AssistantTool.standardCount }

  /// An argument that is one of several words, in any spelling
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Choice? {
    guard let text = self[name]?.text else { return nil }
    let words = Choice.names
    guard let choice = Choice(rawValue: Synonyms.imgsearch.choice(text, among: words)) else {
      throw ArgumentProblem(
        "invalid value '\(Self.quoted(text))' for \(name): it takes \(words.joined(separator: ", "))"
      )
    }
    return choice
  }

  /// The photos that `id` and `ids` name
  ///
  /// - Throws: ``ArgumentProblem`` if there are none.
  var named: [String] {
    get throws {
      let names = ["id", "ids"].flatMap { self[$0]?.texts ?? [] }
      guard !names.isEmpty else {
        throw ArgumentProblem(
          #"ids is missing: a list of photos' ids, such as ["flickr:43213681030"]"#)
      }
      return names
    }
  }

  /// The search options among the arguments, as a user would type them
  var options: [(row: OptionRow, text: String)] {
    SearchArgument.all.compactMap { argument in
      guard let value = self[argument.member.name] else { return nil }
      let isOn = value.truth ?? false
      guard argument.row.takesValue else { return isOn ? (argument.row, "") : nil }
      return (argument.row, value.texts?.joined(separator: ",") ?? "\(isOn)")
    }
  }

  /// Whether an argument overrides the setting of this name in config.json
  func overrules(_ setting: String) -> Bool {
    SearchArgument.all.contains { $0.row.setting == setting && self[$0.member.name] != nil }
  }

  /// A message with the names of arguments in place of the options that it names
  static func named(in message: String) -> String {
    let arguments = SearchArgument.all.map { ($0.row.flag, $0.member.name) }
    let others =
      OptionTable.rows.map { ($0.flag, $0.name) }
      + FilterRow.all.map { ("by \($0.name)", "by \($0.argument)") }
    // Longer flags go first, because a flag may begin with another.
    return (arguments + others).sorted { $0.0.utf8.count > $1.0.utf8.count }
      .reduce(message) { $0.replacing($1.0, with: $1.1) }
  }
}
