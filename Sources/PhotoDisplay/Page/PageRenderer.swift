package import Foundation
package import PhotoSearch
import Pictures
import Terminal

/// A page for a web browser, in one file: photos in columns, each in full when it is chosen
///
/// Written as it becomes known: styles and frame, each photo, then the scripts that show them. It
/// asks nobody but the photos' own hosts, and runs nothing but its own scripts: a photo stands in it
/// as JSON, of which the scripts make text, and as a figure for whoever runs none.
package struct PageRenderer: ListingRenderer {
  private let title: String
  private let about: String
  private var count = 0
  /// Photos of each service that stand as pictures
  private var pictures: [String: Int] = [:]
  private var notices: [String] = []

  /// - Parameters:
  ///   - title: what the page is of, e.g. the words that were searched for
  ///   - filters: what narrowed the search
  ///   - date: when the page is made
  package init(title: String, filters: PhotoFilters = PhotoFilters(), date: Date) {
    self.title = SafeText.line(title)
    let narrowed = SearchFilter.all.compactMap { filter in
      filter.text(in: filters).map {
        filter.values == .flag ? filter.name : "\(filter.name): \($0)"
      }
    }
    let words = narrowed + [CalendarDate(date)?.day].compactMap(\.self)
    about = SafeText.line(words.joined(separator: " · "))
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
    \(PageFile.filled(
      PageFile.body.start, with: ["title": HTMLText.escaped(title), "about": HTMLText.escaped(about)]))
    """
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    // The file outlives addresses that expire.
    let photo = entry.photo.lasting
    count += 1
    let terms = ProviderCatalog.profile(ofService: photo.id.service)?.display
    if let notice = terms?.notice, !notices.contains(notice) { notices.append(notice) }
    return figure(of: photo, maxPictures: terms?.maxPictures)
      + Self.data(
        PageEntry.json(
          photo, looksLike: entry.original?.id, isFavorite: entry.isFavorite))
  }

  package mutating func footer(_ summary: ListingSummary) -> String {
    let reports = summary.reports
    let found =
      reports.isEmpty
      ? Counts.phrase(count, "photo") : SummaryText.found(shown: count, reports: reports)
    let sources = reports.map { report in
      let name = HTMLText.escaped(SafeText.line(ProviderCatalog.name(of: report.id)))
      return "<li><strong>\(name)</strong> \(HTMLText.escaped(SummaryText.line(of: report)))</li>\n"
    }
    let end = PageFile.filled(
      PageFile.body.end,
      with: [
        "found": HTMLText.escaped(found),
        "sources": sources.isEmpty ? "" : "<ul id=\"sources\">\n\(sources.joined())</ul>",
        "notices": HTMLText.escaped(notices.joined(separator: " ")),
      ])
    return "\(end)<script>\(PageFile.script)</script>\n</body>\n</html>\n"
  }

  /// A photo as it stands where no script runs: its picture, as long as its service allows so many in
  /// one document, and its credit with what that leads to
  private mutating func figure(of photo: Photo, maxPictures: Int?) -> String {
    let shown = pictures[photo.id.service, default: 0]
    var image = ""
    if shown < maxPictures ?? .max, let tag = Self.image(of: photo) {
      pictures[photo.id.service] = shown + 1
      image = (photo.page.isWeb ? HTMLText.link(tag, to: photo.page) : tag) + "\n"
    }
    return "<figure>\n\(image)<figcaption>\(CreditText.line(of: photo, as: .html))</figcaption>\n"
      + "</figure>\n"
  }

  /// Asked for where it is seen; nil for a photo without a picture that the page may ask for
  private static func image(of photo: Photo) -> String? {
    guard let small = photo.rendition(.small), small.address.text.begins(with: "https:") else {
      return nil
    }
    let name = SafeText.line(photo.title ?? photo.description ?? "Photo")
    let size = small.size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" } ?? ""
    return "<img src=\"\(HTMLText.escaped(small.address.printable))\" "
      + "alt=\"\(HTMLText.escaped(name))\"\(size) loading=\"lazy\">"
  }

  /// An element of JSON, in which nothing can end the element
  private static func data(_ json: String) -> String {
    "<script type=\"application/json\" class=\"photo\">"
      + json.replacing(each: "<", by: "\\u003C") + "</script>\n"
  }
}
