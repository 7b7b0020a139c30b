import Foundation
import Testing

/// Files that end in `.gz`: what gzip(1) makes of them, and what comes of those that it made
@Suite struct GzipTests {
  private static let package = "zlib1g (Debian, Ubuntu)"

  private static func unpacked(_ file: String, in home: Home) throws -> String {
    let outcome = try home.shell("gzip -dc '\(home.path(file))'")
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test(arguments: ["ndjson", "json", "csv", "md", "txt"])
  func `a listing's file is packed by its name, with the same bytes each time`(
    ending: String
  ) throws {
    let home = try Home()
    for name in ["k.\(ending)", "k.\(ending).gz", "again.\(ending).gz"] {
      let outcome = try home.replay("kittens", "-n", "24", "--no-history", "-o", home.path(name))
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let plain = try home.text("k.\(ending)")
    #expect(try Self.unpacked("k.\(ending).gz", in: home) == plain)
    let packed = try Data(contentsOf: URL(filePath: home.path("k.\(ending).gz")))
    #expect(packed.count < plain.utf8.count)
    #expect(packed == FileManager.default.contents(atPath: home.path("again.\(ending).gz")))
    // No time of writing, no name: RFC 1952, 2.3
    #expect(packed.prefix(8) == Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0]))
    let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path)
    #expect(files.filter { !$0.contains(ending) && $0.contains("imgsearch") } == [])
  }

  @Test func `what is packed is read as what isn't, also one file behind another`() throws {
    let home = try Home()
    for count in [3, 5] {
      let file = home.path("\(count).ndjson.gz")
      #expect(try home.replay("kittens", "-n", "\(count)", "-o", file).code == 0)
    }
    let outcome = try home.shell(
      #"cd "$HOME"; cat 3.ndjson.gz 5.ndjson.gz | imgsearch credit -"#)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count == 8)
    let list = try home.shell(
      "echo harbor -n 2 | gzip | imgsearch harvest - -o $HOME/out --gzip --replay "
        + Program.fixtures)
    #expect(list.code == 0, "\(list.errors)")
    let rows = try Self.unpacked("out/0001-harbor.ndjson.gz", in: home)
    #expect(rows.split(separator: "\n").count == 2)
    let cut = try home.shell(#"head -c 900 "$HOME/5.ndjson.gz" | imgsearch credit -"#)
    #expect(cut.code == 65)
    #expect(cut.errors.contains("its gzip data are damaged or cut off"), "\(cut.errors)")
    let damaged = try home.shell(
      #"(head -c 500 "$HOME/5.ndjson.gz"; echo no) | imgsearch credit -"#)
    #expect(damaged.code == 65)
  }

  #if os(Linux)
    @Test func `without zlib that is said, and what was there stays`() throws {
      let home = try Home()
      try home.write("", to: "libraries/libz.so.1")
      try home.write("old", to: "k.csv.gz")
      let line = #"LD_LIBRARY_PATH="$HOME/libraries" imgsearch "#
      for command in [
        #"kittens -o "$HOME/k.csv.gz" --replay"#, #"harvest - -o "$HOME/out" --gzip --replay"#,
      ] {
        let outcome = try home.shell("echo kittens | \(line)\(command) \(Program.fixtures)")
        #expect(outcome.code == 69, "\(outcome.errors)")
        #expect(outcome.errors.contains(Self.package))
      }
      #expect(try home.text("k.csv.gz") == "old")
      #expect(!FileManager.default.fileExists(atPath: home.path("out")))
    }
  #endif

  @Test func `flat rows are a listing's format too`() throws {
    let home = try Home()
    let rows = try home.replay("kittens", "-n", "20", "-f", "flat", "--size", "thumb").output
    #expect(rows.split(separator: "\n").count == 20)
    try home.write("kittens -n 20", to: "words.txt")
    #expect(
      try home.run(
        "harvest", home.path("words.txt"), "-o", home.path("out"), "--flat", "--size", "thumb",
        "--replay", Program.fixtures
      ).code == 0)
    #expect(try home.text("out/0001-kittens.jsonl") == rows)
  }
}
