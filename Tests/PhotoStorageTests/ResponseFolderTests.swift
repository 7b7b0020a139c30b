import FixtureMaker
import Foundation
import PhotoSearch
import PhotoStorage
import Testing

struct ResponseFolderTests {
  private let temporary = SampleFolder(isMade: false)
  private var folder: URL { temporary.url }
  private let store: ResponseFolder

  init() { store = ResponseFolder(temporary.url) }

  private func reply(_ text: String, at date: Date = Date(timeIntervalSince1970: 1)) -> WebReply {
    WebReply(
      status: 200, headers: ["Link": "<a>; rel=next", "X-Total": "7"], body: Data(text.utf8),
      received: date)
  }

  @Test func `a reply comes back as it was kept, from the cache`() throws {
    store.keep(reply("cats"), named: "a")
    let kept = try #require(ResponseFolder(folder).response(named: "a"))
    #expect((kept.body, kept.headers["x-total"], kept.source) == (Data("cats".utf8), "7", .cache))
    #expect((kept.received, store.response(named: "b")) == (Date(timeIntervalSince1970: 1), nil))
  }

  @Test func `a damaged file is as good as none`() throws {
    store.keep(reply("cats"), named: "a")
    try Data("bpl".utf8).write(to: file())
    #expect(store.response(named: "a") == nil)
  }

  /// The one reply that is kept
  private func file() throws -> URL {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return folder.appending(path: try #require(names.first { $0.hasSuffix(".reply") }))
  }

  @Test func `no damage to a file changes what is read: it is the same reply or none`() throws {
    var sent = reply("{\"a\":\"\u{20DD}\u{0}\"}\n\r\n[]", at: Date(timeIntervalSince1970: 0.1))
    sent.headers["X-Odd"] = "\u{202E}\"\\\n\u{0301}"
    store.keep(sent, named: "a")
    let file = try file()
    let whole = try Data(contentsOf: file)
    let kept = try #require(store.response(named: "a"))
    sent.source = .cache
    #expect(kept == sent)
    store.keep(reply("another"), named: "b")
    let other = try #require(
      FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .first { $0.pathExtension == "reply" && $0.lastPathComponent != file.lastPathComponent })
    let others = try Data(contentsOf: other)
    var generator = SeededGenerator(seed: 10)
    // Each bit; every third where time matters, in each place of a byte
    for bit in stride(from: 0, to: whole.count * 8, by: LongRun.isAsked ? 1 : 3) {
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      try bytes.write(to: file)
      #expect(store.response(named: "a") == nil, "bit \(bit)")
    }
    for round in 0..<LongRun.count(2_000, otherwise: 600) {
      var bytes = whole
      let place = Int.random(in: 0..<whole.count, using: &generator)
      let length = Int.random(in: 0...min(64, whole.count - place), using: &generator)
      switch round % 6 {
      case 0: bytes = whole.prefix(place)
      case 1: bytes = whole.dropFirst(place)
      case 2: bytes += others.prefix(length)
      case 3: bytes.replaceSubrange(place..<place + length, with: Data(count: length))
      case 4: bytes = others.prefix(place) + whole.dropFirst(place)
      default: bytes.removeSubrange(place..<place + length)
      }
      try bytes.write(to: file)
      let read = store.response(named: "a")
      #expect(bytes == whole ? read == kept : read == nil, "round \(round)")
    }
    // Each in the other's place
    try others.write(to: file)
    try whole.write(to: other)
    #expect((store.response(named: "a"), store.response(named: "b")) == (nil, nil))
  }

  @Test func `nothing else in a reply's place is read or waited for, and a reply replaces it`()
    throws
  {
    store.keep(reply("cats"), named: "a")
    let file = try file()
    let outside = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).reply")
    try FileManager.default.copyItem(at: file, to: outside)
    defer { try? FileManager.default.removeItem(at: outside) }
    let places: [(String) -> Int32] = [
      { mkfifo($0, 0o600) }, { symlink(outside.path, $0) }, { symlink("/dev/zero", $0) },
      { close(creat($0, 0o600)) + truncate($0, 3 << 30) },
    ]
    for (number, put) in places.enumerated() {
      try FileManager.default.removeItem(at: file)
      #expect(put(file.path) == 0)
      #expect(store.response(named: "a") == nil, "\(number)")
      store.keep(reply("dogs"), named: "a")
      #expect(store.response(named: "a")?.body == Data("dogs".utf8), "\(number)")
    }
    #expect(try Data(contentsOf: outside).count < 1_000)
  }

  @Test func `what stands in the place of the count is replaced`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let outside = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    #expect(symlink(outside.path, folder.appending(path: "written").path) == 0)
    store.keep(reply("cats"), named: "a")
    #expect(store.response(named: "a") != nil)
    #expect(!FileManager.default.fileExists(atPath: outside.path))
    unlink(folder.appending(path: "written").path)
    #expect(mkfifo(folder.appending(path: "written").path, 0o600) == 0)
    store.keep(reply("dogs"), named: "b")
    #expect(store.response(named: "b") != nil)
  }

  @Test func `keeping a reply looks at the folder only after many`() throws {
    store.keep(reply("cats"), named: "a")
    // What nobody looks at is not removed, though it is far too large.
    let large = folder.appending(path: "0.reply")
    try Data().write(to: large)
    #expect(truncate(large.path, 1 << 30) == 0)
    for number in 0..<50 { store.keep(reply("cats"), named: "\(number)") }
    #expect(FileManager.default.fileExists(atPath: large.path))
    let body = String(repeating: "x", count: 8_000_000)
    for number in 0..<3 { store.keep(reply(body), named: "\(number)") }
    #expect(!FileManager.default.fileExists(atPath: large.path))
    #expect(store.response(named: "49") != nil)
  }

  @Test func `the oldest are given up when all take too much`() throws {
    let store = ResponseFolder(folder, limit: 40_000)
    for number in 0..<20 {
      store.keep(reply(String(repeating: "x", count: 5_000)), named: "\(number)")
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [.fileSizeKey])
      let total = try files.reduce(0) {
        $0 + (try $1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
      }
      #expect(total <= 40_000)
    }
    #expect(store.response(named: "19") != nil)
  }

  @Test func `a folder that cannot be written costs nothing but the cache`() {
    let store = ResponseFolder(URL(filePath: "/dev/null/cache"))
    store.keep(reply("cats"), named: "a")
    #expect(store.response(named: "a") == nil)
  }
}
