import FixtureMaker
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
    let plan = SearchPlan(query: PhotoQuery(words: "x"), providers: [])
    return text + renderer.footer(ListingSummary(plan: plan, next: nil, reports: []))
  }

  private func photos() throws -> [Photo] {
    try SamplePhotos.all().map(\.photo) + [SamplePhotos.full(), SamplePhotos.bare()]
  }

  @Test func `csv is as in the golden file`() throws {
    try expectGolden(text(CSVRenderer(role: .regular), photos()), "listing.csv")
  }

  @Test func `markdown is as in the golden file`() throws {
    try expectGolden(text(MarkdownRenderer(role: .regular), photos()), "listing.md")
  }

  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("", ""),
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'=1"), ("\r=1", "'=1"), ("  =1", "'=1"), ("\u{200B}=1", "'=1"),
    ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""), ("a\nb", "a b"),
    ("ａ＝1", "ａ＝1"), ("＝1", "'＝1"), ("a=1", "a=1"),
  ])
  func `a cell is never run, and read as it was`(text: String, cell: String) {
    #expect(CSVText.cell(text) == cell)
  }

  @Test func `no text makes a cell that a spreadsheet would run, or a line of its own`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3_000 {
      let prefix = ["", " ", "\t", "\u{FEFF}", "\u{202E}"].randomElement(using: &random) ?? ""
      let mark = ["=", "+", "-", "@", ""].randomElement(using: &random) ?? ""
      let cell = CSVText.cell(prefix + mark + RandomText.make(upTo: 12, using: &random))
      let first = cell.hasPrefix("\"") ? cell.dropFirst().first : cell.first
      #expect(!["=", "+", "-", "@", "\t", "\r"].contains(first ?? "x"), "\(cell)")
      #expect(!cell.unicodeScalars.contains { $0 == "\n" || $0 == "\r" })
      let isQuoted = cell.count > 1 && cell.hasPrefix("\"") && cell.hasSuffix("\"")
      if !isQuoted { #expect(!cell.contains(",") && !cell.contains("\"")) }
    }
  }

  @Test func `every photo has one line`() throws {
    let photos = try photos()
    for list in [
      text(CSVRenderer(role: .full), photos), text(MarkdownRenderer(role: .full), photos),
    ] {
      let lines = list.split(omittingEmptySubsequences: false) { $0.isNewline }
      #expect(lines.count == photos.count + (list.hasPrefix("url,") ? 2 : 1))
    }
  }
}
