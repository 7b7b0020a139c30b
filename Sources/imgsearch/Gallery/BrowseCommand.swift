import CommandSyntax
import Foundation
import LocalServer
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Terminal

/// Options of the gallery's searches and downloads, fixed at its start
struct GalleryOptions: Sendable {
  let requests: RequestOptions
  /// Photos per batch, if the page doesn't say
  let count: Int
  let settings: SearchSettings
  let captions: CaptionUse
  /// The folder for saved pictures
  let folder: DownloadFolder

  init(_ arguments: Arguments) {
    requests = RequestOptions(arguments.options)
    count = arguments.value(OptionTable.count)
    settings = SearchSettings(arguments)
    captions = arguments.value(OptionTable.captions)
    folder = DownloadFolder(
      arguments.value(OptionTable.pictureFolder), embeds: arguments.value(OptionTable.embed))
  }
}

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
      let gallery = Gallery(session: session, options: options)
      let (visits, visit) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      do {
        try await page(of: gallery, visited: { visit.yield() }).serve(at: port) { address in
          try await show(address + (start.isEmpty ? "" : "?\(start)"), until: visits)
        }
      } catch let error as SocketFailure {
        throw CommandFailure(
          "couldn't serve the gallery: \(error); choose another --port", code: .unavailable)
      }
      return .success
    }
  }

  /// The start of the page as the query part of its address, e.g. `q=kittens&license=by`
  private var start: String {
    get throws {
      let request = try SearchRequest(arguments)
      let words = request.plan.query.words
      var items = words.map { [URLQueryItem(name: "q", value: $0)] } ?? []
      let settings = CallArguments.settings(of: request.plan)
      // Settings of config.json apply without being in the address.
      for row in OptionTable.planning where request.isGiven(row.name) {
        let value = settings.first { $0.name == row.name }?.value ?? CallArguments.overruling(row)
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
    let page = try TemporaryPages(in: console.folders.cache).place(.redirect)
    do {
      try TemporaryPages.write(redirectTo: address, in: page)
    } catch {
      throw CommandFailure(
        "\(ErrorText.line(error)); use --no-open and open the address by hand", code: .cannotWrite)
    }
    defer { do { try FileManager.default.removeItem(at: page) } catch {} }
    guard await console.desktop.open(WebAddress.printable(page)) else {
      return console.note(
        "imgsearch: there is no program to open web pages with; open the address above. "
          + "Ctrl-C ends it")
    }
    console.note("The gallery is open in the web browser; Ctrl-C ends it")
    _ = try await withTimeLimit(.seconds(30), clock: ContinuousClock()) {
      for await _ in visit { break }
    }
  }
}

extension BrowseCommand {
  /// The gallery's page and its files, pictures of a recording, and the page's calls
  ///
  /// - Parameter visited: called when the page is loaded
  private func page(of gallery: Gallery, visited: @escaping @Sendable () -> Void) -> LocalPage {
    // Services on this machine may also have their pictures there.
    let apiOrigins = (gallery.session.pictures.apiOrigins ?? [:]).values.flatMap(\.self)
      .filter { $0.isLoopback }.map(\.description)
    return LocalPage(
      markingCallsWith: "Imgsearch-Page",
      pictures: ["data:", "https:"] + Set(apiOrigins).sorted(), maxCallBytes: GalleryCall.maxBytes,
      absence:
        "There is no gallery at this address: imgsearch browse prints a new one each time it starts.",
      file: { name, request in
        switch name {
        case "":
          visited()
          return .file("text/html", PageFile.app)
        case "page.css": return .file("text/css", PageFile.appStyle)
        case "app.js": return .file("text/javascript", PageFile.appScript)
        case RecordedPictures.name: return gallery.picture(request)
        default: return nil
        }
      }, call: gallery.call)
  }
}
