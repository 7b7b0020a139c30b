import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// What is saved where, and what is not saved again
@Suite(.waits, .serialized, .timeLimit(.minutes(20))) struct DownloadFolderTests {
  private let setup: DownloadSetup

  init() throws {
    setup = try DownloadSetup(services: ["openverse"]) { .jpeg(Data($0.url.path.utf8)) }
  }

  @Test(arguments: ["csv", "json", "xmp", "reuse"])
  func `another size is another file, whichever comes first`(credits: String) throws {
    for _ in 1...2 {
      for size in ["regular", "original"] {
        try setup.run("--size", size, "--sidecar", credits, input: setup.line(1)).ended()
      }
    }
    let both = ["openverse-1-k-original", "openverse-1-k"]
    let files =
      credits == "csv"
      ? ["credits.csv"] + both.map { "\($0).jpg" }
      : both.flatMap {
        ["\($0).jpg", $0 + (credits == "reuse" ? ".jpg.license" : ".\(credits)")]
      }
    #expect(try setup.files == files.sorted())
    for (stem, role) in zip(both, ["original", "regular"]) {
      let file = setup.pictures.appending(path: stem + ".jpg")
      #expect(try Data(contentsOf: file).suffix(from: 4) == Data("/1-\(role).jpg".utf8))
    }
    #expect(setup.server.requests.count == 2)
  }

  @Test(arguments: ["csv", "json", "xmp", "reuse"])
  func `each author has a folder, and what was saved before is left out`(credits: String) throws {
    let options = ["--name", "{author}/{title}.{ext}", "--sidecar", credits]
    func save(_ input: String, _ more: String...) throws -> Program.Outcome {
      try setup.run(options + more, input: input)
    }
    try save(setup.line(1) + setup.line(2, by: "../Bob/..") + setup.line(3), "--new").ended()
    let pictures = ["Ann/k-2.jpg", "Ann/k.jpg", "Bob/k.jpg"]
    #expect(try setup.files.filter { $0.hasSuffix("jpg") } == pictures)
    // A picture that somebody has thrown away is not brought back; its credit is still there.
    try FileManager.default.removeItem(at: setup.pictures.appending(path: "Ann/k.jpg"))
    let second = try save(
      setup.line(1) + setup.line(9, origin: "openverse:3") + setup.line(4, by: "Cid"), "--new"
    ).ended(saying: "1 saved · 2 saved before")
    #expect((second.lines.filter { !$0.isEmpty }.count, setup.server.requests.count) == (1, 4))
    let third = try save(setup.line(1))
    #expect(third.errors.contains("1 saved"))
  }

  @Test(arguments: ["csv", "json", "xmp", "reuse"])
  func `an empty file is no picture, and the picture takes its place`(credits: String) throws {
    try setup.home.write("", to: "pictures/openverse-1-k.jpg")
    try setup.run("--sidecar", credits, input: setup.line(1)).ended(saying: "1 saved")
    let file = setup.pictures.appending(path: "openverse-1-k.jpg")
    #expect(try Data(contentsOf: file).starts(with: [0xFF, 0xD8, 0xFF]))
    let again = try setup.run("--sidecar", credits, input: setup.line(1))
    #expect(again.errors.contains("1 there already") && setup.server.requests.count == 1)
  }

  @Test(arguments: ["text", "link to text", "link to nothing in it"])
  func `what isn't a picture is not taken for one, and costs that picture alone`(
    what: String
  ) throws {
    let name = "openverse-1-k.jpg"
    let (file, target) = (setup.pictures.appending(path: name), setup.home.path("target"))
    try setup.home.write("", to: "pictures/other")
    try setup.home.write(what == "link to text" ? "words" : "", to: "target")
    if what == "text" {
      try setup.home.write("words", to: "pictures/\(name)")
    } else {
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    }
    let before = try Data(contentsOf: file)
    for credits in ["csv", "json"] {
      let outcome = try setup.run("--sidecar", credits, input: setup.line(1) + setup.line(2)).ended(
        with: 69,
        saying:
          "openverse:1: \(name) is there and isn't a picture; move it away, or use --overwrite",
        "1 failed")
      #expect(try !outcome.output.contains(name) && Data(contentsOf: file) == before)
    }
    #expect(try !setup.home.text("pictures/credits.csv").contains("openverse:1"))
    #expect(try setup.files.filter { $0.hasSuffix("json") } == ["openverse-2-k.json"])
    try setup.run("--overwrite", input: setup.line(1)).ended()
    #expect(try Data(contentsOf: file).starts(with: [0xFF, 0xD8, 0xFF]))
    if what != "text" { #expect(try Data(contentsOf: URL(filePath: target)) == before) }
  }

  @Test func `rights that are reserved are said once`() throws {
    let all = "LicenseRef-All-Rights-Reserved"
    let outcome = try setup.run(
      input: setup.line(1, license: all) + setup.line(2, license: all) + setup.line(3))
    let lines = outcome.errorLines.filter { $0.contains("rights") }
    #expect(
      lines == [
        "All rights are reserved for 2 of 3 pictures saved; ask their authors before you use them"
      ])
    let free = try setup.run(input: setup.line(4))
    #expect(!free.errors.contains("rights"))
  }

  @Test func `pictures are numbered when the template says so`() throws {
    let input = (1...3).map { setup.line($0) }.joined()
    for _ in 1...2 { try setup.run("--name", "{number} {title}", input: input).ended() }
    let names = try setup.files
    #expect(names == ["001 k.jpg", "002 k.jpg", "003 k.jpg", "credits.csv"])
  }
}

extension DownloadSetup {
  /// What is in the folder and its folders, but folders themselves
  fileprivate var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: pictures.path).sorted()
        .filter { !pictures.appending(path: $0).hasDirectoryPath }
        .filter { $0.contains(".") }
    }
  }

  /// A line of NDJSON
  fileprivate func line(
    _ number: Int, by author: String = "Ann", license: String = "CC0-1.0", origin: String? = nil
  ) -> String {
    let renditions = ["regular", "original"].map { role in
      #"{"role":"\#(role)","url":"\#(server.url("/\(number)-\(role).jpg"))"}"#
    }
    return """
      {"id":"openverse:\(number)","title":"k","author":{"name":"\(author)","url":null},\
      "origin":"\(origin ?? "openverse:\(number)")",\
      "page":"https://openverse.org/\(number)","license":{"id":"\(license)","name":"x"},\
      "renditions":[\(renditions.joined(separator: ","))]}\n
      """
  }
}
