import CommandSyntax
import Foundation
import PhotoDisplay
import PhotoSearch
import Platform
import Terminal

/// The options of `open`
struct OpenOptions: Sendable {
  /// Most pages to open at once; more would be a mistake
  private static let maxPages = 20

  /// The photos as typed
  let photos: [String]
  /// Whether to open the picture instead of its page
  let isPicture: Bool
  let run: RequestOptions

  /// - Throws: a usage failure if no photo is named, or too many.
  init(_ arguments: Arguments) throws {
    photos = try arguments.photos
    isPicture = arguments.value(OptionTable.picture)
    run = RequestOptions(arguments)
    let numbers = try photos.filter { $0 != "-" }.compactMap { try PhotoOperand($0).count }
    try Self.check(numbers.reduce(0, +))
  }

  /// - Throws: a usage failure for more photos than may be opened at once.
  static func check(_ count: Int) throws {
    guard count <= maxPages else {
      throw CommandFailure.usage("open takes at most \(maxPages) photos at once")
    }
  }
}

/// `imgsearch open <photo>...`: opens the photos' pages, or their pictures, in the web browser
struct OpenCommand {
  let options: OpenOptions
  let console: Console

  func run() async throws -> ExitCode {
    var addresses: [URL] = []
    var pictures = PrivateAddressFilter(console)
    let code = try await PhotoResolver.each(
      of: options.photos, run: options.run, isOld: { _ in options.isPicture }, console: console
    ) { photo in
      let shown = options.isPicture ? try pictures.shown(photo) : photo
      guard let url = options.isPicture ? shown.rendition(.full)?.url : photo.pageURL,
        WebAddress.isWeb(url)
      else { throw CommandFailure("\(photo.id) has no picture to open", code: .noInput) }
      addresses.append(url)
    }
    if let notice = pictures.notice { console.note(notice) }
    // Open ranges and standard input can only be counted now.
    try OpenOptions.check(addresses.count)
    let desktop = console.desktop
    for address in addresses where !(await desktop.open(WebAddress.printable(address))) {
      console.note("imgsearch: there is no program to open web pages with; the address is")
      try console.print(WebAddress.printable(address) + "\n")
    }
    return code
  }
}
