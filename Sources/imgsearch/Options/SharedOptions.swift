import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import Terminal

/// Who answers, and how: what every command that may ask the services takes
struct RequestOptions: Sendable {
  /// The recording that answers in place of the services
  var replay: String?
  /// Where all answers are recorded
  var record: String?
  /// Whether the cache alone answers
  var isOffline: Bool
  /// Whether what is in the cache is asked for again
  var isRefreshing: Bool
  /// How long a request may take
  var timeout: Duration
  /// Whether a line is said of each request
  var isVerbose: Bool

  init(_ arguments: Arguments) {
    replay = arguments.value(OptionTable.replay)
    record = arguments.value(OptionTable.record)
    isOffline = arguments.value(OptionTable.offline)
    isRefreshing = arguments.value(OptionTable.refresh)
    timeout = arguments.value(OptionTable.timeout)
    isVerbose = arguments.value(OptionTable.verbose)
  }

  /// The recording's absolute path, by which it is found from any folder
  var replayPath: String? { replay.map { URL(filePath: $0).standardizedFileURL.path } }

  /// - Throws: a usage failure for options that exclude each other.
  func check() throws {
    if replay != nil, isOffline || isRefreshing {
      let option = isOffline ? OptionTable.offline : OptionTable.refresh
      throw CommandFailure.usage("\(option.row.flag) doesn't go with --replay")
    }
    if isOffline, isRefreshing {
      throw CommandFailure.usage("--offline and --refresh exclude each other")
    }
  }
}

/// How a listing is printed
struct ListingOptions: Sendable {
  let format: ListingFormat
  let role: Rendition.Role
  let columns: Int?
  let pictures: PictureUse
  /// Whether page addresses are printed as text
  let hasAddresses: Bool
  /// The file that it is printed to; nil for standard output
  let file: String?
  /// Whether the page is shown in the web browser once it is there
  let isOpened: Bool

  /// - Parameter only: the one format that there is; nil for any
  /// - Throws: a usage failure for options that do not go with the format, and for a file whose
  ///   ending tells none.
  init(_ arguments: Arguments, only: ListingFormat? = nil) throws {
    if let file = arguments.outputFile, file.lowercasedASCII.ends(with: ".gz") {
      let plain = String(file.dropLast(3))
      throw CommandFailure.usage(
        "-o \(file): files aren't packed here; write \(plain), then: gzip \(plain)")
    }
    format =
      try only ?? arguments.typed(OptionTable.listingFormat)
      ?? arguments.outputFile.flatMap(ListingFormat.init(endingOf:))
      ?? arguments.value(OptionTable.listingFormat)
    role = arguments.value(OptionTable.listedSize)
    columns = arguments.value(OptionTable.columns)
    pictures = arguments.terminalValue(OptionTable.listedPictures)
    hasAddresses = arguments.value(OptionTable.links)
    file = arguments.outputFile
    isOpened = arguments.value(OptionTable.open)
    if isOpened, format != .html {
      throw CommandFailure.usage("--open goes with --format html, not \(format.rawValue)")
    }
    if arguments.typed(OptionTable.links) == true, !format.hasNumbers {
      throw CommandFailure.usage(
        "--links goes with --format grid and table, not \(format.rawValue)")
    }
    if arguments.typed(OptionTable.columns) != nil, format != .grid {
      throw CommandFailure.usage("--columns goes with --format grid, not \(format.rawValue)")
    }
    // Where there is one format alone, they are shown beside it.
    if only == nil, arguments.typed(OptionTable.listedPictures) ?? .never != .never,
      format != .grid
    {
      throw CommandFailure.usage("--pictures goes with --format grid, not \(format.rawValue)")
    }
    if arguments.typed(OptionTable.listedSize) != nil,
      ![.urls, .flat, .csv, .markdown].contains(format)
    {
      throw CommandFailure.usage(
        "--size goes with --format urls, flat, csv and markdown, not \(format.rawValue)")
    }
  }

  /// Counts pictures that are named smaller than asked for; nil for formats that name none
  var smallerPictures: SmallerPictures? {
    switch format {
    case .urls, .flat, .csv, .markdown: SmallerPictures(asked: role)
    case .html: SmallerPictures(asked: .original)
    case .grid, .table, .json, .ndjson: nil
    }
  }

}

extension Arguments {
  /// The file that a listing is printed to; nil for standard output, which `-` stands for too
  var outputFile: String? { typed(OptionTable.file).flatMap { $0 == "-" ? nil : $0 } }
}

extension ListingFormat {
  /// The format of a file by its extension
  private static let endings: KeyValuePairs<String, ListingFormat> = [
    "csv": .csv, "json": .json, "ndjson": .ndjson, "jsonl": .ndjson, "md": .markdown,
    "html": .html, "htm": .html, "txt": .urls,
  ]

  /// The format that a file's ending tells; nil for a name without one, and for what isn't a plain
  /// file, such as a pipe
  ///
  /// - Throws: a usage failure for an ending that tells none.
  init?(endingOf file: String) throws {
    guard let ending = Self.ending(of: file) else { return nil }
    if let format = Self.format(byEndingOf: file) {
      self = format
      return
    }
    var status = stat()
    if stat(file, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return nil }
    let endings = Self.endings.map { ".\($0.key)" }.joined(separator: ", ")
    throw CommandFailure.usage(
      "-o \(file): no format has the ending .\(ending); name one with -f, or let the file end in "
        + "\(endings) (.txt is a list of addresses)")
  }

  /// The format of which that is an ending; nil for any other
  static func format(byEndingOf file: String) -> ListingFormat? {
    let ending = ending(of: file)
    return endings.first { $0.key == ending }?.value
  }

  /// What stands behind the last point of the name, in lower case; nil for nothing, and for a name
  /// that begins with its only point
  private static func ending(of file: String) -> String? {
    let name = URL(filePath: file).lastPathComponent
    guard let point = name.lastPlace(of: "."), point > name.startIndex else { return nil }
    let ending = name[point...].dropFirst().lowercased()
    return ending.isEmpty ? nil : ending
  }
}
