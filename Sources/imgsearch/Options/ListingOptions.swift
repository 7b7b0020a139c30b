import CommandSyntax
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
  init(_ options: OptionValues, only: ListingFormat? = nil) throws {
    file = options.outputFile
    if let file, file.lowercased().ends(with: ".gz") {
      let unpacked = String(file.dropLast(3))
      throw CommandFailure.usage(
        "-o \(file): imgsearch packs no files; write \(unpacked), then: gzip \(unpacked)")
    }
    format =
      try only ?? options.given(OptionTable.listingFormat)
      ?? file.flatMap(ListingFormat.init(endingOf:))
      ?? Self.usualFormat(options)
    role = options.value(OptionTable.listedSize)
    columns = options.value(OptionTable.columns)
    fields = options.value(OptionTable.fields)
    pictures = options.value(OptionTable.listedPictures)
    hasAddresses = options.value(OptionTable.links)
    isOpened = options.value(OptionTable.open)
    try check(OptionTable.open.row, isOpened, goesWith: { $0 == .html })
    try check(
      OptionTable.links.row, options.given(OptionTable.links) == true,
      goesWith: { $0.has(.numbers) })
    try check(OptionTable.fields.row, !fields.isEmpty, goesWith: { $0.has(.fields) })
    if let list = fields.first(where: \.isListOfObjects), !format.has(.lists) {
      throw CommandFailure.usage(
        "--fields: \(list.rawValue) is a list of objects, which \(format.rawValue) can't hold; "
          + "take --format json or ndjson")
    }
    try check(
      OptionTable.columns.row, options.given(OptionTable.columns) != nil,
      goesWith: { $0 == .grid })
    // If only one format is allowed, pictures are shown beside it.
    let hasPictures = options.given(OptionTable.listedPictures) ?? .never != .never
    try check(OptionTable.listedPictures.row, only == nil && hasPictures, goesWith: { $0 == .grid })
    let hasSize = options.given(OptionTable.listedSize) != nil
    try check(OptionTable.listedSize.row, hasSize, goesWith: { $0.has(.size) })
  }

  private func check(
    _ option: OptionRow, _ isGiven: Bool, goesWith isFit: (ListingFormat) -> Bool
  ) throws {
    guard isGiven, !isFit(format) else { return }
    let names = ListingFormat.names(where: isFit)
    throw CommandFailure.usage("\(option.flag) goes with --format \(names), not \(format.rawValue)")
  }

  /// The format if none is chosen: a grid has no place for single facts
  private static func usualFormat(_ options: OptionValues) -> ListingFormat {
    let usual = options.value(OptionTable.listingFormat)
    return usual == .grid && !options.value(OptionTable.fields).isEmpty ? .table : usual
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

extension OptionValues {
  /// The file to print to; nil for standard output, also written `-`
  var outputFile: String? { given(OptionTable.outputFile).flatMap { $0 == "-" ? nil : $0 } }
}
