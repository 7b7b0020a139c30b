import Foundation
import PhotoSearch
import PhotoStorage
import Testing

struct ResponseFolderTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "imgsearch-\(UUID().uuidString)")

  private func reply(_ text: String, at date: Date = Date(timeIntervalSince1970: 1)) -> WebReply {
    WebReply(
      status: 200, headers: ["Link": "<a>; rel=next", "X-Total": "7"], body: Data(text.utf8),
      received: date)
  }

  @Test func `a reply comes back as it was kept, from the cache`() throws {
    let store = ResponseFolder(folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    store.keep(reply("cats"), named: "a")
    let kept = try #require(ResponseFolder(folder).response(named: "a"))
    #expect(kept.body == Data("cats".utf8))
    #expect(kept.headers["x-total"] == "7")
    #expect(kept.source == .cache)
    #expect(kept.received == Date(timeIntervalSince1970: 1))
    #expect(store.response(named: "b") == nil)
  }

  @Test func `a damaged file is as good as none`() throws {
    let store = ResponseFolder(folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    store.keep(reply("cats"), named: "a")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    try Data("bpl".utf8).write(to: #require(files.first))
    #expect(store.response(named: "a") == nil)
  }

  @Test func `the oldest are given up when all take too much`() throws {
    let store = ResponseFolder(folder, limit: 40_000)
    defer { try? FileManager.default.removeItem(at: folder) }
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
