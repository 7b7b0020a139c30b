import Foundation
import PhotoSearch
import PhotoStorage
import Pictures
import Platform
import Terminal

/// The picture of one photo, shown above text about it
///
/// On a terminal the text is printed at once, and the picture is drawn when it comes. If nothing
/// can be redrawn, or the screen is too small for both, the text waits for it a little.
struct ShownPicture {
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
  /// Types of files from outside that are passed on to a terminal or chafa
  private static let shownTypes: Set<PictureType> = [.jpeg, .png, .gif]

  private let photo: Photo
  private let rendition: Rendition
  private let session: Session
  private let console: Console
  private let form: PictureProtocol
  /// The terminal cells that the picture takes
  private let box: PictureBox
  /// Whether the picture is drawn later, at a reserved place
  private let isDrawn: Bool

  /// A photo's picture; nil if none can be fetched
  ///
  /// - Parameter words: the text below it
  init?(of photo: Photo, above words: String, _ session: Session, _ console: Console) {
    guard !session.isOffline else { return nil }
    var photo = photo
    photo.renditions = session.recorded(photo.renditions)
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
    form = isDrawn ? console.pictureForm : .blocks
    let pixels =
      form == .blocks
      ? box.pixels
      : min(
        max(box.columns * Self.cellPixels.width, box.rows * Self.cellPixels.height),
        Self.maxPixels)
    guard let rendition = photo.rendition(atLeast: pixels) else { return nil }
    // A file that can't be drawn isn't fetched: its place would stay empty.
    if form == .blocks, SmallPicture(before: photo) == nil,
      Self.otherEndings.contains(rendition.url.pathExtension.lowercased())
    {
      return nil
    }
    (self.photo, self.rendition, self.session, self.console) = (photo, rendition, session, console)
  }

  /// Prints the picture and the text
  ///
  /// - Throws: what printing throws, `CancellationError`.
  func print(above words: String) async throws {
    let before = SmallPicture(before: photo).map {
      HalfBlocks($0, in: box, depth: console.style.depth)
    }
    guard isDrawn else {
      let blocks = try await bytes().flatMap(blocks)
      try console.print(Self.text(of: blocks ?? before?.rows ?? []) + words)
      return
    }
    try await console.input.quietly(true) {
      console.screen.begin()
      let kept = before?.rows ?? Array(repeating: "", count: box.rows)
      let place = try console.printPlaced(Self.text(of: kept) + words)
      if let bytes = try await bytes() { try await draw(bytes, at: place) }
    }
  }

  /// The rows, followed by a blank line
  private static func text(of rows: [String]) -> String {
    (rows + [""]).map { $0 + "\n" }.joined()
  }

  /// The picture's file; nil if it doesn't come, which is reported
  private func bytes() async throws -> Data? {
    do {
      let bytes = try await withTimeLimit(Self.patience, clock: ContinuousClock()) {
        try await session.picture(of: photo, rendition, limit: Self.maxBytes)
      }
      if let bytes { session.hashes.take(file: bytes, of: photo, from: rendition.url) }
      if bytes == nil { console.note("imgsearch: no picture: it didn't come in time") }
      return bytes
    } catch {
      try Task.checkCancellation()
      console.note("imgsearch: no picture: \(ErrorText.line(error))")
      return nil
    }
  }

  private func draw(_ bytes: Data, at place: ScreenPlace) async throws {
    if let text = try await sequence(of: bytes) {
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

  /// A sequence that makes the terminal show the file; nil if half blocks must be used
  private func sequence(of bytes: Data) async throws -> String? {
    guard form != .blocks, let type = PictureType(start: bytes), Self.shownTypes.contains(type)
    else { return nil }
    switch form {
    case .blocks: return nil
    case .file:
      return
        "\u{1B}]1337;File=inline=1;size=\(bytes.count);width=\(box.columns);height=\(box.rows);"
        + "preserveAspectRatio=1:\(bytes.base64EncodedString())\u{07}"
    case .kitty, .sixels:
      guard let path = console.desktop.path("chafa") else { return nil }
      let name = form == .kitty ? "kitty" : "sixels"
      let options = ["-f", name, "--size", "\(box.columns)x\(box.rows)", "--animate", "off", "-"]
      var chafa = ChildProgram(path: path, arguments: options, input: bytes)
      chafa.output = .read
      let end: ChildProgram.End?
      do {
        end = try await withTimeLimit(Self.patience, clock: ContinuousClock()) { [chafa] in
          try await chafa.run()
        }
      } catch is POSIXError {
        // A file with chafa's name isn't a program.
        return nil
      }
      guard let end, end.status == 0, !end.output.isEmpty else { return nil }
      return String(decoding: end.output, as: UTF8.self).trimmed
    }
  }
}

extension Console {
  /// Rows of fzf's preview; nil outside of one
  var previewRows: Int? { environment["FZF_PREVIEW_LINES"].flatMap { Int($0) } }

  /// How the terminal can show pictures; it is asked itself if the environment doesn't tell
  var pictureForm: PictureProtocol {
    let form = PictureProtocol(environment: environment) ?? askedForm
    return form.needsChafa && desktop.path("chafa") == nil ? .blocks : form
  }

  /// How long a terminal may take to answer, also over a slow line
  private static let patience = Duration.milliseconds(250)

  private var askedForm: PictureProtocol {
    // Input typed ahead would be taken for an answer.
    guard canDraw, input.isTerminal, !input.hasTyped else { return .blocks }
    let answer = input.answer(to: TerminalQuery.text, within: Self.patience) {
      TerminalAnswer($0).isWhole
    }
    return PictureProtocol(answer: TerminalAnswer(answer), environment: environment)
  }
}
