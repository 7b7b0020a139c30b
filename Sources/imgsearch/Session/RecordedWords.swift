import PhotoDisplay
import PhotoSearch
import Terminal

/// The words that the searches of a recording were for
struct RecordedWords {
  /// How many words a message tells, and terminal cells of each
  private static let limits = (words: 8, cells: 40)
  /// A word that stands for the searched ones where their place in a request is looked for
  private static let mark = "imgsearchmark"

  /// Those that most providers were asked for first
  private let words: [String]

  init(_ recording: ReplayTransport, providers: [any PhotoProvider]) {
    var counts: [(words: String, providers: Int)] = []
    for provider in providers where provider.profile.kind == .search {
      var seen: Set<String> = []
      for words in Self.words(in: recording, of: provider) where seen.insert(words).inserted {
        if let index = counts.firstIndex(where: { $0.words == words }) {
          counts[index].providers += 1
        } else {
          counts.append((words, 1))
        }
      }
    }
    words = counts.sorted { $0.providers > $1.providers }.map(\.words)
  }

  private static func words(
    in recording: ReplayTransport, of provider: any PhotoProvider
  ) -> [String] {
    do throws(ProviderError) {
      let request = try provider.request(for: PhotoQuery(mark), at: nil)
      return recording.values(inPlaceOf: mark, in: request)
    } catch {
      return []
    }
  }

  /// Whether a search for these was recorded, of whomever and with whatever options
  func has(_ words: String) -> Bool { self.words.contains(words) }

  /// `it has “kittens”, “harbor” and 3 more`
  var text: String {
    guard !words.isEmpty else { return "it has no searches" }
    let told = words.prefix(Self.limits.words)
      .map { "“\(SafeText.line($0, cells: Self.limits.cells))”" }.joined(separator: ", ")
    let others = words.count - Self.limits.words
    return "it has \(told)" + (others > 0 ? " and \(others) more" : "")
  }
}
