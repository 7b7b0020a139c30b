/// How a list of photos is printed
enum ListingFormat: String, CaseIterable, Sendable {
  case grid, table, json, ndjson, csv, markdown, urls

  /// Whether a person sees which photo has which number
  var hasNumbers: Bool { self == .grid || self == .table }
}
