import Foundation
package import PhotoSearch
import Platform
package import Terminal

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
    FieldSelection(PhotoColumn.csv.map { FieldName(rawValue: $0.rawValue) }, role: role)
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
          json.string(PhotoColumn(rawValue: name)?.value(of: entry.photo, picture: role))
        }
      }
    }
  }

  /// The cells of a photo's row; empty for what is unknown
  func cells(of entry: ListingEntry) -> [String] {
    lazy var photo = Self.object(PhotoJSON.line(of: entry))
    return names.map { name in
      if let column = PhotoColumn(rawValue: name) {
        return column.value(of: entry.photo, picture: role) ?? ""
      }
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
    path.components(at: ".").reduce(Optional(photo)) { value, name in
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
    self.fields = fields
    self.width = width
    self.style = style
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

/// A photo's plain value, for tables and for the engines that make data sets
enum PhotoColumn: String, CaseIterable {
  // The columns of CSV, beginning with those that img2dataset reads
  case url, caption, width, height, license, id, author, page, credit
  case licenseURL = "license_url"
  case taken
  // Of flat rows alone
  case provider

  /// The columns of CSV
  static let csv = allCases.dropLast()

  /// The value; nil if it is unknown
  ///
  /// - Parameter role: the rendition for `url`, of those whose addresses don't expire; the size is
  ///   the photo's own
  func value(of photo: Photo, picture role: Rendition.Role) -> String? {
    switch self {
    case .url: photo.lastingRendition(role)?.address.printable
    case .caption: photo.caption
    case .width: photo.size.map { String($0.width) }
    case .height: photo.size.map { String($0.height) }
    case .license: photo.license?.id
    case .id: photo.id.description
    case .author: photo.author?.name
    case .page: photo.page.printable
    case .credit: photo.credit.text
    case .licenseURL: photo.license?.address?.printable
    case .taken: photo.taken
    case .provider: photo.provider.rawValue
    }
  }
}
