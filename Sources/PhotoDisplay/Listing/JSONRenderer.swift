package import PhotoSearch
import Pictures

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
    (self.plan, self.fields, self.words) = (plan, fields, words)
  }

  package mutating func header() -> String {
    var json = JSONWriter(capacity: 512)
    json.raw("{\"query\":")
    write(plan, to: &json)
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
    json.list(summary.reports) { json, report in write(report, to: &json) }
    json.raw("}\n")
    return json.text
  }

  /// Writes the query and its options; null for those that weren't given
  private func write(_ plan: SearchPlan, to json: inout JSONWriter) {
    json.object { json in
      json.member("words", plan.query.words)
      json.member("providers", plan.providers.map(\.rawValue))
      json.member("merge", plan.order.rawValue)
      json.member("strictWords", plan.query.strictWords)
      for filter in FilterRow.all { filter.write(plan.query.filters, to: &json) }
      json.member("similar", plan.query.similar?.description)
    }
  }

  private func write(_ report: ProviderReport, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", report.id.rawValue)
      json.member("status", report.status.name)
      json.member("shown", report.shown)
      json.member("total", report.total)
      json.member("requests", report.requests)
      json.member("leftOut", report.excluded.values.reduce(0, +))
      json.member("asked", report.asked)
      json.member("error", report.failure.map { words($0.reason) } ?? report.objection)
    }
  }
}

extension LineRenderer {
  /// One photo per line, each a JSON object
  ///
  /// - Parameter fields: the members of a photo's object; nil for all
  package static func ndjson(fields: FieldSelection? = nil) -> LineRenderer {
    LineRenderer { (fields?.json(of: $0) ?? PhotoJSON.line(of: $0)) + "\n" }
  }
}

extension PhotoJSON {
  /// A photo's line in a listing
  static func line(of entry: ListingEntry) -> String {
    line(entry.photo, looksLike: entry.original?.id, isFavorite: entry.isFavorite)
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
