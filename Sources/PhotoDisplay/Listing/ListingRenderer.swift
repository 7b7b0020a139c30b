package import PhotoSearch
package import Pictures
import Platform
package import Terminal

/// Turns a stream of photos into text, piece by piece
///
/// The results of the three methods, joined in order, are the whole output.
package protocol ListingRenderer: Sendable {
  /// The text before the first photo; empty by default
  mutating func header() -> String
  /// The text of one photo; may be empty until a row of a grid is full
  mutating func entry(_ entry: ListingEntry) -> String
  /// The text after the last photo; empty by default
  mutating func footer(_ summary: ListingSummary) -> String
}

extension ListingRenderer {
  package mutating func header() -> String { "" }
  package mutating func footer(_ summary: ListingSummary) -> String { "" }
}

/// A photo with its number in a listing
package struct ListingEntry: Hashable, Sendable {
  /// The photo's number, from 1, as in `imgsearch show 3`
  package var number: Int
  package var photo: Photo
  package var isFavorite: Bool
  /// The earlier photo of the listing, from another service, that it looks like
  package var lookAlike: ListedPhoto?

  package init(number: Int, photo: Photo, isFavorite: Bool = false) {
    self.number = number
    self.photo = photo
    self.isFavorite = isFavorite
  }
}

/// Facts known at the end of a listing
package struct ListingSummary: Hashable, Sendable {
  package var plan: SearchPlan
  /// The cursor to continue with; nil if all providers are at their true end
  package var next: String?
  /// A report for each provider, in the order of the plan
  package var reports: [ProviderReport]

  package init(plan: SearchPlan, next: String?, reports: [ProviderReport]) {
    self.plan = plan
    self.next = next
    self.reports = reports
  }
}

/// A listing in which a photo's text, mostly one line, doesn't depend on the other photos
package struct LineRenderer: ListingRenderer {
  /// The text before the first photo
  var head = ""
  /// Gives a photo's text, with its line break
  let text: @Sendable (ListingEntry) -> String

  package func header() -> String { head }
  package func entry(_ entry: ListingEntry) -> String { text(entry) }

  /// One address per line: that of the rendition for a role, or of the nearest role
  ///
  /// A line can be used as it is as an argument by xargs, and as an entry by `aria2c -i` and `wget
  /// -i`. A photo without renditions has no line.
  package static func urls(role: Rendition.Role) -> LineRenderer {
    // xargs' quoting characters: a single apostrophe would stop it.
    let quotes = Array("'\"\\".utf8)
    return LineRenderer { entry in
      guard let rendition = entry.photo.lastingRendition(role) else { return "" }
      return rendition.address.printable.percentEncoding(quotes.contains) + "\n"
    }
  }

  /// One line per photo: the picture, linked to its page, and the credit line
  ///
  /// - Parameter role: the rendition to show
  package static func markdown(role: Rendition.Role) -> LineRenderer {
    LineRenderer { entry in
      "- " + CreditText.line(of: entry.photo, as: .markdown, picture: role) + "\n"
    }
  }

  /// One photo per line, each a JSON object
  ///
  /// - Parameter fields: the members of a photo's object; nil for all
  package static func ndjson(fields: FieldSelection? = nil) -> LineRenderer {
    LineRenderer { (fields?.json(of: $0) ?? PhotoJSON.line(of: $0)) + "\n" }
  }
}

