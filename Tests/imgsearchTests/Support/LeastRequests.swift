import FixtureMaker
import PhotoSearch

/// The pages that a merged search cannot do without, told from what was put into the fixtures
struct LeastRequests {
  private struct Source {
    let name: String
    var pages: ArraySlice<Expectations.Page>
    var rows: ArraySlice<String> = []
    var requests = 0
  }

  private var sources: [Source]
  private var seen: Set<PhotoID> = []
  private let originals: [PhotoID: PhotoID]

  /// By provider, for the first photos of all, in turn
  static func counts(for words: String, photos: Int) -> [String: Int] {
    var run = LeastRequests(words)
    var shown = 0
    while shown < photos {
      let before = shown
      for index in run.sources.indices where shown < photos {
        if run.takeNew(from: index) { shown += 1 }
      }
      if shown == before { break }
    }
    return Dictionary(uniqueKeysWithValues: run.sources.map { ($0.name, $0.requests) })
  }

  private init(_ words: String) {
    let expected = Fixtures.expectations
    originals = Dictionary(expected.copies.map { ($0.copy, $0.original) }, uniquingKeysWith: { $1 })
    sources = LiveSetup.names.map { name in
      let answer = expected.answer(ProviderID(rawValue: name), words)
      return Source(name: name, pages: (answer?.pages ?? [])[...])
    }
  }

  /// The next photo of a source that none has sent before; asks for pages until there is one
  private mutating func takeNew(from index: Int) -> Bool {
    while true {
      while let row = sources[index].rows.popFirst() {
        let id = PhotoID(service: sources[index].name, native: row)
        if seen.insert(originals[id] ?? id).inserted { return true }
      }
      guard let page = sources[index].pages.popFirst() else { return false }
      sources[index].requests += 1
      sources[index].rows = page.photos[...]
    }
  }
}
