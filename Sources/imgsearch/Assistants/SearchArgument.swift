import CommandSyntax
import ModelContext
import PhotoDisplay
import PhotoSearch

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
    let row = OptionRow(filter)
    self.init(row: row, member: filter.argument(orAlso: row.choices?.further?.accepted))
  }
}

extension ToolArguments {
  /// How many photos or searches to give
  var count: Int { self["count"]?.integer ?? AssistantTool.standardCount }

  /// The photos that `id` and `ids` name
  ///
  /// - Throws: ``ArgumentProblem`` if there are none.
  var photos: [String] {
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
}

extension Reader {
  /// An assistant, which knows options by the names of arguments: `min_width`
  static let assistant = Reader(at: .assistant) { name in
    SearchArgument.all.first { $0.row.name == name }?.member.name ?? name
  }
}
