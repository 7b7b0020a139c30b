import Foundation
import PhotoSearch
import PhotoStorage

/// Photos out of standard input or a file: numbers, ids and page addresses, NDJSON, or other JSON
///
/// Lines are read one at a time, so that what is made of the first need not wait for the last. JSON
/// of several lines is read as a whole: what `--format json` prints, arrays of photos, and photos
/// one after another as jq writes them.
struct PhotoInput {
  enum Item {
    /// A photo, and when it was added to the favorites, where that is told
    case photo(Photo, added: Date?)
    /// One that is named as on the command line
    case operand(PhotoOperand, place: String)
    /// What is neither: where it stands, and what is wrong with it
    case unreadable(place: String, reason: String)
  }

  /// Bytes of a line, or of a document
  private static let longest = 64_000_000

  private let name: String
  private var lines: InputLines
  private var number = 0
  private var hasBegun = false
  private var ready: ArraySlice<Item> = []

  /// - Parameter path: `-` for standard input
  /// - Throws: a failure with code 66 when it cannot be read.
  init(path: String) throws {
    name = path == "-" ? "standard input" : path
    lines = try InputLines(path: path, longest: Self.longest)
  }

  /// nil at the end
  ///
  /// - Throws: a failure with code 66 when it cannot be read, `CancellationError` while it waits.
  mutating func next() async throws -> Item? {
    while true {
      if let item = ready.popFirst() { return item }
      guard let line = try await nextLine() else { return nil }
      if !hasBegun {
        hasBegun = true
        ready = try await beginning(with: line)
      } else {
        ready = items(in: line)
      }
    }
  }

  private struct Numbered {
    let number: Int
    /// nil for one that is too long
    let text: String?
  }

  /// The next one that is not empty
  private mutating func nextLine() async throws -> Numbered? {
    while let line = try await lines.next() {
      number += 1
      guard case .text(let text) = line else { return Numbered(number: number, text: nil) }
      let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if !trimmed.isEmpty { return Numbered(number: number, text: trimmed) }
    }
    return nil
  }

  /// A first line that is the beginning of a longer JSON text is read on with
  private mutating func beginning(with first: Numbered) async throws -> ArraySlice<Item> {
    guard let start = first.text, Self.isJSON(start), Self.values(in: start) == nil else {
      return items(in: first)
    }
    var lines = [first]
    var size = start.utf8.count
    while let line = try await nextLine() {
      lines.append(line)
      // Lines of which the first alone is damaged are no longer text.
      if lines.count == 2, line.text.map({ Self.values(in: $0) != nil }) ?? true { break }
      size += line.text?.utf8.count ?? Self.longest
      guard size <= Self.longest else {
        throw CommandFailure(
          "more than 64 MB of JSON are not read as a whole; give its photos a line each: "
            + "jq -c '.photos[]'", code: .data)
      }
    }
    let text = lines.map { $0.text ?? "" }.joined(separator: "\n")
    guard let values = Self.values(in: text) else { return lines.flatMap(items)[...] }
    return items(in: values) { "photo \($0) of \(name)" }
  }

  private func items(in line: Numbered) -> ArraySlice<Item> {
    let place = "line \(line.number) of \(name)"
    guard let text = line.text else {
      return [.unreadable(place: place, reason: "too long to be a photo")]
    }
    guard Self.isJSON(text) else { return Self.operands(in: text, place: place) }
    guard let values = Self.values(in: text) else {
      return [.unreadable(place: place, reason: "no JSON, or not all of it")]
    }
    return items(in: values) { values.count == 1 && $0 == 1 ? place : "photo \($0) of \(place)" }
  }

  /// - Parameter place: of a photo, counted from 1
  private func items(in values: [JSONValue], place: (Int) -> String) -> ArraySlice<Item> {
    let photos = values.flatMap { value in
      value.elements ?? (value["id"] == nil ? value["photos"]?.elements : nil) ?? [value]
    }
    return photos.enumerated().map { Self.item($1, place: place($0 + 1)) }[...]
  }

  private static func item(_ value: JSONValue, place: String) -> Item {
    if let id = value.string { return operands(in: id, place: place).first ?? nothing(place) }
    do throws(PhotoJSON.Problem) {
      var photo = try PhotoJSON.photo(value)
      photo.useHTTPS(on: ProviderCatalog.secureHosts)
      // Neither its site nor a credit line is told: it is the service's.
      if photo.site == photo.id.service,
        let profile = ProviderCatalog.profiles.first(where: { $0.service == photo.id.service })
      {
        photo.site = profile.name
      }
      return .photo(photo, added: value["added"]?.string.flatMap { Date(iso8601: $0) })
    } catch {
      return .unreadable(place: place, reason: error.description)
    }
  }

  /// What a line names, or that it names nothing: one word too many, and it is another text
  private static func operands(in text: String, place: String) -> ArraySlice<Item> {
    var items: [Item] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard word.utf8.count <= 2_000, let operand = operand(String(word)) else {
        return [nothing(place)]
      }
      items.append(.operand(operand, place: place))
    }
    return items[...]
  }

  private static func operand(_ word: String) -> PhotoOperand? {
    do {
      let operand = try PhotoOperand(word)
      guard case .reference = operand else { return operand }
      return PhotoID(word) != nil || ProviderCatalog.address(word) != nil ? operand : nil
    } catch {
      return nil
    }
  }

  private static func nothing(_ place: String) -> Item {
    .unreadable(
      place: place,
      reason: "neither a number of the last listing, nor an id such as flickr:43213681030, nor a "
        + "page's address, nor JSON as --format ndjson and json print it")
  }

  private static func isJSON(_ text: String) -> Bool {
    text.hasPrefix("{") || text.hasPrefix("[")
  }

  /// nil for what is no JSON, or not all of it
  private static func values(in text: String) -> [JSONValue]? {
    guard isJSON(text) else { return nil }
    do throws(JSONProblem) {
      return try JSONDocument.values(in: Data(text.utf8))
    } catch {
      return nil
    }
  }
}
