import Foundation
import PhotoSearch

/// The rules of a merged search written a second time, as plainly as possible: whole lists, exact
/// ids, no state between calls
struct MergeOracle {
  struct Outcome: Equatable {
    var shown: [PhotoID] = []
    /// Pages that had to be asked for, by provider
    var pages: [Int]
  }

  let providers: [ScriptedProvider]
  let order: MergeOrder

  /// The first photos of the list, and what they cost
  func outcome(limit: Int) -> Outcome {
    var streams = providers.map { Stream($0) }
    var groups: [Set<PhotoID>] = []
    var outcome = Outcome(pages: providers.map { _ in 0 })
    var turn = 0

    func isKnown(_ photo: Photo) -> Bool {
      groups.contains { !$0.isDisjoint(with: photo.identities) }
    }
    func head(_ index: Int, maxPages: Int? = nil) -> Photo? {
      let last = maxPages.map { streams[index].opened + $0 } ?? .max
      while let row = streams[index].peek(upTo: last) {
        guard isKnown(row) else { return row }
        groups.append(Set(row.identities))
        streams[index].drop()
      }
      return nil
    }

    while outcome.shown.count < limit {
      var chosen: Int?
      switch order {
      case .interleaved:
        while chosen == nil, streams.contains(where: \.mayGive) {
          let index = turn % streams.count
          if head(index, maxPages: 3) != nil { chosen = index } else { turn += 1 }
        }
      case .sequential:
        chosen = streams.indices.first { head($0) != nil }
      case .newest:
        var heads: [Int] = []
        var known = -1
        while known != groups.count {
          known = groups.count
          heads = streams.indices.filter { head($0) != nil }
        }
        let dates = heads.map { head($0)?.published ?? .distantPast }
        chosen = dates.max().flatMap { newest in dates.firstIndex(of: newest) }.map { heads[$0] }
      }
      guard let chosen, let photo = head(chosen) else { break }
      outcome.shown.append(photo.id)
      groups.append(Set(photo.identities))
      streams[chosen].drop()
      turn = chosen + 1
    }
    outcome.pages = streams.map(\.opened)
    return outcome
  }

  /// Pages of a provider up to its true end or first failure
  static func pages(of provider: ScriptedProvider) -> Int {
    var stream = Stream(provider)
    while stream.peek() != nil { stream.drop() }
    return stream.opened
  }

  /// One provider's rows up to its true end or first failure, page by page as they are looked at
  private struct Stream {
    private let provider: ScriptedProvider
    private(set) var opened = 0
    private var rows: [Photo] = []
    private var sent: Set<PhotoID> = []
    private var emptyPages = 0
    private var isOver = false

    init(_ provider: ScriptedProvider) {
      self.provider = provider
      isOver = provider.objection != nil
    }

    var mayGive: Bool { !rows.isEmpty || !isOver }

    /// - Parameter last: pages that may be opened in all
    mutating func peek(upTo last: Int = .max) -> Photo? {
      while rows.isEmpty, !isOver, opened < last { openNext() }
      return rows.first
    }

    mutating func drop() { rows.removeFirst() }

    /// Other rows of the same picture are repeats, too
    private static func name(of photo: Photo) -> PhotoID { photo.aliases.last ?? photo.id }

    private mutating func openNext() {
      let isPastLast = opened >= provider.pages.count
      if isPastLast, opened > 0, !provider.promisesMore { return isOver = true }
      opened += 1
      guard !isPastLast else {
        isOver = true
        return
      }
      let page: [Photo]
      switch provider.pages[opened - 1] {
      case .failure: return isOver = true
      case .rows(let photos):
        page = photos
        emptyPages = page.isEmpty ? emptyPages + 1 : 0
        if emptyPages == 2 { return isOver = true }
        if !page.isEmpty, page.allSatisfy({ sent.contains(Self.name(of: $0)) }) {
          return isOver = true
        }
      case .filtered(let photos, _):
        page = photos
        emptyPages = 0
      }
      sent.formUnion(page.map(Self.name))
      rows = page
    }
  }
}

extension ScriptedProvider {
  /// Of all its pages
  var rows: Int {
    pages.reduce(0) { count, page in
      switch page {
      case .rows(let photos): count + photos.count
      case .filtered(let photos, let dropped): count + photos.count + dropped
      case .failure: count
      }
    }
  }

  /// Whether its pages are as many as it says, or it says nothing: then no page is asked for in
  /// vain
  var isTrueToItsCount: Bool {
    guard let promise, objection == nil else { return true }
    let hasFailure = pages.contains { if case .failure = $0 { true } else { false } }
    return !hasFailure && total ?? .max >= rows
      && promise.count <= MergeOracle.pages(of: self)
  }
}
