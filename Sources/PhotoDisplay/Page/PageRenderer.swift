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
    <meta http-equiv="Content-Security-Policy" content="\(PageFile.policy)">
    \(PageFile.head(title: title))
    <style>\(PageFile.style)</style>
    </head>
    <body>
    \(PageFile.body(title: HTMLText.escaped(title)))
    """
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    // The file outlives addresses that expire.
    let photo = entry.photo.lasting
    count += 1
    services.insert(photo.id.service)
    let json = PageEntry.json(photo, isFavorite: entry.isFavorite)
    return Self.data(json, attribute: "class=\"photo\"")
  }

  package mutating func footer(_ summary: ListingSummary) -> String {
    let from = services.isEmpty ? "" : " from " + Counts.phrase(services.count, "provider")
    let reports = summary.reports
    let json = JSONWriter.object { json in
      json.member("about", SafeText.line(Counts.phrase(count, "photo") + from))
      json.member(
        "found", reports.isEmpty ? nil : SummaryText.found(shown: count, reports: reports))
      json.member("providers")
      json.list(reports) { json, report in
        json.object { json in
          json.member("name", SafeText.line(ProviderCatalog.name(of: report.id)))
          json.member("words", SummaryText.line(of: report))
        }
      }
    }
    return Self.data(json, attribute: "id=\"summary\"")
      + "<script>\(PageFile.script)</script>\n</body>\n</html>\n"
  }

  /// An element of JSON, in which nothing can end the element
  private static func data(_ json: String, attribute: String) -> String {
    "<script type=\"application/json\" \(attribute)>"
      + json.replacing(each: "<", by: "\\u003C") + "</script>\n"
  }
}
