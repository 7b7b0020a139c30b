import Foundation
import PhotoSearch
import PhotoStorage
import Testing

/// Tokens from run to run, for nobody else to read
struct TokenFileTests {
  private let temporary = SampleFolder()
  private var folder: URL { temporary.url.appending(path: "imgsearch") }
  private let now = Date()

  @Test func `a token is kept until it ends, and can be removed`() throws {
    TokenFile(in: folder).store("t0ken", until: now + 60, named: "a")
    let file = TokenFile(in: folder)
    #expect(file.token(named: "a", at: now) == "t0ken" && file.token(named: "b", at: now) == nil)
    #expect(file.token(named: "a", at: now + 61) == nil)
    let path = folder.appending(path: "tokens.json").path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    file.store("0ther", until: now - 1, named: "b")
    file.store(nil, until: now, named: "a")
    file.store("third", until: now + 60, named: "c")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("t0ken") && !text.contains("0ther") && text.contains("third"))
    file.removeAll()
    #expect(file.token(named: "c", at: now) == nil)
  }

  @Test func `a damaged file costs a new token, and nothing else`() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: folder.appending(path: "tokens.json"))
    let file = TokenFile(in: folder)
    #expect(file.token(named: "a", at: now) == nil)
    file.store("t0ken", until: now + 60, named: "a")
    #expect(file.token(named: "a", at: now) == "t0ken")
  }
}
