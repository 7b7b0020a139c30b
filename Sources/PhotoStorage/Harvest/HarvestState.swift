import PhotoSearch

/// How far a harvest is, as the first line of `state.json` has it
package struct HarvestState: Codable, Sendable {
  /// Of the form that this is
  package static let version = 1

  package let version: Int
  /// The day on which its round began, UTC, e.g. `2026-11-23`
  package let began: String
  /// The day since which photos count as new; nil in the first round, of all that there are
  package let since: String?
  /// Those that were begun, in the order in which they were
  package private(set) var searches: [HarvestedSearch] = []
  /// Whether all of a list was done; nil where another imgsearch wrote it, which wrote down each
  /// search before it began the first
  private var isDone: Bool? = false
  /// Where they are there, by their lines
  private var places: [Int: Int] = [:]

  private enum CodingKeys: CodingKey { case version, began, since, isDone, searches }

  package init(began: String, since: String? = nil) {
    (version, self.began, self.since) = (Self.version, began, since)
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    version = try values.decode(Int.self, forKey: .version)
    began = try values.decode(String.self, forKey: .began)
    since = try values.decodeIfPresent(String.self, forKey: .since)
    isDone = try values.decodeIfPresent(Bool.self, forKey: .isDone)
    for search in try values.decode([HarvestedSearch].self, forKey: .searches) { keep(search) }
  }

  /// Whether nothing of its round is left to do
  package var isOver: Bool {
    get { isDone ?? true && searches.allSatisfy(\.isWhole) }
    set { isDone = newValue }
  }

  /// What is known of a line's search; nil when it wasn't begun
  package subscript(line: Int) -> HarvestedSearch? { places[line].map { searches[$0] } }

  /// Puts a search in place of what was known of its line
  mutating func keep(_ search: HarvestedSearch) {
    if let place = places[search.line] { return searches[place] = search }
    places[search.line] = searches.count
    searches.append(search)
  }
}

/// One search of a harvest, and how far its shard is
package struct HarvestedSearch: Codable, Hashable, Sendable {
  /// Its line in the list, from 1
  package let line: Int
  /// What is asked for, as it would be typed
  package let search: String
  /// The name of its file once it is whole
  package let shard: String
  /// Photos that count
  package var photos = 0
  /// Bytes of the part that count: what comes after them is written anew
  package var bytes = 0
  /// Where the search goes on behind them; nil at its beginning, and at its end
  package var cursor: String?
  package var isWhole = false
  /// Whether the file that has its name by now is an earlier one, which it replaces; nil for no
  var replaces: Bool?

  /// Whether there is a file of it that was whole once
  package var hasFile: Bool { isWhole || replaces == true }

  /// - Parameters:
  ///   - name: what stands between the line's number and the ending, of any form
  ///   - ending: of the file's name
  package init(line: Int, search: String, named name: String, ending: String) {
    (self.line, self.search) = (line, search)
    let words = FileNameText.cleaned(name, limit: 100)
    shard = line.text(digits: 4) + (words.isEmpty ? "" : "-\(words)") + ".\(ending)"
  }

  /// Whether it is one that was written here: its file is in the folder, and numbers count something
  var isSound: Bool {
    let numbers = 0..<1 << 50
    return line > 0 && numbers.contains(photos) && numbers.contains(bytes)
      && shard.begins(with: line.text(digits: 4)) && !shard.holds("/")
  }

  /// Nothing of it counts any more; whether it replaces a file stays
  package mutating func startAnew() { (photos, bytes, cursor, isWhole) = (0, 0, nil, false) }
}
