import Foundation
import PageFiles
import PhotoSearch

/// The files of the page, as they are put into it or served
package enum PageFile {
  /// The style of the page in one file
  static let style = styles(["File/file.css"])
  /// The scripts of the page in one file
  static let script = ScriptModules.joined(to: "File/page.js", text: text)
  /// What stands before the photos in one file, and what after them, each with marks as `{{title}}`
  static let body: (start: String, end: String) = {
    let body = text("File/page.html") + text("Shared/detail.html")
    let mark = place(of: "photos", in: body[...])
    return (String(body[..<mark.lowerBound]), String(body[mark.upperBound...]))
  }()

  /// A text with HTML in place of its marks
  ///
  /// - Parameter values: in the order of the marks
  static func filled(_ text: String, with values: KeyValuePairs<String, String>) -> String {
    var (filled, rest) = ("", text[...])
    for (name, html) in values {
      let mark = place(of: name, in: rest)
      filled += rest[..<mark.lowerBound] + html
      rest = rest[mark.upperBound...]
    }
    return filled + rest
  }

  private static func place(of name: String, in text: Substring) -> Range<String.Index> {
    guard let mark = text.utf8.firstRange(of: "{{\(name)}}".utf8) else {
      preconditionFailure("the page has no place for \(name)")
    }
    return mark
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
    \(text("App/app.html"))\(text("Shared/detail.html"))</body>
    </html>

    """
  /// What the app asks for as `page.css`
  package static let appStyle = styles(
    ["App/app.css", "App/chips.css", "App/collections.css", "App/selection.css"])
  /// What the app asks for as `app.js`
  package static let appScript = ScriptModules.joined(to: "App/app.js", text: text)

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
    "default-src 'none'; style-src '\(hash(style))'; script-src '\(hash(script))'; "
    + "img-src https: data:; base-uri 'none'; form-action 'none'"

  private static func hash(_ text: String) -> String {
    "sha256-" + SHA256.digest(text.utf8).base64EncodedString()
  }

  /// Four photos in two columns
  private static let icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    + "%3Cpath fill='%231a5fb4' d='M1 1h6v8H1z'/%3E%3Cpath fill='%23e5a50a' d='M9 1h6v5H9z'/%3E"
    + "%3Cpath fill='%23c2185b' d='M1 11h6v4H1z'/%3E%3Cpath fill='%231b6e3c' d='M9 8h6v7H9z'/%3E"
    + "%3C/svg%3E"

  /// The styles of both pages, with those of one of them: each layer prevails over those before it
  private static func styles(_ own: [String]) -> String {
    let layers: KeyValuePairs = [
      "base": ["Shared/page.css"],
      "shared": ["Shared/grid.css", "Shared/places.css", "Shared/detail.css"],
      "app": own,
      "print": ["Shared/print.css"],
    ]
    return layers.map { name, paths in "@layer \(name) {\n\(paths.map(text).joined())}\n" }.joined()
  }

  /// - Parameter path: as in PageFiles: `App/app.js`
  private static func text(_ path: String) -> String {
    guard let text = page_file(path) else { preconditionFailure("the page has no file \(path)") }
    return String(cString: text)
  }
}
