import Foundation
import Platform

/// Reads filter values as people write them
enum FilterValue {
  /// Pixels of one side: `1920`, `1920px`, or a screen's `1080p`, `4k`
  ///
  /// A screen is named for its height: `1080p` is 1,080 pixels high and, at 16:9, 1,920 wide.
  ///
  /// - Parameter isWidth: whether to return the width of a screen; else its height
  static func pixels(_ text: String, isWidth: Bool) -> Int? {
    let text = text.lowercased()
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let count = screens[text] ?? Int(digits), (1...1_000_000).contains(count) else {
      return nil
    }
    if screens[text] != nil || unit == "p" {
      let pixels = isWidth ? count * 16 / 9 : count
      return pixels <= 1_000_000 ? pixels : nil
    }
    return ["", "px"].contains(unit) ? count : nil
  }

  /// Screens by name, with their height in pixels
  private static let screens = ["hd": 720, "fullhd": 1_080, "4k": 2_160, "5k": 2_880, "8k": 4_320]

  /// Millions of pixels: `2`, `2.5`, `12MP`, `12 megapixels`
  static func megapixels(_ text: String) -> Double? {
    let text = text.lowercased()
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard ["", "mp", "mpx", "megapixel", "megapixels"].contains(unit),
      let count = Double(digits), count > 0, count <= 10_000
    else { return nil }
    return count
  }

  /// A ratio: `16:9`, `16x9`, `16/9`; `wide` is 16:9, `square` is 1:1
  static func ratio(_ text: String) -> PixelSize? {
    let text = text.lowercased()
    if let named = ["wide": (16, 9), "square": (1, 1)][text] {
      return PixelSize(width: named.0, height: named.1)
    }
    let sides = text.split(omittingEmptySubsequences: false) { ":x×/".contains($0) }.map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...10_000).contains(width), (1...10_000).contains(height)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The first moment of a year, month or day, UTC: `2023`, `2023-05`, `2023-05-01`; a full ISO
  /// 8601 time is taken as it is
  static func beginning(_ text: String) -> Date? { period(text)?.lowerBound ?? Date(iso8601: text) }

  /// The last second of a year, month or day, UTC; a full ISO 8601 time is taken as it is
  static func end(_ text: String) -> Date? {
    period(text).map { $0.upperBound.addingTimeInterval(-1) } ?? Date(iso8601: text)
  }

  /// The day as text if the time is its first or last second, else the full time
  static func text(_ date: Date, isEnd: Bool) -> String {
    guard let time = CalendarDate(date) else { return "0000-01-01" }
    return time.time.ends(with: isEnd ? "T23:59:59Z" : "T00:00:00Z") ? time.day : time.time
  }

  private static func period(_ text: String) -> Range<Date>? {
    let form = #/([0-9]{4})(?:[-/]([0-9]{1,4})(?:[-/]([0-9]{1,4}))?)?/#
    guard let parts = text.wholeMatch(of: form), let year = Int(parts.1) else { return nil }
    let (month, date) = (parts.2.flatMap { Int($0) }, parts.3.flatMap { Int($0) })
    guard let start = day(year, month ?? 1, date ?? 1) else { return nil }
    if date != nil { return start..<start.addingTimeInterval(86_400) }
    let next = (month ?? 12) % 12 + 1
    return day(next == 1 ? year + 1 : year, next, 1).map { start..<$0 }
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Date? {
    let text = "\(year.text(digits: 4))-\(month.text(digits: 2))-\(day.text(digits: 2))"
    return Date(iso8601: text + "T00:00:00Z").flatMap { CalendarDate($0)?.day == text ? $0 : nil }
  }

  /// A name with white space folded, or the address of an author's page; nil if nothing in it is
  /// visible, or it is too long for a name
  static func author(_ text: String) -> String? {
    guard let name = PlainText.folded(text), name.utf8.count <= 200 else { return nil }
    // People leave out the scheme, as address bars do.
    let isBare =
      name.contains(bytes: "/") && ProviderCatalog.isSecure(name.cut(at: "/").0.lowercased())
    return isBare ? "https://\(name)" : name
  }

  /// A tag without its number sign; nil if nothing in it is visible, it is too long, or it is
  /// several
  static func tag(_ text: String) -> String? {
    guard let tag = PlainText.folded(text)?.drop(while: { $0 == "#" }), !tag.isEmpty,
      tag.utf8.count <= 200, !tag.utf8.contains(UInt8(ascii: ","))
    else { return nil }
    return PlainText.folded(String(tag))
  }
}

extension PixelSize {
  /// Whether the ratio of width to height equals another's, within 2 % either way
  func hasShape(of other: PixelSize) -> Bool {
    let ratio = Double(width) * Double(other.height) / (Double(height) * Double(other.width))
    return (0.98...1.02).contains(ratio)
  }
}

extension Author {
  /// Whether a text means this author: the whole name, whole words of it, or the last part of the
  /// profile's address, with or without an at sign
  ///
  /// Words end at any character that is neither letter nor digit: `NASA/Tony "O'Neill"` has the
  /// words `nasa`, `tony` and `oneill`. Capitals, accents and apostrophes are ignored. A text that
  /// begins with an at sign must be the profile, or occur in the name as it is.
  func isNamed(_ wanted: String) -> Bool {
    let whole = wanted.plainLetters
    let handle = (url?.lastPathComponent ?? "").plainLetters.drop { $0 == "@" }
    if !handle.isEmpty, whole == handle || whole == "@" + handle { return true }
    guard let name = name?.plainLetters else { return false }
    let endsWord: (Unicode.Scalar) -> Bool =
      whole.begins(with: "@") ? \.properties.isWhitespace : { !$0.isPartOfWord }
    /// The words of a text, each between blanks
    func words(of text: String) -> String {
      let words = text.unicodeScalars.split(whereSeparator: endsWord).map(String.init)
      return " \(words.joined(separator: " ")) "
    }
    let wanted = words(of: whole)
    // A name without letters and digits has no words.
    return wanted.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
      ? whole == name : words(of: name).contains(bytes: wanted)
  }
}
