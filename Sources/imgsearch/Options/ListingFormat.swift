import CommandSyntax
import Foundation
import Platform

/// How a list of photos is printed
///
/// The compiler asks for everything that a new format needs, except for an ending of files in
/// `endings` and a choice in the gallery's menu of exports (`app.html`, `exporting.js`).
enum ListingFormat: String, CaseIterable, Sendable {
  case grid, table, json, ndjson, flat, csv, markdown, html, urls

  /// A trait in which formats differ
  ///
  /// - `numbers`: shows people the photos' numbers, and page addresses only if they ask for them
  /// - `fields`: can have chosen facts alone
  /// - `lists`: a fact may be a list of objects
  /// - `size`: names one picture of each photo
  /// - `pictures`: people or programs load the pictures at the addresses in the format, so that
  ///   addresses of private networks are left out
  enum Trait { case numbers, fields, lists, size, pictures }

  func has(_ trait: Trait) -> Bool { traits.contains(trait) }

  private var traits: Set<Trait> {
    switch self {
    case .grid: [.numbers]
    case .table: [.numbers, .fields]
    case .json, .ndjson: [.fields, .lists]
    case .csv: [.fields, .size, .pictures]
    case .flat, .markdown, .urls: [.size, .pictures]
    case .html: [.pictures]
    }
  }

  /// The names of the formats of a kind as a sentence has them: `json, ndjson and csv`
  static func names(where isMeant: (ListingFormat) -> Bool) -> String {
    let names = allCases.filter(isMeant).map(\.rawValue)
    return ([names.dropLast().joined(separator: ", ")].filter { !$0.isEmpty } + names.suffix(1))
      .joined(separator: " and ")
  }
}

extension ListingFormat {
  /// The format of a file by its extension
  static let endings: KeyValuePairs<String, ListingFormat> = [
    "csv": .csv, "json": .json, "ndjson": .ndjson, "jsonl": .ndjson, "md": .markdown,
    "html": .html, "htm": .html, "txt": .urls,
  ]

  /// The format for a file's extension; nil without an extension, and for a path that isn't a plain
  /// file, such as a pipe
  ///
  /// - Throws: a usage failure for an unknown extension.
  init?(endingOf file: String) throws {
    guard let ending = Self.ending(of: file) else { return nil }
    if let format = Self.format(byEndingOf: file) {
      self = format
      return
    }
    if stat(at: file)?.isFile == false { return nil }
    let endings = Self.endings.map { ".\($0.key)" }.joined(separator: ", ")
    throw CommandFailure.usage(
      "-o \(file): no format has the ending .\(ending); name one with -f, or let the file end in "
        + "\(endings) (.txt is a list of addresses)")
  }

  /// The format with this extension; nil for any other
  static func format(byEndingOf file: String) -> ListingFormat? {
    let ending = ending(of: file)
    return endings.first { $0.key == ending }?.value
  }

  /// The text after the name's last point, in lower case; nil if it is empty, or if the name begins
  /// with its only point
  private static func ending(of file: String) -> String? {
    let name = URL(filePath: file).lastPathComponent
    guard let point = name.lastIndex(ofASCII: "."), point > name.startIndex else { return nil }
    let ending = name[point...].dropFirst().lowercased()
    return ending.isEmpty ? nil : ending
  }
}
