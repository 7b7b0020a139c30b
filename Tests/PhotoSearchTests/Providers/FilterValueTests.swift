import Foundation
import PhotoSearch
import Testing

/// Values of filters as people write them, and what passes them
struct FilterValueTests {
  private static let values: [(SearchFilter, String, String?)] = [
    (.minWidth, "1920px", "1920"), (.minWidth, "4k", "3840"),
    (.minWidth, "Full HD", nil), (.minWidth, "fullhd", "1920"), (.minWidth, "0", nil),
    (.minWidth, "-5", nil), (.minWidth, "1920x1080", nil), (.minWidth, "1e3", nil),
    (.minWidth, "9999999999999999999999", nil), (.minHeight, "4K", "2160"),
    (.minHeight, "1080p", "1080"), (.minHeight, "1080 px", "1080"),
    (.minMegapixels, "2MP", "2"), (.minMegapixels, "2.5 mp", "2.5"), (.minMegapixels, "12.0", "12"),
    (.minMegapixels, "0", nil), (.minMegapixels, "nan", nil), (.minMegapixels, "inf", nil),
    (.minMegapixels, "1e400", nil), (.ratio, "16x9", "16:9"), (.ratio, "wide", "16:9"),
    (.ratio, "4/3", "4:3"), (.ratio, "3×2", "3:2"), (.ratio, "square", "1:1"),
    (.ratio, "16:0", nil), (.ratio, "16:9:1", nil), (.ratio, "1.78", nil),
    (.since, "2023", "2023-01-01"), (.since, "2023-05", "2023-05-01"),
    (.since, "2023/05/09", "2023-05-09"), (.since, "2023-02-30", nil), (.since, "2023-13", nil),
    (.since, "23", nil), (.since, "2023-5-9", "2023-05-09"), (.since, "yesterday", nil),
    (.since, "2023-05-01T12:00:00Z", "2023-05-01T12:00:00Z"),
    (.until, "2023", "2023-12-31"), (.until, "2023-12", "2023-12-31"),
    (.until, "2024-02", "2024-02-29"), (.until, "9998", "9998-12-31"),
    (.author, "  Jane \n Doe ", "Jane Doe"), (.author, " ", nil), (.author, "\u{202E}", nil),
    (.color, "#f80", "#ff8800"), (.color, "FF8800", "#ff8800"), (.color, "ff8800", "#ff8800"),
    (.color, "f80", nil), (.color, "#ff88001", nil), (.color, "blue", "blue"),
  ]

  @Test(arguments: values)
  func `a value is understood as it is written, and printed in one form`(
    filter: SearchFilter, text: String, canonical: String?
  ) {
    #expect(filter.canonical(text) == canonical)
    if let canonical { #expect(filter.canonical(canonical) == canonical) }
  }

  private func photo(_ width: Int, _ height: Int) -> Photo {
    var photo = Photo.scripted("a", "1")
    photo.size = PixelSize(width: width, height: height)
    return photo
  }

  @Test(arguments: [
    (SearchFilter.minWidth, "1920", (1_920, 1), true), (.minWidth, "1920", (1_919, 9_000), false),
    (.minHeight, "1080", (1, 1_080), true), (.minHeight, "1080", (4_000, 1_079), false),
    (.minMegapixels, "2", (2_000, 1_000), true), (.minMegapixels, "2", (1_999, 1_000), false),
    (.minMegapixels, "10000", (10_000_000, 10_000_000), true),
    (.ratio, "16:9", (1_920, 1_080), true), (.ratio, "16:9", (1_920, 1_100), true),
    (.ratio, "16:9", (1_920, 1_110), false), (.ratio, "16:9", (1_080, 1_920), false),
    (.ratio, "1:1", (101, 100), true), (.ratio, "1:1", (103, 100), false),
  ])
  func `a photo is judged by its size, and left out where it doesn't tell`(
    filter: SearchFilter, value: String, size: (Int, Int), passes: Bool
  ) throws {
    var filters = PhotoFilters()
    try #require(filter.set(&filters, to: value))
    let reason = filter.reasonToLeaveOut(photo(size.0, size.1), by: filters)
    #expect(reason == (passes ? nil : .misfit(filter)))
    #expect(filter.reasonToLeaveOut(.scripted("a", "2"), by: filters) == .unknown(filter))
  }

  @Test(arguments: [
    ("2023-05-01T00:00:00Z", true), ("2023-04-30T23:59:59Z", false),
    ("2023-05-31T23:59:59Z", true), ("2023-06-01T00:00:00Z", false),
  ])
  func `both ends of a month are in it`(published: String, passes: Bool) throws {
    var filters = PhotoFilters()
    try #require(SearchFilter.since.set(&filters, to: "2023-05"))
    try #require(SearchFilter.until.set(&filters, to: "2023-05"))
    var photo = Photo.scripted("a", "1")
    photo.published = Date(iso8601: published)
    let reason = filters.reasonToLeaveOut(photo, judging: [.since, .until])
    #expect((reason == nil) == passes)
    // Some services tell parts of a second.
    photo.published = Date(iso8601: "2023-05-31T23:59:59.900Z", keepsFraction: true)
    #expect(filters.reasonToLeaveOut(photo, judging: [.since, .until]) == nil)
  }

  @Test(arguments: [
    ("jane doe", true), ("Doe", true), ("JANE", true), ("jan", false), ("Jané Döe", true),
    ("janed", true), ("@janed", true), ("@jane", false), ("Doe Jane", false), ("łukasz", false),
  ])
  func `an author is known by whole words of the name, or by the profile`(
    wanted: String, passes: Bool
  ) {
    var photo = Photo.scripted("a", "1")
    photo.author = Author(name: "Jane Døe", url: URL(constant: "https://photos.example/@janed"))
    let filters = PhotoFilters(author: wanted)
    #expect((filters.reasonToLeaveOut(photo, judging: [.author]) == nil) == passes)
  }
}
