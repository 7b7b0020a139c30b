import FixtureMaker
import Foundation
import PhotoSearch

/// Providers with every oddity of the real ones, at random
///
/// Photos of an aggregator may be copies of others', under one name of those; its own ids are known
/// to nobody else.
struct RandomProviders {
  let providers: [ScriptedProvider]
  let order: MergeOrder

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let order = MergeOrder.allCases.randomElement(using: &random) ?? .interleaved
    var pool: [PhotoID] = []
    providers = (0..<Int.random(in: 1...4, using: &random)).map { index in
      let isAggregator = random.chance(60)
      var provider = ScriptedProvider(
        "p\(index)", isAggregator: isAggregator,
        pages: Self.pages(
          of: "p\(index)", isAggregator: isAggregator, pool: &pool, using: &random))
      provider.promisesMore = random.chance(20)
      if random.chance(5) { provider.objection = "cannot" }
      if random.chance(60) {
        let lie = random.chance(25) ? Int.random(in: -2...8, using: &random) : 0
        provider.promise = RemainingPages(count: provider.pages.count + lie, size: Self.size)
        if random.chance(60) {
          let lie = random.chance(25) ? Int.random(in: -9...9, using: &random) : 0
          provider.total = provider.rows + lie
        }
      }
      return provider
    }
    self.order = order
  }

  /// Photos that a page holds at most
  private static let size = 4

  private static func pages(
    of name: String, isAggregator: Bool, pool: inout [PhotoID],
    using random: inout SeededGenerator
  ) -> [ScriptedProvider.Page] {
    let size = Int.random(in: 1...Self.size, using: &random)
    var pages: [ScriptedProvider.Page] = []
    var own: [Photo] = []
    let isRare = random.chance(25)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      if random.chance(6) { pages.append(.failure) }
      if random.chance(10) { pages.append(.rows([])) }
      if random.chance(6), case .rows(let last)? = pages.last { pages.append(.rows(last)) }
      let count = random.chance(25) ? Int.random(in: 0...size, using: &random) : size
      let rows = (0..<count).map { _ in
        if random.chance(10), let again = own.randomElement(using: &random) { return again }
        let photo = Self.photo(
          of: name, number: own.count, pool: isAggregator ? pool : [], using: &random)
        own.append(photo)
        return photo
      }
      pages.append(.rows(rows))
      if isRare {
        let count = Int.random(in: 0...7, using: &random)
        pages += Array(repeating: .filtered([], dropped: size), count: count)
      }
    }
    pool += (isAggregator ? [] : own.map(\.id)) + own.flatMap(\.aliases)
    return pages
  }

  private static func photo(
    of name: String, number: Int, pool: [PhotoID], using random: inout SeededGenerator
  ) -> Photo {
    var aliases: [PhotoID] = []
    if random.chance(25), let other = pool.randomElement(using: &random) { aliases.append(other) }
    if aliases.isEmpty, random.chance(10) {
      aliases.append(PhotoID(service: "else", native: "\(name)-\(number)"))
    }
    let day = Double(Int.random(in: 0..<30, using: &random)) * 86_400
    return .scripted(
      name, "\(number)", published: random.chance(85) ? Date(timeIntervalSince1970: day) : nil,
      aliases: aliases)
  }
}
