import CommandSyntax
import PhotoSearch
import PhotoStorage

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
