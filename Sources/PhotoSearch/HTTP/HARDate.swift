import Foundation

/// Times as HAR has them: ISO 8601 with milliseconds
enum HARDate {
  static func text(_ date: Date) -> String {
    date.formatted(style)
  }

  /// Also without milliseconds; nil for what is no time
  static func date(_ text: String) -> Date? {
    do {
      return try style.parse(text)
    } catch {
      return withoutFraction(text)
    }
  }

  private static func withoutFraction(_ text: String) -> Date? {
    do {
      return try Date.ISO8601FormatStyle().parse(text)
    } catch {
      return nil
    }
  }

  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
