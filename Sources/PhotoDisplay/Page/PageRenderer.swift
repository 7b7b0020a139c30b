import PageFiles
import PhotoSearch

/// A page for a web browser, in one file: photos in columns, each in full when it is chosen
///
/// Written as it becomes known: styles and frame, a photo a line, then the scripts that show them.
/// It asks nobody but the photos' own hosts, and runs nothing but its own scripts: photos stand in
/// it as JSON, of which the scripts make text.
package struct PageRenderer: ListingRenderer {
  private let title: String
  private var count = 0
  private var services: Set<String> = []

  /// - Parameter title: what the page is of, e.g. the words that were searched for
  package init(title: String) {
    self.title = SafeText.line(title)
  }

  package mutating func header() -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(PageFile.policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="generator" content="imgsearch">
    <title>\(HTMLText.escaped(title))</title>
    <style>\(PageFile.style)</style>
    </head>
    <body>
    \(PageFile.body(title: HTMLText.escaped(title)))
    """
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    // The file is there longer than addresses that die.
    let photo = entry.photo.lasting
    count += 1
    services.insert(photo.id.service)
    var json = JSONWriter(capacity: 4_096)
    json.raw("{\"site\":")
    json.string(SafeText.line(photo.site))
    json.raw(",\"isFlickr\":")
    json.bool(photo.id.service == ProviderID.flickr.rawValue)
    json.raw(",\"permits\":")
    json.list(Self.permits(photo.license)) { json, word in json.string(word) }
    json.raw(",\"credits\":{\"markdown\":")
    json.string(CreditText.line(photo.credit, as: .markdown))
    json.raw(",\"html\":")
    json.string(CreditText.line(photo.credit, as: .html))
    json.raw("},\"photo\":")
    let line = PhotoJSON.line(photo, isFavorite: entry.isFavorite)
    return Self.data(json.text + line + "}", attribute: "class=\"photo\"")
  }

  package mutating func footer(_ summary: ListingSummary) -> String {
    let from = services.isEmpty ? "" : " from " + Counts.phrase(services.count, "provider")
    var json = JSONWriter(capacity: 512)
    json.raw("{\"about\":")
    json.string(SafeText.line(Counts.phrase(count, "photo") + from))
    json.raw(",\"left\":")
    json.string(
      summary.reports.isEmpty ? nil : SummaryText.line(shown: count, reports: summary.reports))
    json.raw("}")
    return Self.data(json.text, attribute: "id=\"summary\"")
      + "<script>\(PageFile.script)</script>\n</body>\n</html>\n"
  }

  /// What a licence permits, in the words of the page's filter
  private static func permits(_ license: License?) -> [String] {
    guard let license else { return [] }
    return [
      license.permitsCommercialUse ? "commercial" : nil,
      license.permitsModification ? "modification" : nil,
    ].compactMap(\.self)
  }

  /// JSON that no part of which ends the element that it is in
  private static func data(_ json: String, attribute: String) -> String {
    "<script type=\"application/json\" \(attribute)>"
      + json.replacing(each: "<", by: "\\u003C") + "</script>\n"
  }
}

/// The files of the page as they are put into it
enum PageFile {
  static let style = text(page_style())
  /// What stands before the photos
  ///
  /// - Parameter title: HTML
  static func body(title: String) -> String {
    let page = text(page_body())
    guard let mark = page.utf8.firstRange(of: "{{title}}".utf8) else { return page }
    return page[..<mark.lowerBound] + title + page[mark.upperBound...]
  }
  static let script = text(page_script())

  /// What the page may do: its own style and scripts, known by their hashes, and pictures
  static let policy =
    "default-src 'none'; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; "
    + "img-src https: data:; base-uri 'none'; form-action 'none'"

  /// SHA-256 of the files in base 64; a test says what they are to be when a file has changed
  static let styleHash = "aauDBc6tLHzrKSLeqcGS1zvC9rM5kHclps3VVkYFLSk="
  static let scriptHash = "gluR6Vof7jx2Ozn1Z594//TV2pJBX3sBV/K6z61ySh8="

  private static func text(_ bytes: UnsafePointer<CChar>) -> String { String(cString: bytes) }
}
