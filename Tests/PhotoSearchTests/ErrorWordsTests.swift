import Foundation
import PhotoSearch
import Testing

/// Errors say what to do next to anyone: a program adds its own options and commands
struct ErrorWordsTests {
  @Test(arguments: [
    (
      TransportError.timedOut(host: "api.example", seconds: 10),
      "api.example didn't answer within 10 s; try again, or allow it more time"
    ),
    (
      .notCached(asked: "https://api.example/"),
      "the cache doesn't have https://api.example/; ask again with the network"
    ),
    (
      .tooLarge(host: "api.example", limit: 5_000_000),
      "api.example sent more than 5 MB; nothing was kept"
    ),
  ])
  func `a request without a reply says what to do next`(error: TransportError, words: String) {
    #expect("\(error)" == words)
  }

  @Test(arguments: [
    (
      ProviderError.Reason.rejected(status: 404, message: "no such method"),
      "the service refused (404: no such method); check the address of its API, if you set one"
    ),
    (.unknownPage(PageCursor("x")), "there is no page x; search again from the first page"),
    (
      .changed(rows: 30, path: "results[0].urls", problem: "nothing"),
      "its replies have changed: none of 30 photos can be read (nothing at results[0].urls); "
        + "a newer imgsearch may know them"
    ),
  ])
  func `a provider's failure says what to do next`(reason: ProviderError.Reason, words: String) {
    #expect("\(reason)" == words)
  }

  @Test func `a cursor that cannot be read says what to do next`() {
    #expect(
      "\(SearchCursorError.damaged)"
        == "this isn't an imgsearch cursor, or it was cut or changed on "
        + "the way; copy the whole of it again, or start the search again")
    #expect(
      "\(SearchCursorError.laterVersion(9))" == "this cursor is of version 9, which a later "
        + "imgsearch wrote; update imgsearch, or start the search again")
    #expect(
      "\(SearchCursorError.earlierVersion(1))" == "this cursor is of version 1, which an earlier "
        + "imgsearch wrote; start the search again")
  }

  @Test func `neither errors nor docs name an option, a command or a variable`() throws {
    let files = try FixtureFiles.sources(in: "PhotoSearch")
    let programWords = try Regex("--[a-z]|\\*_API_URL|XDG_|`imgsearch |imgsearch (favorites|--)")
    for (name, text) in files {
      for line in text.split(separator: "\n") where !line.contains("swift test") {
        #expect(!line.contains(programWords), "\(name): \(line)")
      }
    }
    #expect(files.count > 10)
  }
}
