package import Foundation
package import PhotoSearch
import Pictures
import Platform
package import Terminal

/// The picture of one photo, shown above text about it
///
/// On a terminal the text is printed at once, and the picture is drawn when it comes. If nothing
/// can be redrawn, or the screen is too small for both, the text waits for it a little.
package struct ShownPicture {
  /// Most bytes of a picture
  private static let maxBytes = 8_000_000
  /// How long to wait for the picture
  private static let patience = Duration.seconds(5)
  /// Most terminal cells that the picture takes
  private static let maxSize = (columns: 120, rows: 50)
  /// Least rows that make a picture worth showing
  private static let minRows = 6
  /// Rows of the picture in a file or pipe
  private static let pipedRows = 24
  /// Pixels of a terminal cell, if the file itself is shown, and the most pixels that a picture
  /// needs
  private static let cellPixels = (width: 8, height: 16)
  private static let maxPixels = 1_000

  /// Extensions of files that can't be drawn as text
  private static let otherEndings: Set = ["png", "gif", "webp", "svg"]

  private let rendition: Rendition
  private let console: Console
  private let form: PictureProtocol
  /// The terminal cells that the picture takes
  private let box: PictureBox
  /// The photo's hash or color as a picture, shown until the picture comes; nil if it has neither
  private let before: HalfBlocks?
  /// Whether the picture is drawn later, at a reserved place
  private let isDrawn: Bool

  /// A photo's picture; nil if none can be fetched. The terminal may be asked how it shows pictures
  ///
  /// - Parameters:
  ///   - words: the text below the picture
  ///   - choose: gives the rendition for least pixels of the longer side; nil if there is none
  package init?(
    of photo: Photo, above words: String, on console: Console, choosing choose: (Int) -> Rendition?
  ) {
    let size = console.canDraw ? Console.size(of: STDOUT_FILENO) : nil
    let room = (size?.rows ?? console.previewRows).map { rows in
      rows - ScreenRows.rows(of: words, columns: size?.columns ?? console.width) - 4
    }
    isDrawn = size != nil && room ?? 0 >= Self.minRows
    let rows = isDrawn ? room : room.map { max($0, 2 * Self.minRows) }
    box = PictureBox(
      columns: min(console.width, Self.maxSize.columns),
      rows: min(rows ?? Self.pipedRows, Self.maxSize.rows)
    ).fitting(photo)
    before = SmallPicture(before: photo).map { [box] in
      HalfBlocks($0, in: box, depth: console.style.depth)
    }
    form = isDrawn ? console.pictureForm : .blocks
    let longer = max(box.columns * Self.cellPixels.width, box.rows * Self.cellPixels.height)
    let pixels = form == .blocks ? box.pixels : min(longer, Self.maxPixels)
    guard let rendition = choose(pixels) else { return nil }
    // A file that can't be drawn isn't fetched: its place would stay empty.
    if form == .blocks, before == nil,
      Self.otherEndings.contains(rendition.url.pathExtension.lowercased())
    {
      return nil
    }
    self.rendition = rendition
    self.console = console
  }

  /// Prints the picture and the text
  ///
  /// - Parameters:
  ///   - problem: gives the words for an error
  ///   - fetch: fetches the file of a rendition, of at most so many bytes
  /// - Throws: what printing throws, `CancellationError`.
  package func print(
    above words: String, problem: (any Error) -> String,
    fetch: @escaping @Sendable (Rendition, Int) async throws -> Data
  ) async throws {
    guard isDrawn else {
      let blocks = try await bytes(problem, fetch).flatMap(blocks)
      try console.print(Self.text(of: blocks ?? before?.rows ?? []) + words)
      return
    }
    try await console.input.quietly(true) {
      console.screen.begin()
      let kept = before?.rows ?? Array(repeating: "", count: box.rows)
      let place = try console.printPlaced(Self.text(of: kept) + words)
      if let bytes = try await bytes(problem, fetch) { try await draw(bytes, at: place) }
    }
  }

  /// The rows, followed by a blank line
  private static func text(of rows: [String]) -> String { (rows + [""]).map { $0 + "\n" }.joined() }

  /// The picture's file; nil if it doesn't come, which is reported
  private func bytes(
    _ problem: (any Error) -> String,
    _ fetch: @escaping @Sendable (Rendition, Int) async throws -> Data
  ) async throws -> Data? {
    do {
      let bytes = try await withTimeLimit(Self.patience, clock: ContinuousClock()) {
        try await fetch(rendition, Self.maxBytes)
      }
      if bytes == nil { console.note("imgsearch: no picture: it didn't come in time") }
      return bytes
    } catch {
      try Task.checkCancellation()
      console.note("imgsearch: no picture: \(problem(error))")
      return nil
    }
  }

  private func draw(_ bytes: Data, at place: ScreenPlace) async throws {
    let chafa = form.needsChafa ? Desktop(environment: console.environment).path("chafa") : nil
    if let text = try await form.sequence(
      showing: bytes, in: box, chafa: chafa, patience: Self.patience)
    {
      let blank = String(repeating: " ", count: box.columns)
      console.draw(Array(repeating: blank, count: box.rows), at: place)
      console.draw(["\u{1B}7\(text)\u{1B}8"], at: place)
    } else if let rows = blocks(of: bytes) {
      console.draw(rows, at: place)
    }
  }

  /// All rows of the box; nil if the file can't be read, which is reported
  private func blocks(of bytes: Data) -> [String]? {
    do throws(JPEGRefusal) {
      let picture = try SmallPicture(eighthOfJPEG: bytes)
      return HalfBlocks(picture, within: box, depth: console.style.depth).filling(box)
    } catch {
      console.note("imgsearch: no picture: \(error)")
      return nil
    }
  }
}

extension Console {
  /// Rows of fzf's preview; nil outside of one
  package var previewRows: Int? { environment["FZF_PREVIEW_LINES"].flatMap { Int($0) } }
}
