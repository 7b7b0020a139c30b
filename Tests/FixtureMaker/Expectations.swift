package import PhotoSearch

/// What a right program gets out of the fixtures: known because they are made, not read back
package struct Expectations: Sendable {
  /// One provider's answer to one query, page by page
  package struct Answer: Sendable {
    package let provider: ProviderID
    /// nil for the list
    package let words: String?
    package let sort: PhotoFilters.Sort
    /// The pages that have to be asked for to come to the end, and no more
    package var pages: [Page]

    /// Native ids, in rank order, the ones that come again left out
    package var photos: [String] {
      var seen: Set<String> = []
      return pages.flatMap(\.photos).filter { seen.insert($0).inserted }
    }

    /// Rows of all pages that are not shown, by reason
    package var excluded: [ExclusionReason: Int] {
      pages.reduce(into: [:]) { sum, page in sum.merge(page.excluded) { $0 + $1 } }
    }
  }

  /// What is in one reply
  package struct Page: Sendable {
    /// Native ids in rank order, with those that came before
    package let photos: [String]
    package let excluded: [ExclusionReason: Int]
  }

  /// An item of Openverse or SearXNG that is a copy, and what it is a copy of
  package struct Copy: Sendable {
    package let copy: PhotoID
    package let original: PhotoID
  }

  package internal(set) var answers: [Answer] = []
  package internal(set) var copies: [Copy] = []
  /// Photos that can be looked at alone
  package internal(set) var shown: [PhotoID] = []
  /// Ids that there is no photo for
  package internal(set) var unknown: [PhotoID] = []

  /// The words of a provider's first answer, which is its longest; nil for a list
  package func mainWords(of provider: ProviderID) -> String? {
    answers.first { $0.provider == provider }?.words
  }

  /// The answer of a provider to some words; nil when the fixtures have none
  package func answer(
    _ provider: ProviderID, _ words: String?, sort: PhotoFilters.Sort = .relevant
  ) -> Answer? { answers.first { $0.provider == provider && $0.words == words && $0.sort == sort } }
}

/// A row of a reply, and what is to become of it
struct Row: Sendable {
  let json: JSONTree
  let outcome: Expectations.Page

  init(_ json: JSONTree, _ outcome: Expectations.Page) {
    (self.json, self.outcome) = (json, outcome)
  }

  static func unreadable(_ json: JSONTree) -> Row { Row(json, .leftOut(.unreadable)) }
}

extension Expectations.Page {
  /// Shown, under its native id
  static func photo(_ id: String) -> Self { Self(photos: [id], excluded: [:]) }

  /// Several photos shown, under their native ids, and pictures that can't be read
  static func photos(_ ids: [String], unreadable: Int = 0) -> Self {
    Self(photos: ids, excluded: unreadable > 0 ? [.unreadable: unreadable] : [:])
  }

  static func leftOut(_ reason: ExclusionReason) -> Self { Self(photos: [], excluded: [reason: 1]) }

  /// Neither shown nor counted: another reply of the batch has it
  static let elsewhere = Self(photos: [], excluded: [:])

  /// - Parameter rows: in rank order
  init(_ rows: [Row]) {
    photos = rows.flatMap(\.outcome.photos)
    excluded = rows.reduce(into: [:]) { sum, row in
      sum.merge(row.outcome.excluded, uniquingKeysWith: +)
    }
  }
}
