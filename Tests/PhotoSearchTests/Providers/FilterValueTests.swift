import Foundation
import Platform
import Testing

@testable import PhotoSearch

/// Values of filters as people write them, and what passes them
struct FilterValueTests {
  private static let values: [(FilterRow, String, String?)] = [
    (.minWidth, "1920px", "1920"), (.minWidth, "4k", "3840"),
    (.minWidth, "Full HD", nil), (.minWidth, "fullhd", "1920"), (.minWidth, "0", nil),
    (.minWidth, "-5", nil), (.minWidth, "1920x1080", nil), (.minWidth, "1e3", nil),
    (.minWidth, "9999999999999999999999", nil), (.minHeight, "4K", "2160"),
    (.minWidth, "HD", "1280"), (.minWidth, "5k", "5120"), (.minWidth, "8K", "7680"),
    (.minWidth, "1080p", "1920"), (.minWidth, "720P", "1280"), (.minWidth, "1440 p", "2560"),
    (.minWidth, "2160p", "3840"), (.minWidth, "480p", "853"), (.minWidth, "0p", nil),
    (.minWidth, "1080pp", nil), (.minWidth, "4kp", nil), (.minWidth, "2K", nil),
    (.minWidth, "9999999999999999999p", nil), (.minWidth, "999999p", nil),
    (.minHeight, "2k", nil), (.minHeight, "720p", "720"), (.minHeight, "2160p", "2160"),
    (.minHeight, "fullhd", "1080"), (.minHeight, "1080p", "1080"), (.minHeight, "1080 px", "1080"),
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
    filter: FilterRow, text: String, canonical: String?
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
    (FilterRow.minWidth, "1920", (1_920, 1), true), (.minWidth, "1920", (1_919, 9_000), false),
    (.minHeight, "1080", (1, 1_080), true), (.minHeight, "1080", (4_000, 1_079), false),
    (.minMegapixels, "2", (2_000, 1_000), true), (.minMegapixels, "2", (1_999, 1_000), false),
    (.minMegapixels, "10000", (10_000_000, 10_000_000), true),
    (.ratio, "16:9", (1_920, 1_080), true), (.ratio, "16:9", (1_920, 1_100), true),
    (.ratio, "16:9", (1_920, 1_110), false), (.ratio, "16:9", (1_080, 1_920), false),
    (.ratio, "1:1", (101, 100), true), (.ratio, "1:1", (103, 100), false),
  ])
  func `a photo is judged by its size, and left out where it doesn't tell`(
    filter: FilterRow, value: String, size: (Int, Int), passes: Bool
  ) throws {
    let filters = try filter.filters(value)
    let reason = filter.exclusionReason(for: photo(size.0, size.1), by: filters)
    #expect(reason == (passes ? nil : .misfit(filter)))
    #expect(filter.exclusionReason(for: .scripted("a", "2"), by: filters) == .unknown(filter))
  }

  @Test(arguments: [
    ("2023-05-01T00:00:00Z", true), ("2023-04-30T23:59:59Z", false),
    ("2023-05-31T23:59:59Z", true), ("2023-06-01T00:00:00Z", false),
  ])
  func `both ends of a month are in it`(published: String, passes: Bool) throws {
    var filters = PhotoFilters()
    try #require(FilterRow.since.set(&filters, to: "2023-05"))
    try #require(FilterRow.until.set(&filters, to: "2023-05"))
    var photo = Photo.scripted("a", "1")
    photo.published = Date(iso8601: published)
    let reason = filters.exclusionReason(for: photo, judging: [.since, .until])
    #expect((reason == nil) == passes)
    // Some services tell parts of a second.
    photo.published = Date(iso8601: "2023-05-31T23:59:59.900Z", keepsFraction: true)
    #expect(filters.exclusionReason(for: photo, judging: [.since, .until]) == nil)
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
    #expect((filters.exclusionReason(for: photo, judging: [.author]) == nil) == passes)
  }

  private static let names: [(name: String, found: [String], notFound: [String])] = [
    ("Nicholson, Jack", ["Nicholson", "jack", "Nicholson Jack", "nicholson,"], ["Nichols"]),
    ("NASA/Tony \"O'Neill\"", ["Tony", "O’Neill", "oneill", "NASA", "nasa/tony"], ["Neill", "O"]),
    ("User:Jane", ["Jane", "user jane", "User:Jane"], ["@jane", "userjane"]),
    ("J.R. Smith", ["J. R. Smith", "J R Smith", "Smith", "r. smith"], ["JR Smith", "J. Smith"]),
    ("O\u{2BC}Brien", ["O'Brien", "OBRIEN", "o`brien"], ["Brien"]),
    ("D‘Arcy D’Arcy", ["d'arcy"], ["Arcy"]),
    ("Jose\u{301} Nu\u{301}n\u{303}ez", ["José", "nunez", "Núñez", "JOSE NUNEZ"], ["Nu", "ez"]),
    ("Łukasz Ørsted", ["lukasz", "Orsted", "ŁUKASZ"], ["ukasz"]),
    ("Jean-Luc Godard", ["Jean Luc", "jean-luc", "Luc", "Jean\u{2010}Luc"], ["JeanLuc"]),
    ("山田太郎", ["山田太郎"], ["山田", "太郎"]),
    ("山田・太郎", ["山田", "太郎", "山田 太郎"], ["山田太郎"]),
    ("김철수 (Kim)", ["김철수", "kim", "\u{1100}\u{1175}\u{11B7}철수"], ["김"]),
    ("हिन्दी लेखक", ["हिन्दी"], ["हिन", "ह"]),
    ("jane_doe+photos", ["jane", "doe", "jane doe photos"], ["janedoe"]),
    ("studio54", ["Studio54"], ["studio", "54"]),
    ("Agent 007", ["007", "agent"], ["07", "7"]),
    (
      "Bob & Co. | www.bob.example", ["bob", "Co", "bob.example", "www.bob.example"],
      ["example.bob"]
    ),
    ("\u{200B}Ann\u{AD}a\u{2009}Bell", ["Anna", "anna bell"], ["Ann"]),
    ("I❤️Jane", ["Jane", "I"], ["❤️"]),
    ("★", ["★"], ["☆", "a"]), ("—", [], ["…", "x", "★"]),
    ("Photo by @janed", ["@janed", "janed", "photo by"], ["@photo"]),
    ("İpek Işık", ["ipek"], ["pek"]),
  ]

  @Test(arguments: names)
  func `words of a name end at what is neither letter nor digit, and apostrophes don't count`(
    name: String, found: [String], notFound: [String]
  ) {
    let author = Author(name: name, url: nil)
    for wanted in found { #expect(author?.isNamed(wanted) == true, "\(name) by \(wanted)") }
    for wanted in notFound { #expect(author?.isNamed(wanted) == false, "\(name) by \(wanted)") }
  }
}
