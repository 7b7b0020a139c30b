import PhotoSearch

import PageFiles

/// The files of the page, as they are put into it or served
package enum PageFile {
  /// The style of the page in one file
  static let style = text(page_style())
  /// The scripts of the page in one file
  static let script = text(page_script())
  /// What stands before the photos in one file
  ///
  /// - Parameter title: HTML
  static func body(title: String) -> String {
    let page = text(page_body())
    guard let mark = page.utf8.firstRange(of: "{{title}}".utf8) else { return page }
    return page[..<mark.lowerBound] + title + page[mark.upperBound...]
  }

  /// The app's document: its style is asked for as `page.css`, its script as `app.js`
  ///
  /// It has neither in itself, so that it can be served with a policy that permits none.
  package static let app = """
    <!doctype html>
    <html lang="en">
    <head>
    \(head(title: "imgsearch"))
    <link rel="stylesheet" href="page.css">
    <script src="app.js" defer></script>
    </head>
    <body>
    \(text(app_body()))</body>
    </html>

    """
  /// What the app asks for as `page.css`
  package static let appStyle = text(app_style())
  /// What the app asks for as `app.js`
  package static let appScript = text(app_script())

  /// What the head of both has
  ///
  /// - Parameter title: text
  static func head(title: String) -> String {
    """
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="generator" content="imgsearch">
    <title>\(HTMLText.escaped(title))</title>
    <link rel="icon" href="\(icon)">
    """
  }

  /// What the page in one file may do: its own style and scripts, known by their hashes, and
  /// pictures
  static let policy =
    "default-src 'none'; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; "
    + "img-src https: data:; base-uri 'none'; form-action 'none'"

  /// SHA-256 of the style and scripts of the page in one file, in base 64; a test says what they
  /// are to be when a file has changed
  static let styleHash = "DiDzOLNUErq4vdX6jxPTElxkqv+USvd0wsP2/N9jeeQ="
  static let scriptHash = "npcyd1CnDo8gcM+VgeI2KIdjaVY6t4HiLvWlA2xapQ4="

  /// Four photos in two columns
  private static let icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    + "%3Cpath fill='%231a5fb4' d='M1 1h6v8H1z'/%3E%3Cpath fill='%23e5a50a' d='M9 1h6v5H9z'/%3E"
    + "%3Cpath fill='%23c2185b' d='M1 11h6v4H1z'/%3E%3Cpath fill='%231b6e3c' d='M9 8h6v7H9z'/%3E"
    + "%3C/svg%3E"

  private static func text(_ bytes: UnsafePointer<CChar>) -> String { String(cString: bytes) }
}
