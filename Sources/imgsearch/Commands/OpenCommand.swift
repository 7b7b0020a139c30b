import CommandSyntax
import Foundation
import PhotoSearch
import Platform
import Terminal

/// `imgsearch open <photo>...`: opens the photos' pages, or their pictures, in the web browser
struct OpenCommand {
  /// Most pages to open at once; more would be a mistake
  private static let maxPages = 20
  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure if no photo is named, or too many.
  func run() async throws -> ExitCode {
    let photos = try arguments.photos
    let isPicture = arguments.value(OptionTable.picture)
    let numbers = try photos.filter { $0 != "-" }.compactMap { try PhotoOperand($0).count }
    try check(numbers.reduce(0, +))
    var addresses: [URL] = []
    var resolver = PhotoResolver(arguments, showsPictures: isPicture, console: console) { _ in
      isPicture ? .withPictures(nil) : .stored
    }
    let code = try await resolver.each(of: photos) { photo in
      guard let url = isPicture ? photo.rendition(.full)?.url : photo.pageURL, WebAddress.isWeb(url)
      else { throw PhotoFault.noPicture(photo.id) }
      addresses.append(url)
    }
    // Open ranges and standard input can only be counted now.
    try check(addresses.count)
    let desktop = console.desktop
    for address in addresses where !(await desktop.open(WebAddress.printable(address))) {
      console.note("imgsearch: there is no program to open web pages with; the address is")
      try console.print(WebAddress.printable(address) + "\n")
    }
    return code
  }

  private func check(_ count: Int) throws {
    guard count <= Self.maxPages else {
      throw CommandFailure.usage("open takes at most \(Self.maxPages) photos at once")
    }
  }
}
