import Foundation
import PhotoSearch
import PhotoStorage
import Platform

/// Reads photos from standard input or a file: numbers, ids and page addresses, NDJSON, or other
/// JSON
///
/// Lines are read one at a time, so that the first photo can be used before the last has come. JSON
/// on several lines is read as a whole: the output of `--format json`, arrays of photos, and photos
/// one after another as jq writes them.
struct PhotoInput {
  /// A photo, or a fault with its place in the text
  typealias Item = Result<PhotoReference, PhotoFault>

  /// Most bytes of a line or a JSON text
  private static let maxBytes = 64_000_000

  /// Most photos that a line may name
  private static let maxPhotosInLine = 10_000

  private let name: String
  private var lines: InputLines
  private var number = 0
  private var hasBegun = false
  private var pending: ArraySlice<Item> = []
  private let photos: (PhotoOperand) throws -> [PhotoReference]

  /// - Parameters:
  ///   - path: `-` for standard input
  ///   - photos: finds photos that are named as on the command line
  /// - Throws: ``InputFault`` if it can't be read.
  init(path: String, photos: @escaping (PhotoOperand) throws -> [PhotoReference]) throws {
    self.photos = photos
    name = path == "-" ? "standard input" : path
    lines = try InputLines(path: path, maxBytes: Self.maxBytes)
  }

  /// Photos of a text in memory
  init(text: String, name: String, photos: @escaping (PhotoOperand) throws -> [PhotoReference]) {
    self.photos = photos
    self.name = name
    lines = InputLines(text: text, maxBytes: Self.maxBytes)
  }

  /// The next photo; nil at the end
  ///
  /// - Throws: ``InputFault`` if the input can't be read or is too long, `CancellationError`, and an
  ///   error that ends the run if finding a photo throws it, see `endsRun`.
  mutating func next() async throws -> Item? {
    while true {
      if let item = pending.popFirst() { return item }
      guard let line = try await nextLine() else { return nil }
      defer { hasBegun = true }
      pending = hasBegun ? try items(in: line) : try await beginning(with: line)
    }
  }

  private struct Line { let number: Int, text: String }

  /// The next line that isn't empty
  private mutating func nextLine() async throws -> Line? {
    while let line = try await lines.next() {
      number += 1
      let trimmed = line.trimmed
      if !trimmed.isEmpty { return Line(number: number, text: trimmed) }
    }
    return nil
  }

  /// Reads the rest of a JSON text that begins on this line
  private mutating func beginning(with first: Line) async throws -> ArraySlice<Item> {
    guard Self.isJSON(first.text), Self.values(in: first.text) == nil else {
      return try items(in: first)
    }
    var lines = [first]
    var size = first.text.utf8.count
    while let line = try await nextLine() {
      lines.append(line)
      // If the second line is complete JSON, this isn't one long text: the first line is damaged.
      if lines.count == 2, Self.values(in: line.text) != nil { break }
      size += line.text.utf8.count
      guard size <= Self.maxBytes else {
        throw InputFault.unusable(
          "JSON of more than 64 MB isn't read as a whole; write a photo per line: "
            + "jq -c '.photos[]'")
      }
    }
    let text = lines.map(\.text).joined(separator: "\n")
    guard let values = Self.values(in: text) else { return try lines.flatMap(items)[...] }
    return try items(in: values) { "photo \($0) of \(name)" }
  }

  private func items(in line: Line) throws -> ArraySlice<Item> {
    let place = "line \(line.number) of \(name)"
    guard Self.isJSON(line.text) else { return try items(naming: line.text, place: place) }
    guard let values = Self.values(in: line.text) else {
      return [Self.unreadable(place, "not JSON, or cut short")]
    }
    return try items(in: values) {
      values.count == 1 && $0 == 1 ? place : "photo \($0) of \(place)"
    }
  }

  /// - Parameter place: gives the place of a photo, counted from 1
  private func items(in values: [JSONValue], place: (Int) -> String) throws -> ArraySlice<Item> {
    let photos = values.flatMap { value in
      value.elements ?? (value["id"] == nil ? value["photos"]?.elements : nil) ?? [value]
    }
    return try photos.enumerated().flatMap { try items(of: $1, place: place($0 + 1)) }[...]
  }

  private func items(of value: JSONValue, place: String) throws -> ArraySlice<Item> {
    if let id = value.string {
      let items = try items(naming: id, place: place)
      return items.isEmpty ? [Self.unnamed(place)] : items
    }
    guard value["license_url"] == nil else {
      return [
        Self.unreadable(
          place, "it is a row of --format flat, which lacks facts of a photo; use --format ndjson")
      ]
    }
    do throws(PhotoJSON.Problem) {
      return [.success(try PhotoReference(value, collectionNamed: CollectionName.init(written:)))]
    } catch { return [Self.unreadable(place, error.description)] }
  }

  /// The photos that a line names; a failure if one of its words names none, as it is some other
  /// text then
  private func items(naming text: String, place: String) throws -> ArraySlice<Item> {
    let words = text.split(maxSplits: Self.maxPhotosInLine, whereSeparator: \.isWhitespace)
    guard words.count <= Self.maxPhotosInLine else { return [Self.unnamed(place)] }
    var operands: [PhotoOperand] = []
    for word in Self.isID(text[...]) ? [text[...]] : words {
      guard let operand = Self.operand(word) else { return [Self.unnamed(place)] }
      operands.append(operand)
    }
    return try operands.flatMap { operand -> [Item] in
      do { return try photos(operand).map(Item.success) } catch let fault where !fault.endsRun {
        return [.failure(.inText(place: place, fault))]
      }
    }[...]
  }

  /// The photos that a word or a whole line names; nil if it names none, or is too long for that
  private static func operand(_ text: Substring) -> PhotoOperand? {
    text.utf8.count <= 2_000 ? PhotoOperand.named(by: String(text)) : nil
  }

  /// Whether the whole line is one id, because NASA's ids may contain blanks
  private static func isID(_ line: Substring) -> Bool {
    if case .id(let id)? = operand(line) { ProviderCatalog.canBeAsked(id) } else { false }
  }

  private static func unreadable(_ place: String, _ reason: String) -> Item {
    .failure(.unreadable(place: place, reason: reason))
  }

  private static func unnamed(_ place: String) -> Item {
    unreadable(
      place,
      "neither a number of the last list, nor an id such as flickr:43213681030, nor a "
        + "page's address, nor JSON as --format ndjson and json print it")
  }

  private static func isJSON(_ text: String) -> Bool {
    text.begins(with: "{") || text.begins(with: "[")
  }

  private static let redaction = Redaction()

  /// The JSON values in a text; nil if it isn't complete JSON
  private static func values(in text: String) -> [JSONValue]? {
    guard isJSON(text) else { return nil }
    // Other programs' lists may contain addresses with a key.
    return ifReadable { try JSONDocument.values(in: redaction.data(Data(text.utf8))) }
  }
}