/// A listing as one JSON object, printed while photos arrive, one photo per line
package struct JSONRenderer: ListingRenderer {
  private let plan: SearchPlan
  private let words: @Sendable (ProviderError.Reason) -> String
  private let fields: FieldSelection?
  private var isEmpty = true

  /// - Parameters:
  ///   - fields: the members of a photo's object; nil for all
  ///   - words: gives the words for a provider's failure
  package init(
    plan: SearchPlan, fields: FieldSelection? = nil,
    words: @escaping @Sendable (ProviderError.Reason) -> String
  ) {
    self.plan = plan
    self.fields = fields
    self.words = words
  }

  package mutating func header() -> String {
    var json = JSONWriter(capacity: 512)
    json.raw("{\"query\":")
    json.object { json in
      json.member("words", plan.query.words)
      json.member("providers", plan.providers.map(\.rawValue))
      json.member("merge", plan.order.rawValue)
      json.member("strictWords", plan.query.strictWords)
      // A filter that isn't set is null.
      for filter in FilterRow.all { filter.write(plan.query.filters, to: &json) }
      json.member("similar", plan.query.similar?.description)
    }
    json.raw(",\n\"photos\":[")
    return json.text
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    defer { isEmpty = false }
    return (isEmpty ? "\n" : ",\n") + (fields?.json(of: entry) ?? PhotoJSON.line(of: entry))
  }

  package mutating func footer(_ summary: ListingSummary) -> String {
    var json = JSONWriter(capacity: 2_048)
    json.raw(isEmpty ? "],\n\"next\":" : "\n],\n\"next\":")
    json.string(summary.next)
    json.raw(",\n\"providers\":")
    json.list(summary.reports) { json, report in
      json.object { json in
        json.member("id", report.id.rawValue)
        json.member("status", report.status.name)
        json.member("shown", report.shown)
        json.member("total", report.total)
        json.member("requests", report.requests)
        json.member("leftOut", report.excluded.total)
        json.member("asked", report.asked)
        json.member("error", report.failure.map { words($0.reason) } ?? report.objection)
      }
    }
    json.raw("}\n")
    return json.text
  }
}

extension PhotoJSON {
  /// A photo's line in a listing
  static func line(of entry: ListingEntry) -> String {
    line(entry.photo, looksLike: entry.lookAlike?.id, isFavorite: entry.isFavorite)
  }
}

extension ProviderReport.Status {
  /// The name in `--format json`
  fileprivate var name: String {
    switch self {
    case .ok: "ok"
    case .ended: "ended"
    case .failed: "failed"
    case .skipped: "skipped"
    }
  }
}

/// A paragraph for each photo, in words alone, for whoever hears a listing or reads it line by line
///
///     3. Felis catus-cat on snow
///     by Von.grzanka, CC BY-SA 3.0 (free with credit), 2560 by 1702 pixels, wikimedia, 4 likes,
///     looks like 1, a favorite
package struct ParagraphRenderer: ListingRenderer {
  /// Most terminal cells of a title or a name
  private static let maxCells = 200

  private let width: Int
  private let style: TerminalStyle
  private var isFirst = true

  /// - Parameter width: terminal cells of a line; addresses may be longer
  package init(width: Int, style: TerminalStyle) { (self.width, self.style) = (width, style) }

  package mutating func entry(_ entry: ListingEntry) -> String {
    defer { isFirst = false }
    let photo = entry.photo
    let title = Self.safe(photo.title ?? photo.description) ?? "untitled"
    let license = LicenseLabel(photo.license)
    let facts = [
      Self.safe(photo.author?.name).map { "by \($0)" },
      "\(license.whole.text) (\(License.Mark(photo.license).rawValue))",
      photo.size.map { style.worded("\(PixelsLabel.text(for: $0).text) pixels") },
      photo.id.service,
      photo.likes.map { Counts.phrase($0, "like") },
      entry.lookAlike.map { "looks like \($0.number)" },
      entry.isFavorite ? "a favorite" : nil,
    ]
    let lines =
      "\(entry.number). \(title)".wrapped(to: width)
      + facts.compactMap(\.self).joined(separator: ", ").wrapped(to: width)
      + (style.addresses ? [photo.page.printable] : [])
    return (isFirst ? "" : "\n") + lines.map { $0 + "\n" }.joined()
  }

  /// A stranger's text, made safe for a terminal; nil if nothing of it can be seen
  private static func safe(_ text: String?) -> String? {
    let line = SafeText.line(text ?? "", cells: maxCells)
    return line.isEmpty ? nil : line
  }
}
