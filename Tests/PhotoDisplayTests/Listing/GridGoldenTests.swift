import PhotoDisplay
import PhotoSearch
import Terminal
import Testing

struct GridGoldenTests {
  private func grid(width: Int, columns: Int? = nil, style: TerminalStyle) throws -> String {
    var renderer = GridRenderer(width: width, columns: columns, style: style)
    return try renderer.all(SamplePhotos.all())
  }

  @Test(arguments: [40, 80, 120, 200])
  func `the plain grid looks as it did`(width: Int) throws {
    try expectGolden(grid(width: width, style: .plain), "grid-\(width)-plain.txt")
  }

  @Test(arguments: [40, 80, 120, 200])
  func `the grid with colors and links looks as it did`(width: Int) throws {
    let style = TerminalStyle(color: true, hyperlinks: true)
    try expectGolden(grid(width: width, style: style), "grid-\(width)-color.txt")
  }

  @Test func `nine services have inks of their own, and the others share them`() throws {
    let services = ProviderCatalog.profiles.filter { $0.kind == .search }.map(\.service)
    var renderer = GridRenderer(
      width: 120, columns: nil, style: TerminalStyle(color: true, hyperlinks: false))
    let text = try renderer.all(
      services.enumerated().map { index, service in
        ListingEntry(
          number: index + 1,
          photo: try SamplePhotos.photo(
            "\(service):1", title: "Kittens", author: nil, pixels: nil, license: .cc0))
      })
    let inks = try services.map { service in
      let name = try Regex("(\u{1B}\\[[0-9;]*m)\(service)\u{1B}")
      return try #require(text.firstMatch(of: name)?.output[1].substring)
    }
    #expect(Set(inks).count == 9 && Set(inks.prefix(6) + inks.suffix(3)).count == 9, "\(inks)")
    try expectGolden(text, "grid-120-inks.txt")
  }

  @Test(arguments: [2, 3])
  func `two and three columns fit into 40 cells`(columns: Int) throws {
    let style = TerminalStyle(color: false, hyperlinks: false)
    let text = try grid(width: 40, columns: columns, style: style)
    try expectGolden(text, "grid-40-in-\(columns).txt")
  }
}

extension ListingRenderer {
  /// A whole listing
  mutating func all(
    _ entries: [ListingEntry], next: String? = nil, reports: [ProviderReport] = []
  ) -> String {
    let plan = SearchPlan(query: PhotoQuery("kittens"), providers: [])
    let body = header() + entries.map { entry($0) }.joined()
    return body + footer(ListingSummary(plan: plan, next: next, reports: reports))
  }
}
