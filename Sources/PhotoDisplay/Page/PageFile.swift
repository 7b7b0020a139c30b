import Foundation
import PageFiles
import PhotoSearch
import Platform

/// The parts of the page, put into one file or served by the app
package enum PageFile {
  /// The style of the one-file page
  static let style = styles(["File/file.css"])
  /// The script of the one-file page
  static let script = ScriptModules.joined(to: "File/page.js", text: text)
  /// The HTML before and after the photos of the one-file page, with placeholders such as
  /// `{{title}}`
  static let body: (start: String, end: String) = {
    let body = text("File/page.html") + text("Shared/detail.html")
    let mark = place(of: "photos", in: body[...])
    return (String(body[..<mark.lowerBound]), String(body[mark.upperBound...]))
  }()

  /// A text with HTML in place of its placeholders
  ///
  /// - Parameter values: in the order of the placeholders
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

  /// The app's HTML, which loads its style as `page.css` and its script as `app.js`
  ///
  /// It has no inline style or script, so that it can be served with a policy that forbids them.
  package static let app = """
    <!doctype html>
    <html lang="en">
    <head>
    \(head(title: "imgsearch"))
    <link rel="stylesheet" href="page.css">
    <script src="app.js" defer></script>
    </head>
    <body>
    \(filled(text("App/app.html"), with: ["mark": mark]))\(text("Shared/detail.html"))</body>
    </html>

    """
  /// The app's style, served as `page.css`
  package static let appStyle = styles(
    ["App/app.css", "App/chips.css", "App/collections.css", "App/selection.css"])
  /// The app's script, served as `app.js`
  package static let appScript = ScriptModules.joined(to: "App/app.js", text: text)

  /// The `<head>` content of both pages
  ///
  /// - Parameter title: plain text
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

  /// The policy of the one-file page: it may use its own style and scripts, known by their hashes,
  /// and pictures
  static let policy =
    "default-src 'none'; style-src '\(hash(style))'; script-src '\(hash(script))'; "
    + "img-src https: data:; base-uri 'none'; form-action 'none'"

  private static func hash(_ text: String) -> String {
    "sha256-" + SHA256.digest(text.utf8).base64EncodedString()
  }

  /// The program's mark, as SVG: three photos in two columns, and a lens
  private static let mark = text("Shared/mark.svg")

  /// The mark as the page's icon
  private static let icon =
    "data:image/svg+xml,"
    + mark.replacing(each: "\"", by: "'").replacing(each: "#", by: "%23")
    .replacing(each: "<", by: "%3C").replacing(each: ">", by: "%3E").replacing(each: "\n", by: "")

  /// The styles that both pages share, followed by a page's own; later layers override earlier ones
  private static func styles(_ own: [String]) -> String {
    let layers: KeyValuePairs = [
      "base": ["Shared/page.css"],
      "shared": ["Shared/grid.css", "Shared/places.css", "Shared/detail.css"],
      "app": own,
      "print": ["Shared/print.css"],
    ]
    return layers.map { name, paths in "@layer \(name) {\n\(paths.map(text).joined())}\n" }.joined()
  }

  /// - Parameter path: below PageFiles: `App/app.js`
  private static func text(_ path: String) -> String {
    guard let text = page_file(path) else { preconditionFailure("the page has no file \(path)") }
    return String(cString: text)
  }
}
