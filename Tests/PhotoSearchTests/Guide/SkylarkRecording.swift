import Foundation
import PhotoSearch

extension SkylarkTests {
  /// A session with a service that there is not: two pages, and one photo
  var recording: HARArchive {
    get throws {
      let page = { (rows: [Int]) in
        #"{"found":6,"pages":2,"items":[\#(rows.map(row).joined(separator: ","))]}"#
      }
      let entries = [
        entry("/photos?words=boats", page([4_700, 4_701, 4_702, 4_703])),
        entry("/photos?words=boats&page=2", page([4_704, 4_705])),
        entry("/photos/4700", row(4_700)),
      ]
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
      let log = #"{"log":{"version":"1.2","entries":[\#(entries.joined(separator: ","))]}}"#
      try Data(log.utf8).write(to: file)
      let archive = try HARArchive(contentsOf: file)
      try FileManager.default.removeItem(at: file)
      return archive
    }
  }

  private func row(_ id: Int) -> String {
    """
    {"id":\(id),"kind":"photo","title":"Boats &amp; gulls","page":"https://skylark.example/p/\(id)",
    "by":{"name":"Ada L.","page":"https://skylark.example/u/ada"},"width":4000,"height":3000,
    "files":{"preview":"https://img.skylark.example/\(id)/s.jpg","whole":
    "https://img.skylark.example/\(id)/o.jpg"},"terms":
    "https://creativecommons.org/licenses/by/4.0/","shown_since":"2026-03-01T08:00:00Z"}
    """
  }

  private func entry(_ address: String, _ body: String) -> String {
    let text = body.replacing("\n", with: " ").replacing("\"", with: "\\\"")
    return """
      {"startedDateTime":"2026-11-20T12:00:00Z","time":1,"request":{"method":"GET","url":
      "https://api.skylark.example/v2\(address)","headers":[]},"response":{"status":200,"headers":
      [{"name":"Content-Type","value":"application/json"}],"content":{"text":"\(text)"}}}
      """
  }
}
