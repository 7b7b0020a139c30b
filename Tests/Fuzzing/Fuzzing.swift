import CommandSyntax
import Foundation
@testable import LocalServer
@testable import PhotoDisplay
@testable import PhotoSearch
@testable import PhotoStorage
@testable import imgsearch
import Pictures

/// What libFuzzer gives bytes to: the reader that the variable FUZZED_READER names; without it
/// their names are printed
///
/// A reader may refuse what it likes; it may not trap, hang, or answer what can't be. `.ci/fuzz`
/// builds and runs all of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = start.map { Data(bytes: $0, count: count) } ?? Data()
  do { try reader(data) } catch {}
  return 0
}

private let reader: Readers.Reader = {
  let name = ProcessInfo.processInfo.environment["FUZZED_READER"] ?? ""
  if let reader = Readers.all[name] { return reader }
  // libFuzzer takes an exit of any other kind for a fault.
  for name in Readers.all.keys.sorted() { print(name) }
  fflush(nil)
  _exit(name.isEmpty ? 0 : 64)
}()

enum Readers {
  typealias Reader = @Sendable (Data) throws -> Void

  static let all: [String: Reader] = [
    "config": config, "cursor": cursor, "har": har, "jpeg": jpeg, "json": json, "lines": lines,
    "markup": markup, "pictures": pictures, "redaction": redaction, "requests": requests,
  ].merging(
    ProviderCatalog.adapters.map { adapter -> (String, Reader) in
      ("provider-\(adapter.profile.id)", { try page($0, adapter.init(access: APIAccess())) })
    }
  ) { $1 }

  @Sendable private static func json(_ data: Data) throws {
    let values = try JSONDocument.values(in: data)
    for value in values {
      if let number = value.string == nil ? value.text : nil {
        let form = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/
        precondition(number.wholeMatch(of: form) != nil, "what isn't a number is read as one")
      }
      let copy = try JSONEncoder().encode(value)
      precondition((try? JSONDocument(copy)) != nil, "what was written can't be read")
    }
  }

  @Sendable private static func har(_ data: Data) throws {
    let entries = try HARArchive.entries(in: Array(data), from: "fuzzed.har")
    let replay = ReplayTransport(
      archive: HARArchive(entries: entries),
      apis: ProviderCatalog.providers { _ in nil }.map { $0.api })
    for url in entries.prefix(8).compactMap({ URL(string: $0.url) }) {
      _ = try? replay.response(to: WebRequest(url: url))
    }
  }

  @Sendable private static func cursor(_ data: Data) throws {
    let cursor = try SearchCursor(String(decoding: data, as: UTF8.self))
    let again = try SearchCursor(cursor.description)
    precondition(again.description == cursor.description, "a cursor prints another")
  }

  /// Pages of searches and lists, and what is read of a single photo
  private static func page(_ data: Data, _ provider: any JSONPhotoProvider) throws {
    let reply = WebReply(status: 200, headers: ["Content-Type": "application/json"], body: data)
    let query = PhotoQuery(provider.profile.kind == .search ? "kittens" : nil)
    if let page = try? provider.page(from: reply, for: query, at: nil) {
      for photo in page.photos { try check(photo) }
    }
    if let photo = try? provider.photo("1", from: [.success(reply)]) { try check(photo) }
    _ = provider.verdict(on: reply)
  }

  /// A photo is written, and read as it was
  private static func check(_ photo: Photo) throws {
    let line = PhotoJSON.complete(photo)
    let read = try PhotoJSON.photo(from: line)
    precondition(read == photo, "a photo isn't read as it was written")
    precondition(photo.credit.html.utf8.count < 1_000_000)
  }

  @Sendable private static func markup(_ data: Data) throws {
    let text = String(decoding: data, as: UTF8.self)
    if let plain = PlainText.resolved(text) {
      precondition(PlainText.folded(plain) == plain, "what was folded folds again")
    }
    _ = HTMLLink.first(in: text)
    if let address = WebAddress(text) {
      precondition(address.url.absoluteString == address.text, "an address is that of its URL")
    }
    _ = License.creativeCommons(named: text)
    _ = PhotoFilters.LicenseCode(named: text)
  }

  /// Nothing of a key is left, and nothing else goes
  @Sendable private static func redaction(_ data: Data) throws {
    let key = "kEy0123456789abcdef"
    let redaction = Redaction(secrets: [key])
    let output = redaction.data(data)
    precondition(!redaction.finds(in: String(decoding: output, as: UTF8.self)), "a key is left")
    precondition(redaction.data(output) == output, "what was redacted is redacted again")
  }

  @Sendable private static func requests(_ data: Data) throws {
    var reader = RequestReader(limits: LocalHTTPServer.Limits(), host: "127.0.0.1:80")
    // However it is divided, it is the same request.
    for half in [data.prefix(data.count / 2), data.dropFirst(data.count / 2)] {
      reader.append(Array(half))
      if case .request = try reader.next() { return }
    }
  }

  @Sendable private static func pictures(_ data: Data) throws {
    let facts = try PictureFacts(of: PictureBytes(data))
    precondition(facts.bytes == data.count, "bytes are lost")
    let page = URL(constant: "https://www.flickr.com/photos/1/2")
    var photo = Photo(
      id: PhotoID(service: "flickr", native: "2"), provider: .flickr, site: "Flickr", pageURL: page)
    photo.title = "Kitten"
    photo.license = .unsplash
    let credit = EmbeddedCredit(photo)
    func embedded(in data: Data) throws -> Data {
      let picture = PictureBytes(data)
      var result = Data()
      try credit.edits(for: picture).apply(to: picture) { result += $0 }
      return result
    }
    let once = try embedded(in: data)
    let again = try embedded(in: once)
    precondition(again == once, "what has the credit gets it again")
  }

  @Sendable private static func jpeg(_ data: Data) throws {
    let picture = try SmallPicture(eighthOfJPEG: data)
    precondition(picture.pixels.count == 3 * picture.width * picture.height)
    if let hash = PerceptualHash(picture) {
      precondition(PerceptualHash(bytes: hash.bytes) == hash, "a hash isn't read as it was written")
    }
  }

  @Sendable private static func lines(_ data: Data) throws {
    let text = String(decoding: data, as: UTF8.self)
    let isDone = DispatchSemaphore(value: 0)
    Task {
      var input = PhotoInput(text: text, name: "fuzzed") { operand in
        try operand.id().map { [.id($0)] } ?? []
      }
      while (try? await input.next()) != nil {}
      isDone.signal()
    }
    isDone.wait()
  }

  private static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }()

  @Sendable private static func config(_ data: Data) throws {
    try data.write(to: folder.appending(path: "config.json"))
    let config = ConfigFile(in: folder)
    _ = try? config.variables()
    _ = try? config.history()
    _ = try OptionValues([], defaults: config.defaults())
  }
}
