import Foundation

/// What was searched: words and the options that say which photos come
package struct SearchRecord: Hashable, Sendable {
  /// nil for a list
  package var words: String?
  /// As they are typed, e.g. `["--provider", "flickr"]`
  package var options: [String]

  package init(words: String?, options: [String]) {
    self.words = words
    self.options = options
  }

  /// No search has empty words: they stand for a list
  init(words: String?, optionsText: String?) {
    let words = words ?? ""
    self.words = words.isEmpty ? nil : words
    options = (optionsText ?? "").split(separator: "\n").map(String.init)
  }

  var wordsText: String { words ?? "" }

  /// One a line; no option has a line break in it
  var optionsText: String {
    options.map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
  }
}

/// The search that `more` continues
package struct LastSearch: Hashable, Sendable {
  package var search: SearchRecord
  /// nil when every provider had come to its end
  package var cursor: String?
  /// Photos shown so far: the next has the number after it
  package var shown: Int

  package init(search: SearchRecord, cursor: String?, shown: Int) {
    self.search = search
    self.cursor = cursor
    self.shown = shown
  }
}
