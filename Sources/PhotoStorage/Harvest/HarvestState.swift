import PhotoSearch

/// How far a harvest is, as `state.json` has it
package struct HarvestState: Codable, Hashable, Sendable {
  /// Of the form that this is
  package static let version = 1

  package var version = Self.version
  /// The day on which its round began, UTC, e.g. `2026-11-23`
  package var began: String
  /// The day since which photos count as new; nil in the first round, of all that there are
  package var since: String?
  /// In the order of their lines
  package var searches: [HarvestedSearch] = []

  package init(began: String, since: String? = nil) {
    (self.began, self.since) = (began, since)
  }

  /// Whether nothing of its round is left to do
  package var isWhole: Bool { searches.allSatisfy(\.isWhole) }
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
    photos >= 0 && bytes >= 0 && !shard.isEmpty && !shard.holds("/") && !shard.begins(with: ".")
  }

  /// Nothing of it counts any more
  package mutating func startAnew() { (photos, bytes, cursor, isWhole) = (0, 0, nil, false) }
}
