import Foundation
import PhotoSearch
import PhotoStorage

extension SearchRecord {
  /// Which photos come: what the history keeps of a search
  private static let query = [
    "provider", "orientation", "license", "color", "safe", "sort", "merge", "replay",
  ]
  /// How they are asked for, and whether that is kept: what `more` does as the search did
  private static let manner = ["offline", "patience", "timeout", "strict", "no-history"]

  /// A search as it was typed, wherever it is typed again
  init(_ arguments: Arguments, words: String?) {
    var arguments = arguments
    if let path = arguments.value("replay") {
      arguments = arguments.with("replay", URL(filePath: path).standardizedFileURL.path)
    }
    self.init(words: words, options: arguments.typed(Self.query + Self.manner))
  }

  /// Without what does not change which photos come
  var forHistory: SearchRecord {
    var kept: [String] = []
    var rest = options[...]
    while let name = rest.popFirst() {
      let value = rest.first?.hasPrefix("--") ?? true ? nil : rest.popFirst()
      if Self.query.contains(String(name.dropFirst(2))) {
        kept += [name] + (value.map { [$0] } ?? [])
      }
    }
    return SearchRecord(words: words, options: kept)
  }

  /// The options of a listing with those of this search
  func arguments(for listing: Arguments) throws -> Arguments {
    let command = words == nil ? Command.list : .search
    let typed = listing.typed(OptionTable.options(of: command).map(\.name))
    let known = Set(typed.filter { $0.hasPrefix("--") })
    var own: [String] = []
    var rest = options[...]
    while let name = rest.popFirst() {
      let value = rest.first?.hasPrefix("--") ?? true ? nil : rest.popFirst()
      if !known.contains(name) { own += [name] + (value.map { [$0] } ?? []) }
    }
    return try Arguments(
      [command.rawValue] + own + typed + (words.map { ["--", $0] } ?? []))
  }
}
