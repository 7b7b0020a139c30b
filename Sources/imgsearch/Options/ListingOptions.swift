import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import Platform
import Terminal

/// The options for printing a listing
struct ListingOptions: Sendable {
  let format: ListingFormat
  let role: Rendition.Role
  let columns: Int?
  /// The facts to print of each photo, in this order; empty for the format's own
  let fields: [FieldName]
  let pictures: PictureUse
  /// Whether to print page addresses as text
  let hasAddresses: Bool
  /// The file to print to; nil for standard output
  let file: String?
  /// Whether to open the finished page in the web browser
  let isOpened: Bool

  /// - Parameter only: the only format allowed; nil for any
  /// - Throws: a usage failure for options that don't fit the format, and for a file with an
  ///   unknown extension.
  init(_ arguments: Arguments, only: ListingFormat? = nil) throws {
    if let file = arguments.outputFile, file.lowercased().ends(with: ".gz") {
      let unpacked = String(file.dropLast(3))
      throw CommandFailure.usage(
        "-o \(file): imgsearch packs no files; write \(unpacked), then: gzip \(unpacked)")
    }
    format =
      try only ?? arguments.typed(OptionTable.listingFormat)
      ?? arguments.outputFile.flatMap(ListingFormat.init(endingOf:))
      ?? Self.usualFormat(arguments)
    role = arguments.value(OptionTable.listedSize)
    columns = arguments.value(OptionTable.columns)
    fields = arguments.value(OptionTable.fields)
    pictures = arguments.terminalValue(OptionTable.listedPictures)
    hasAddresses = arguments.value(OptionTable.links)
    file = arguments.outputFile
    isOpened = arguments.value(OptionTable.open)
    try check(OptionTable.open.row, isOpened, goesWith: { $0 == .html })
    try check(
      OptionTable.links.row, arguments.typed(OptionTable.links) == true, goesWith: \.hasNumbers)
    try check(OptionTable.fields.row, !fields.isEmpty, goesWith: \.takesFields)
    if let list = fields.first(where: \.isListOfObjects), [.csv, .table].contains(format) {
      throw CommandFailure.usage(
        "--fields: \(list.rawValue) is a list of objects, which \(format.rawValue) can't hold; "
          + "take --format json or ndjson")
    }
    try check(
      OptionTable.columns.row, arguments.typed(OptionTable.columns) != nil,
      goesWith: { $0 == .grid })
    // If only one format is allowed, pictures are shown beside it.
    let hasPictures = arguments.typed(OptionTable.listedPictures) ?? .never != .never
    try check(OptionTable.listedPictures.row, only == nil && hasPictures, goesWith: { $0 == .grid })
    let hasSize = arguments.typed(OptionTable.listedSize) != nil
    try check(OptionTable.listedSize.row, hasSize, goesWith: \.takesSize)
  }

  private func check(
    _ option: OptionRow, _ isGiven: Bool, goesWith isFit: (ListingFormat) -> Bool
  ) throws {
    guard isGiven, !isFit(format) else { return }
    let names = ListingFormat.names(where: isFit)
    throw CommandFailure.usage(
      "\(option.flag) goes with --format \(names), not \(format.rawValue)")
  }

  /// The format if none is chosen: a grid has no place for single facts
  private static func usualFormat(_ arguments: Arguments) -> ListingFormat {
    let usual = arguments.value(OptionTable.listingFormat)
    return usual == .grid && !arguments.value(OptionTable.fields).isEmpty ? .table : usual
  }

  /// Counts pictures printed in a smaller size than asked for; nil for formats without pictures
  var smallerPictures: SmallerPictures? {
    switch format {
    case .csv where !fields.isEmpty && !fields.contains(FieldName(rawValue: "url")): nil
    case .urls, .flat, .csv, .markdown: SmallerPictures(asked: role)
    case .html: SmallerPictures(asked: .original)
    case .grid, .table, .json, .ndjson: nil
    }
  }
}

extension Arguments {
  /// The file to print to; nil for standard output, also written `-`
  var outputFile: String? { typed(OptionTable.file).flatMap { $0 == "-" ? nil : $0 } }
}

/// How a list of photos is printed
enum ListingFormat: String, CaseIterable, Sendable {
  case grid, table, json, ndjson, flat, csv, markdown, html, urls

  /// Whether the format shows people the photos' numbers, and leaves out the addresses of pages
  /// unless they are asked for
  var hasNumbers: Bool { [.grid, .table].contains(self) }

  /// Whether people or programs load the pictures at the addresses in the format
  var leadsToPictures: Bool { takesSize || self == .html }

  /// Whether the format can have chosen facts alone
  var takesFields: Bool { [.json, .ndjson, .csv, .table].contains(self) }

  /// Whether the format names one picture of each photo
  var takesSize: Bool { [.flat, .csv, .markdown, .urls].contains(self) }

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
    guard let point = name.lastPlace(of: "."), point > name.startIndex else { return nil }
    let ending = name[point...].dropFirst().lowercased()
    return ending.isEmpty ? nil : ending
  }
}
