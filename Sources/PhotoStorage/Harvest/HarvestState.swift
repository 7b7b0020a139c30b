import Platform

/// The progress of a harvest, stored as the first line of `state.json`
package struct HarvestState: Codable, Sendable {
  /// The version of this format
  package static let version = 1

  package let version: Int
  /// The day on which the round began, UTC, e.g. `2026-11-23`
  package let began: String
  /// The day from which photos count as new; nil in the first round, which takes all photos
  package let since: String?
  /// The searches begun so far, in order
  package private(set) var searches: [HarvestedSearch] = []
  /// Whether the whole list was done. nil if an earlier imgsearch wrote it, which listed all
  /// searches before it began the first
  private var isDone: Bool? = false
  /// Index of each search by its line number
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

  /// Whether nothing of the round is left to do
  package var isOver: Bool {
    get { isDone ?? true && searches.allSatisfy(\.isWhole) }
    set { isDone = newValue }
  }

  /// The search on a line of the list; nil if it wasn't begun
  package subscript(line: Int) -> HarvestedSearch? { places[line].map { searches[$0] } }

  /// Stores a search in place of its earlier state
  mutating func keep(_ search: HarvestedSearch) {
    if let place = places[search.line] { return searches[place] = search }
    places[search.line] = searches.count
    searches.append(search)
  }
}

/// One search of a harvest, and the progress of its shard
package struct HarvestedSearch: Codable, Hashable, Sendable {
  /// The search's line number in the list, from 1
  package let line: Int
  /// The search as a user would type it
  package let search: String
  /// The name of the search's file once complete
  package let shard: String
  /// Photos written and counted; later ones in the file are written again
  package var photos = 0
  /// Bytes of the part file that count; rows after them are written again
  package var bytes = 0
  /// The cursor after the counted photos; nil at the search's start and end
  package var cursor: String?
  package var isWhole = false
  /// Whether the file with its final name is an old one to be replaced; nil means no
  var replaces: Bool?

  /// Whether the search has a file that was complete once
  package var hasFile: Bool { isWhole || replaces == true }

  /// - Parameters:
  ///   - name: any text, put between the line's number and the ending
  ///   - ending: the extension of the file's name
  package init(line: Int, search: String, named name: String, ending: String) {
    (self.line, self.search) = (line, search)
    let words = FileNameText.cleaned(name, limit: 100)
    shard = line.text(digits: 4) + (words.isEmpty ? "" : "-\(words)") + ".\(ending)"
  }

  /// Whether its values are plausible: the file is in the folder itself, and no number is absurd
  var isSound: Bool {
    let numbers = 0..<1 << 50
    return line > 0 && numbers.contains(photos) && numbers.contains(bytes)
      && shard.begins(with: line.text(digits: 4)) && !shard.holds("/")
  }

  /// Resets the search's progress, but not whether it replaces a file
  package mutating func startAnew() { (photos, bytes, cursor, isWhole) = (0, 0, nil, false) }
}
