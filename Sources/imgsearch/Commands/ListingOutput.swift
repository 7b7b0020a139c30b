import PhotoDisplay
import PhotoSearch

/// What prints a listing, by the options that say how
struct ListingOutput {
  let format: ListingFormat
  private let role: Rendition.Role
  private let columns: Int?

  /// - Throws: a usage failure for options that do not go with the format.
  init(_ arguments: Arguments) throws {
    format = arguments.value("format").flatMap(ListingFormat.init) ?? .grid
    role = arguments.value("size").flatMap(Rendition.Role.init) ?? .regular
    columns = arguments.number("columns")
    if columns != nil, format != .grid {
      throw CommandFailure.usage("--columns goes with --format grid, not \(format.rawValue)")
    }
    if arguments.has("size"), ![.urls, .csv, .markdown].contains(format) {
      throw CommandFailure.usage(
        "--size goes with --format urls, csv and markdown, not \(format.rawValue)")
    }
  }

  func renderer(for plan: SearchPlan, on console: Console) -> any ListingRenderer {
    switch format {
    case .grid: GridRenderer(width: console.width, columns: columns, style: console.style)
    case .table: TableRenderer(width: console.width, plan: plan, style: console.style)
    case .json: JSONRenderer(plan: plan)
    case .ndjson: NDJSONRenderer()
    case .csv: CSVRenderer(role: role)
    case .markdown: MarkdownRenderer(role: role)
    case .urls: URLsRenderer(role: role)
    }
  }
}
