import Foundation
import Testing

@testable import PhotoSearch

/// Filters that are judged by a photo's own data
@Suite struct FilterRowTests {
  private func photo(_ size: PixelSize?, _ license: License?) throws -> Photo {
    var photo = Photo.scripted("x", "1")
    (photo.size, photo.license) = (size, license)
    return photo
  }

  @Test(arguments: [
    (1_051, 1_000, PhotoFilters.Orientation.landscape), (1_050, 1_000, .square),
    (1_000, 1_050, .square), (1_000, 1_051, .portrait),
  ])
  func `orientation is judged by size`(
    width: Int, height: Int, orientation: PhotoFilters.Orientation
  ) throws {
    let photo = try photo(PixelSize(width: width, height: height), nil)
    for asked in PhotoFilters.Orientation.allCases {
      let reason = whyLeftOut(PhotoFilters(orientation: asked), for: photo)
      #expect(reason == (asked == orientation ? nil : .misfit(.orientation)))
    }
  }

  @Test func `what is not known does not pass`() throws {
    let unknown = try photo(nil, nil)
    #expect(whyLeftOut(PhotoFilters(), for: unknown) == nil)
    #expect(whyLeftOut(PhotoFilters(orientation: .square), for: unknown) == .unknown(.orientation))
    #expect(whyLeftOut(PhotoFilters(licenses: [.by]), for: unknown) == .unknown(.license))
  }

  @Test func `all conditions hold, and one of the codes`() throws {
    func admits(_ license: License, _ codes: PhotoFilters.LicenseCode...) throws -> Bool {
      whyLeftOut(PhotoFilters(licenses: codes), for: try photo(nil, license)) == nil
    }
    let (nc, nd) = (
      License.creativeCommons("by-nc", version: "2.0"),
      License.creativeCommons("by-nd", version: "2.0")
    )
    let sa = License.creativeCommons("by-sa", version: "4.0")
    #expect(try admits(sa, .cc0, .bySA) && admits(sa, .commercial))
    let reason = try whyLeftOut(PhotoFilters(licenses: [.cc0, .by]), for: photo(nil, sa))
    #expect(reason == .misfit(.license))
    #expect(try admits(.cc0, .commercial, .modification))
    #expect(try !admits(nc, .commercial, .modification) && admits(nc, .modification))
    #expect(try !admits(nd, .commercial, .modification) && admits(nd, .commercial))
    #expect(try admits(nc, .modification, .byNC, .by) && !admits(nc, .commercial, .byNC, .by))
    #expect(try !admits(.cc0, .modification, .byNC, .by))
    #expect(try admits(.publicDomain, .pdm) && admits(.publicDomainMark, .pdm))
    #expect(PhotoFilters(licenses: [.any, .by, .commercial]).licenses == [.commercial])
  }

}

/// What the registry promises of each filter
@Suite struct FilterRegistryTests {
  @Test(arguments: FilterRow.all) func `a value is written as it is read`(
    filter: FilterRow
  ) throws {
    var filters = PhotoFilters()
    #expect(filter.text(in: filters) == nil && !filter.asksSomething(in: filters))
    try #require(filter.set(&filters, to: filter.sample))
    #expect(filter.text(in: filters) == filter.sample && filter.asksSomething(in: filters))
    for other in FilterRow.all where other != filter {
      #expect(other.text(in: filters) == nil, "\(other.name)")
    }
  }

  @Test(arguments: FilterRow.all) func `what is none of its values changes nothing`(
    filter: FilterRow
  ) {
    var filters = PhotoFilters()
    // Any name may be an author's, any words a tag, and any word may be left out, but for one
    // without a letter.
    let text = [.author, .tag, .without].contains(filter) ? " " : "no such value;"
    #expect(!filter.set(&filters, to: text))
    #expect(filters == PhotoFilters() && filter.canonical(text) == nil)
  }

