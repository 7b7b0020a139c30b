package import PhotoSearch

/// A listing as one JSON object, written as it becomes known: one photo a line
package struct JSONRenderer: ListingRenderer {
  private let plan: SearchPlan
  private let words: @Sendable (ProviderError.Reason) -> String
  private var isEmpty = true

  /// - Parameter words: why a provider failed, as the program says it
  package init(
    plan: SearchPlan, words: @escaping @Sendable (ProviderError.Reason) -> String
  ) {
    self.plan = plan
    self.words = words
  }

  package mutating func header() -> String {
    var json = JSONWriter(capacity: 512)
    json.raw("{\"query\":")
    write(plan, to: &json)
    json.raw(",\n\"photos\":[")
    return json.text
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    let separator = isEmpty ? "\n" : ",\n"
    isEmpty = false
    return separator + PhotoJSON.line(entry.photo, isFavorite: entry.isFavorite)
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

  /// As asked; what was left to the program is null
  private func write(_ plan: SearchPlan, to json: inout JSONWriter) {
    let filters = plan.query.filters
    let licenses = filters.licenses.map(\.rawValue).joined(separator: ",")
    json.raw("{\"words\":")
    json.string(plan.query.words)
    json.raw(",\"providers\":")
    json.list(plan.providers) { json, provider in json.string(provider.rawValue) }
    json.raw(",\"merge\":")
    json.string(plan.order.rawValue)
    json.raw(",\"orientation\":")
    json.string(filters.orientation?.rawValue)
    json.raw(",\"license\":")
    json.string(licenses.isEmpty ? nil : licenses)
    json.raw(",\"color\":")
    json.string(filters.color?.rawValue)
    json.raw(",\"safe\":")
    json.string(filters.safety?.rawValue)
    json.raw(",\"sort\":")
    json.string(filters.sort.rawValue)
    json.raw(",\"noAi\":")
    json.bool(filters.noAI)
    json.raw(",\"language\":")
    json.string(filters.language?.rawValue)
    json.raw("}")
  }

  private func write(_ report: ProviderReport, to json: inout JSONWriter) {
    json.raw("{\"id\":")
    json.string(report.id.rawValue)
    json.raw(",\"status\":")
    json.string(report.status.name)
    json.raw(",\"shown\":")
    json.number(report.shown)
    json.raw(",\"total\":")
    json.number(report.total)
    json.raw(",\"requests\":")
    json.number(report.requests)
    json.raw(",\"leftOut\":")
    json.number(report.leftOut.values.reduce(0, +))
    json.raw(",\"error\":")
    json.string(problem(report.status))
    json.raw("}")
  }

  /// Why a provider did not take part to the end
  private func problem(_ status: ProviderReport.Status) -> String? {
    switch status {
    case .ok, .ended: nil
    case .failed(let error): words(error.reason)
    case .aside(let reason): reason
    }
  }
}

/// One photo a line, each a JSON object of its own
package struct NDJSONRenderer: ListingRenderer {
  package init() {}

  package mutating func header() -> String { "" }

  package mutating func entry(_ entry: ListingEntry) -> String {
    PhotoJSON.line(entry.photo, isFavorite: entry.isFavorite) + "\n"
  }

  package mutating func footer(_ summary: ListingSummary) -> String { "" }
}

extension ProviderReport.Status {
  /// As `--format json` writes it
  fileprivate var name: String {
    switch self {
    case .ok: "ok"
    case .ended: "ended"
    case .failed: "failed"
    case .aside: "skipped"
    }
  }
}
