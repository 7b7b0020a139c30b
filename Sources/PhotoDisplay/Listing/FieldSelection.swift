import Foundation
package import PhotoSearch
import Platform
package import Terminal

/// A fact of a photo that `--fields` names: a path in the photo's JSON, or one of CSV's columns
package struct FieldName: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// All names, in the order of the JSON and then of the columns that it doesn't have
  package static let all = [
    "id", "provider", "origin", "title", "description", "author", "author.name", "author.url",
    "page", "width", "height", "renditions", "license", "license.id", "license.name",
    "license.url", "credit", "likes", "published", "color", "blurHash", "tags",
    "downloadLocation", "isAIGenerated", "looksLike", "taken", "favorite", "url", "caption",
    "license_url",
  ]

  /// Whether the value is a list of objects, which no cell of a table can hold
  package var isListOfObjects: Bool { rawValue == "renditions" }
}

/// Some facts of photos, in an order of one's own
package struct FieldSelection: Sendable {
  let names: [String]
  private let role: Rendition.Role

  /// - Parameter role: the rendition for `url`
  package init(_ fields: [FieldName], role: Rendition.Role) {
    names = fields.map(\.rawValue)
    self.role = role
  }

  /// The columns that CSV has if none are named
  package static func usual(role: Rendition.Role) -> FieldSelection {
    FieldSelection(Photo.columns.map(FieldName.init(rawValue:)), role: role)
  }

  /// A photo as a JSON object with these members alone, each named by its path
  func json(of entry: ListingEntry) -> String {
    let photo = Self.object(PhotoJSON.line(of: entry))
    return JSONWriter.object(capacity: 1_024) { json in
      for name in names {
        json.member(named: name)
        if let value = Self.value(at: name, in: photo) {
          json.copy(value)
        } else {
          json.string(entry.photo.value(of: name, picture: role))
        }
      }
    }
  }

  /// The cells of a photo's row; empty for what is unknown
  func cells(of entry: ListingEntry) -> [String] {
    lazy var photo = Self.object(PhotoJSON.line(of: entry))
    return names.map { name in
      if Photo.columns.contains(name) { return entry.photo.value(of: name, picture: role) ?? "" }
      let value = Self.value(at: name, in: photo)
      return value?.elements?.compactMap(Self.text).joined(separator: "; ")
        ?? value.flatMap(Self.text) ?? ""
    }
  }

  private static func text(_ value: JSONValue) -> String? {
    value.text ?? value.bool.map { $0 ? "true" : "false" }
  }

  private static func object(_ line: String) -> JSONValue {
    do {
      return try JSONDocument(Data(line.utf8)).root
    } catch { preconditionFailure("a photo's line is JSON: \(error)") }
  }

  /// The value at a path such as `author.name`; nil if there is none
  private static func value(at path: String, in photo: JSONValue) -> JSONValue? {
    path.parts(at: ".").reduce(Optional(photo)) { value, name in
      value?.members?.first { $0.name == name && !$0.value.isNull }?.value
    }
  }
}

/// A table with the chosen facts alone for a terminal, printed once all photos are there, as its
/// widths depend on them
package struct FieldTableRenderer: ListingRenderer {
  private let fields: FieldSelection
  private let style: TerminalStyle
  /// Terminal cells of a line
  private let width: Int
  private var table: TextTable

  package init(_ fields: FieldSelection, width: Int, style: TerminalStyle) {
    (self.fields, self.width, self.style) = (fields, width, style)
    table = TextTable(fields.names.map { TextTable.Column($0) })
  }

  package mutating func entry(_ entry: ListingEntry) -> String {
    table.add(fields.cells(of: entry).map { TextTable.Cell($0) })
    return ""
  }

  package mutating func footer(_ summary: ListingSummary) -> String {
    table.text(width: width, style: style)
  }
}

// A photo as plain values, for tables and for the engines that make data sets
extension Photo {
  /// The columns of CSV, beginning with those that img2dataset reads
  static let columns = [
    "url", "caption", "width", "height", "license", "id", "author", "page", "credit",
    "license_url", "taken",
  ]

  /// The value in a column; nil if it is unknown, and for any other name
  ///
  /// - Parameter role: the rendition for `url`, of those whose addresses don't expire; the size is
  ///   the photo's own
  func value(of column: String, picture role: Rendition.Role) -> String? {
    switch column {
    case "url": lastingRendition(role)?.address.printable
    case "caption": caption
    case "width": size.map { String($0.width) }
    case "height": size.map { String($0.height) }
    case "license": license?.id
    case "id": id.description
    case "author": author?.name
    case "page": page.printable
    case "credit": credit.text
    case "license_url": license?.address?.printable
    case "taken": taken
    case "provider": provider.rawValue
    default: nil
    }
  }
}
