package import Foundation
package import PhotoSearch
import Pictures
import Platform
import Terminal

/// A page for a web browser in one file: photos in columns, and each with its details when chosen
///
/// It is written as photos arrive: the styles and the frame, each photo, then the scripts that show
/// them. The page only makes requests to the photos' own hosts and runs only its own scripts. A
/// photo is in it as JSON for the scripts, and as a figure for browsers without scripts.
package struct PageRenderer: ListingRenderer {
  private let title: String
  private let about: String
  private var count = 0
  /// How many photos of each service are shown as pictures
  private var pictures: [String: Int] = [:]
  private var notices: [String] = []

  /// - Parameters:
  ///   - title: the page's title, e.g. the words searched for
  ///   - filters: the filters of the search
  ///   - date: when the page is made
  package init(title: String, filters: PhotoFilters = PhotoFilters(), date: Date) {
    self.title = SafeText.line(title)
    let narrowed = FilterRow.all.compactMap { filter in
      filter.text(in: filters).map {
        filter.values == .flag ? filter.name : "\(filter.name): \($0)"
      }
    }
    let words = narrowed + [CalendarDate(date)?.written].compactMap(\.self)
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
    // The file may be opened after addresses have expired, so those are left out.
    let photo = entry.photo.lasting
    count += 1
    let terms = ProviderCatalog.profile(ofService: photo.id.service)?.display
    if let notice = terms?.notice, !notices.contains(notice) { notices.append(notice) }
    let json = PageEntry.json(photo, looksLike: entry.lookAlike?.id, isFavorite: entry.isFavorite)
    // Escaped so that nothing in it ends the script element
    let data = json.replacing(each: "<", by: "\\u003C")
    return figure(of: photo, maxPictures: terms?.maxPictures)
      + "<script type=\"application/json\" class=\"photo\">\(data)</script>\n"
  }

  package mutating func footer(_ summary: ListingSummary) -> String {
    let reports = summary.reports
    let found =
      reports.isEmpty
      ? Counts.phrase(count, "photo") : SummaryText.found(shown: count, reports: reports)
    let sources = reports.map { report in
      let name = HTMLText.escaped(SafeText.line(ProviderCatalog.name(of: report.id)))
      let result = HTMLText.escaped(SummaryText.result(of: report))
      return "<li><strong>\(name)</strong> \(result)</li>\n"
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

  /// A photo for browsers without scripts: its picture, which loads when scrolled to, and its credit
  /// with links
  ///
  /// The picture is left out if the page may not request it, or if the document has as many of its
  /// service as the terms allow.
  private mutating func figure(of photo: Photo, maxPictures: Int?) -> String {
    let shown = pictures[photo.id.service, default: 0]
    var image = ""
    if shown < maxPictures ?? .max, let small = photo.rendition(.small),
      small.address.text.begins(with: "https:")
    {
      pictures[photo.id.service] = shown + 1
      let tag = CreditText.image(of: photo, small, attributes: " loading=\"lazy\"")
      image = (photo.page.isWeb ? HTMLText.link(tag, to: photo.page) : tag) + "\n"
    }
    return "<figure>\n\(image)<figcaption>\(CreditText.line(of: photo, as: .html))</figcaption>\n"
      + "</figure>\n"
  }
}
