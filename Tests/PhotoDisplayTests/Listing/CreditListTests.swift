import Foundation
import PhotoDisplay
import PhotoSearch
import Testing

struct CreditListTests {
  private func text(_ renderer: some ListingRenderer, _ photos: [Photo]) -> String {
    var renderer = renderer
    var text = renderer.header()
    for (index, photo) in photos.enumerated() {
      text += renderer.entry(ListingEntry(number: index + 1, photo: photo))
    }
    let plan = SearchPlan(query: PhotoQuery("x"), providers: [])
    return text + renderer.footer(ListingSummary(plan: plan, next: nil, reports: []))
  }

  private func photos() throws -> [Photo] {
    try SamplePhotos.all().map(\.photo) + [SamplePhotos.full(), SamplePhotos.bare()]
  }

  @Test func `csv is as in the golden file`() throws {
    try expectGolden(text(LineRenderer.csv(.usual(role: .regular)), photos()), "listing.csv")
  }

  @Test func `markdown is as in the golden file`() throws {
    try expectGolden(text(LineRenderer.markdown(role: .regular), photos()), "listing.md")
  }

  @Test func `every photo has one line`() throws {
    let photos = try photos()
    for list in [
      text(LineRenderer.csv(.usual(role: .full)), photos),
      text(LineRenderer.markdown(role: .full), photos),
    ] {
      let lines = list.split(omittingEmptySubsequences: false) { $0.isNewline }
      #expect(lines.count == photos.count + (list.hasPrefix("url,") ? 2 : 1))
    }
  }
}
