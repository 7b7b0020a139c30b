import CommandSyntax
import Foundation
import LocalServer
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Pictures
import Platform
import Terminal

/// `imgsearch browse [<words>]`: the gallery in the web browser, served until Ctrl-C
struct BrowseCommand {
  let arguments: Arguments
  let console: Console

  /// - Throws: a usage failure, also for an invalid port.
  func run() async throws -> ExitCode {
    let start = try start
    let number = arguments.value(OptionTable.port) ?? 0
    // Users can't type 0, by which the system is asked for any port.
    guard let port = UInt16(exactly: number) else {
      throw CommandFailure.usage("--port takes a number from 1 to 65535, not \(number)")
    }
    let options = GalleryOptions(arguments)
    // Checked now, rather than at the first download
    try PictureFolder.check(options.folder.url)
    let session = try Session(options.requests, console: console)
    return try await session.finishing {
      let gallery = Gallery(session: session, options: options, console: console)
      let (ready, isReady) = AsyncStream<UInt16>.makeStream()
      let site = GallerySite(gallery: gallery)
      try await withThrowingTaskGroup { group in
        group.addTask {
          defer { isReady.finish() }
          do {
            var limits = LocalHTTPServer.Limits()
            limits.bodyBytes = GallerySite.maxCallBytes
            try await LocalHTTPServer(limits: limits).run(
              port: port, onReady: { isReady.yield($0) }, bodyLimit: site.bodyLimit,
              handler: site.reply)
          } catch let error as SocketFailure {
            throw CommandFailure(
              "couldn't serve the gallery: \(error); choose another --port", code: .unavailable)
          }
        }
        for await port in ready {
          let address = site.page.address(at: port) + (start.isEmpty ? "" : "?\(start)")
          try await show(address, until: site.firstVisit)
        }
        try await group.waitForAll()
      }
      return .success
    }
  }

  /// The start of the page as the query part of its address, e.g. `q=kittens&license=by`
  private var start: String {
    get throws {
      let plan = try PlanOptions(arguments).plan
      var items = plan.query.words.map { [URLQueryItem(name: "q", value: $0)] } ?? []
      let settings = Gallery.settings(of: plan)
      var typed = arguments.typedFlags
      // Words to leave out may be typed among the others.
      if !plan.query.filters.without.isEmpty { typed.insert("--\(FilterRow.without.name)") }
      // Settings of config.json apply without being in the address.
      for row in OptionTable.planning where typed.contains(row.flag) {
        let value = settings.first { $0.name == row.name }?.value ?? Gallery.overruling(row)
        items.append(URLQueryItem(name: row.name, value: value))
      }
      return items.percentEncoded
    }
  }

  /// Prints the gallery's address and opens it
  ///
  /// The address contains the secret, which must not appear in the list of processes. So the
  /// browser is given a file that redirects to the address and that other users can't read.
  ///
  /// - Parameter visit: gives an element once the page was loaded
  private func show(_ address: String, until visit: AsyncStream<Void>) async throws {
    try console.print(address + "\n")
    guard !arguments.value(OptionTable.noOpen) else { return console.note("Ctrl-C ends it") }
    let page = try redirectPage(to: address)
    defer { do { try FileManager.default.removeItem(at: page) } catch {} }
    guard await console.desktop.open(WebAddress.printable(page))
    else {
      return console.note(
        "imgsearch: there is no program to open web pages with; open the address above. "
          + "Ctrl-C ends it")
    }
    console.note("The gallery is open in the web browser; Ctrl-C ends it")
    _ = try await withTimeLimit(.seconds(30), clock: ContinuousClock()) {
      for await _ in visit { break }
    }
  }

  /// A file that redirects a web browser to an address; other users can't read it
  ///
  /// - Throws: a failure with code 74.
  private func redirectPage(to address: String) throws -> URL {
    let file = try TemporaryPages(in: console.folders.cache).place(.redirect)
    let page = """
      <!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0;url=\(address.replacing(each: "&", by: "&amp;"))">
      <title>imgsearch</title>

      """
    do {
      try RegularFile.replace(file, with: Data(page.utf8), permissions: 0o600)
    } catch {
      throw CommandFailure(
        "\(ErrorText.line(error)); use --no-open and open the address by hand", code: .cannotWrite)
    }
    return file
  }
}
