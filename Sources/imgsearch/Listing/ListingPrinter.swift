import PhotoDisplay
import PhotoSearch
import Terminal

/// Prints a listing as photos arrive, with their pictures if wanted
struct ListingPrinter {
  private var renderer: any ListingRenderer
  private let pictures: GridPictures?
  private let console: Console

  /// - Parameters:
  ///   - title: of a page without words
  ///   - pictures: a grid's pictures, which then prints the grid; nil for none
  init(
    _ options: ListingOptions, for plan: SearchPlan, title: String = "Photos of today",
    with pictures: GridPictures?, on console: Console
  ) {
    renderer = options.renderer(for: plan, title: title, on: console)
    (self.pictures, self.console) = (pictures, console)
  }

  mutating func begin() throws { try console.print(renderer.header()) }

  /// - Throws: what printing throws, `CancellationError`.
  mutating func print(_ entry: ListingEntry) async throws {
    if let pictures { return try await pictures.print(entry) }
    try printText(of: entry)
  }

  /// Prints a photo without its picture
  mutating func printText(of entry: ListingEntry) throws {
    try console.print(renderer.entry(entry))
  }

  mutating func end(_ summary: ListingSummary) async throws {
    if let pictures { return try await pictures.finish(summary) }
    try console.print(renderer.footer(summary))
  }
}
