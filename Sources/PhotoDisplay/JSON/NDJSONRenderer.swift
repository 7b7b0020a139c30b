/// One photo a line, each a JSON object of its own
package struct NDJSONRenderer: ListingRenderer {
  package init() {}

  package mutating func header() -> String { "" }

  package mutating func entry(_ entry: ListingEntry) -> String {
    PhotoJSON.line(entry.photo, isFavorite: entry.isFavorite) + "\n"
  }

  package mutating func footer(_ summary: ListingSummary) -> String { "" }
}