  @Test func `each property of a search's filters has one row`() {
    let properties = FilterRow.all.map { $0.property.path as PartialKeyPath<PhotoFilters> }
    #expect(Set(properties).count == FilterRow.all.count)
    #expect(Mirror(reflecting: PhotoFilters()).children.count == FilterRow.all.count)
  }

  @Test(arguments: ProviderCatalog.adapters.map { $0.profile.id })
  func `what a service says of a filter is of one that has a row`(id: ProviderID) throws {
    let feed = try #require(ProviderCatalog.adapters.first { $0.profile.id == id }).feed
    let filters = feed.filters + feed.lists.flatMap { $0.filters ?? [] }
    #expect(filters.allSatisfy { $0.filter != nil })
  }

  @Test func `only the filters that are meant are kept`() throws {
    var filters = PhotoFilters()
    for filter in FilterRow.all { try #require(filter.set(&filters, to: filter.sample)) }
    #expect(filters.keeping { _ in true } == filters)
    for filter in FilterRow.all {
      var alone = PhotoFilters()
      try #require(filter.set(&alone, to: filter.sample))
      #expect(filters.keeping { $0 == filter } == alone, "\(filter.name)")
    }
  }

  @Test func `a query is read from JSON as it was written`() throws {
    var query = PhotoQuery("red panda")
    for filter in FilterRow.all { try #require(filter.set(&query.filters, to: filter.sample)) }
    let data = try JSONEncoder().encode(query)
    #expect(try JSONDecoder().decode(PhotoQuery.self, from: data) == query)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        PhotoQuery.self, from: Data(#"{"words":"x","filters":{"color":"plaid"}}"#.utf8))
    }
  }
}

extension FilterRow {
  /// One of its values, which isn't the one that holds without it
  var sample: String {
    switch values {
    case .flag: "true"
    case .oneOf(let words): words[1]
    case .someOf(let words): words.suffix(2).joined(separator: ",")
    case .text(_, let example): example
    }
  }
}

/// `--no-ai`: what is said to be made by a machine is left out, what says nothing passes
@Suite struct MachineMadeTests {
  private func photo(_ number: Int, isAIGenerated: Bool?) -> Photo {
    var photo = Photo.scripted("a", "\(number)")
    photo.pageURL = URL(constant: "https://photos.example/1")
    photo.isAIGenerated = isAIGenerated
    return photo
  }

  @Test(arguments: [(true, ExclusionReason.misfit(.noAI)), (false, nil), (nil, nil)])
  func `only what its service says a machine made is left out`(
    isAIGenerated: Bool?, reason: ExclusionReason?
  ) {
    let photo = photo(1, isAIGenerated: isAIGenerated)
    #expect(whyLeftOut(PhotoFilters(excludesAIGenerated: true), for: photo) == reason)
    #expect(whyLeftOut(PhotoFilters(), for: photo) == nil)
  }

  @Test(arguments: [true, false])
  func `a run tells how many of its photos don't say`(noAI: Bool) async {
    let photos = [nil, false, nil].enumerated().map { photo($0, isAIGenerated: $1) }
    let search = MergedSearch(
      PhotoQuery("x", filters: PhotoFilters(excludesAIGenerated: noAI)),
      from: [ScriptedProvider("a", pages: [.rows(photos)])], over: CountingTransport())
    #expect(await Run(search).reports.map(\.maybeAIGenerated) == [noAI ? 2 : 0])
  }

  @Test func `what is kept of a photo tells it`() throws {
    for isAIGenerated in [true, false, nil] {
      let photo = photo(1, isAIGenerated: isAIGenerated)
      #expect(try PhotoJSON.photo(from: PhotoJSON.complete(photo)) == photo)
    }
  }
}

/// Why a photo is left out that each of the filters is judged by
private func whyLeftOut(_ filters: PhotoFilters, for photo: Photo) -> ExclusionReason? {
  let set = FilterRow.all.filter { $0.asksSomething(in: filters) }
  return filters.exclusionReason(for: photo, judging: set)
}
