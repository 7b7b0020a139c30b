import FixtureMaker
import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// `imgsearch download --tar`: pictures with their rows and credits in tar files, as others read them
@Suite(.serialized, .timeLimit(.minutes(20))) struct DownloadShardTests {
  /// A file in a tar file, as Python's tarfile reads it
  private struct Member: Decodable {
    let name: String
    let bytes: Data
    let isPlain: Bool
  }

  private static let count = 23

  /// A picture of its own for each number
  private static func picture(_ number: Int) -> ServedPicture {
    ServedPicture(9_000 + 700 * number, seed: UInt64(number + 1))
  }

  private static func with(
    missing: Set<Int> = [], service: String = "wikimedia", _ body: (DownloadSetup) throws -> Void
  ) throws {
    try DownloadSetup.with(
      services: [service],
      { request in
        let name = request.url.lastPathComponent.split(separator: ".")[0]
        guard let number = Int(name), !missing.contains(number) else {
          return .text("gone", status: 404)
        }
        return picture(number).answer(to: request)
      }, body)
  }

  private static func read(_ file: URL, in home: Home) throws -> [Member] {
    let script = """
      import base64, json, sys, tarfile
      print(json.dumps([{"name": m.name, "isPlain": m.isreg() and m.mode == 0o644 and m.uid == 0,
        "bytes": base64.b64encode(t.extractfile(m).read()).decode()}
        for t in [tarfile.open(sys.argv[1])] for m in t]))
      """
    try home.write(script, to: "read.py")
    let outcome = try home.shell("python3 '\(home.path("read.py"))' '\(file.path)'")
    try #require(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode([Member].self, from: Data(outcome.output.utf8))
  }

  /// The tar files, by their names
  private static func shards(_ setup: DownloadSetup) throws -> [String: Data] {
    guard FileManager.default.fileExists(atPath: setup.pictures.path) else { return [:] }
    let names = try setup.names.filter { $0.hasSuffix(".tar") }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: setup.pictures.appending(path: $0)))
      })
  }

  @Test func `a tar file has so many pictures in the list's order, each with row, credit, caption`()
    throws
  {
    try Self.with { setup in
      let input = setup.lines(0..<Self.count)
      let outcome = try setup.run("--tar", "cats-%03d.tar", "--per-shard", "10", input: input)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let names = (0...2).map { "cats-00\($0).tar" }
      #expect(try setup.names == names)
      let paths = names.map { setup.pictures.path + "/\($0)\n" }
      #expect(outcome.output == paths.joined())
      #expect(outcome.errors.contains("23 saved · 3 tar files · "), "\(outcome.errors)")
      for number in 0..<Self.count {
        let members = try Self.read(
          setup.pictures.appending(path: names[number / 10]), in: setup.home)
        try #require(members.count == 4 * (number < 20 ? 10 : 3))
        let sample = members[4 * (number % 10)..<4 * (number % 10) + 4]
        let key = "00\(number / 10)-\(number % 10)"
        let expected = ["jpg", "json", "credit.txt", "txt"].map { "\(key).\($0)" }
        #expect(sample.map(\.name) == expected)
        let arePlain = sample.allSatisfy(\.isPlain)
        #expect(arePlain)
        let texts = sample.dropFirst().map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(sample.first?.bytes == Self.picture(number).bytes)
        let photo = try JSONDecoder().decode(Photo.self, from: Data(texts[0].utf8))
        #expect(photo.id.description == "wikimedia:\(number)")
        #expect(Array(texts[1...]) == [photo.credit.text, "Kitten \(number)"])
      }
      // Both read it alike.
      let listed = try setup.home.shell("tar -tf '\(setup.pictures.path)/cats-002.tar'")
      #expect(listed.code == 0 && listed.errors.isEmpty, "\(listed.errors)")
      #expect(listed.lines.count == 13)

      // What is there is asked for no more; what is new goes into the next file.
      let asked = setup.server.requests.count
      let more = try setup.run(
        "--tar", "cats-%03d.tar", "--per-shard", "10", input: input + setup.lines(23..<25))
      #expect(more.code == 0)
      #expect(more.errors.contains("2 saved · 23 saved before · 1 tar file"), "\(more.errors)")
      #expect(setup.server.requests.count == asked + 2)
      #expect(try setup.names == names + ["cats-003.tar"])
    }
  }

  @Test func `killed anywhere, it goes on to the very same bytes`() throws {
    try Self.with { setup in
      let input = setup.lines(0..<Self.count)
      let file = setup.home.folder.appending(path: "list.ndjson")
      try Data(input.utf8).write(to: file)
      let arguments = setup.arguments + ["--tar", "%05d.tar", "--per-shard", "4"]
      let start = ContinuousClock.now
      #expect(try setup.home.run(arguments, input: input).code == 0)
      let time = (ContinuousClock.now - start) / .seconds(1)
      let whole = try Self.shards(setup)
      #expect(whole.count == 6)
      try FileManager.default.removeItem(at: setup.pictures)
      for kills in 1...LongRun.count(40, otherwise: 6) {
        let program = try RunningProgram(
          arguments, environment: setup.home.environment, input: input)
        Thread.sleep(forTimeInterval: Double.random(in: 0...1) * time)
        program.crash()
        let shards = try Self.shards(setup)
        for (name, shard) in shards { #expect(shard == whole[name], "\(name), \(kills) kills") }
        if shards.count == whole.count { try FileManager.default.removeItem(at: setup.pictures) }
      }
      #expect(try setup.home.run(arguments, input: input).code == 0)
      #expect(try Self.shards(setup) == whole)
      #expect(try setup.names == whole.keys.sorted(), "nothing else stays")
    }
  }

  @Test func `whatever photos call themselves, names in the tar file are ours`() throws {
    try Self.with { setup in
      let hostile = HostileText.all + ["../../etc/passwd", "a.b.jpg", "/abs", "-rf", "x\0y"]
      let lines = try hostile.enumerated().map { number, text in
        let photo: [String: Any] = [
          "id": "wikimedia:\(number)", "title": text, "author": ["name": text],
          "page": "https://commons.wikimedia.org/?curid=\(number)",
          "renditions": [
            ["role": "regular", "url": setup.server.url("/\(number).jpg").absoluteString]
          ],
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: photo), as: UTF8.self)
      }
      let outcome = try setup.run("--tar", "%06d.tar", input: lines.joined(separator: "\n") + "\n")
      #expect(outcome.code == 0, "\(outcome.errors)")
      let members = try Self.read(setup.pictures.appending(path: "000000.tar"), in: setup.home)
      #expect(members.count == 4 * hostile.count)
      #expect(Set(members.map(\.name)).count == members.count)
      for member in members {
        let isOurs = member.name.contains(/^000000-\d{3}\.(jpg|json|credit\.txt|txt)$/)
        #expect(isOurs, "\(member.name)")
        guard member.name.hasSuffix("txt") else { continue }
        let text = String(decoding: member.bytes, as: UTF8.self)
        let isHarmless = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        #expect(isHarmless, "\(text)")
      }
    }
  }

  @Test func `what fails is named and left out, and comes into the next file when it can be had`()
    throws
  {
    let list = 0..<5
    try Self.with(missing: [1, 3]) { setup in
      let arguments = ["--tar", "%06d.tar", "--per-shard", "2"]
      let outcome = try setup.run(arguments, input: setup.lines(list))
      #expect(outcome.code == 69)
      #expect(outcome.errors.contains("imgsearch: wikimedia:3: "), "\(outcome.errors)")
      #expect(outcome.errors.contains("3 saved · 2 failed · 2 tar files"), "\(outcome.errors)")
      let first = try Self.shards(setup)
      #expect(first.count == 2)
      let again = try setup.run(arguments, input: setup.lines(list))
      #expect(again.code == 69)
      #expect(try Self.shards(setup) == first)
      // It is there by now.
      let found = setup.lines(list).replacing("/3.jpg", with: "/9.jpg")
      #expect(try setup.run(arguments, input: found).code == 69)
      let last = try Self.read(setup.pictures.appending(path: "000002.tar"), in: setup.home)
      #expect(last.map(\.bytes)[0] == Self.picture(9).bytes)
      #expect(last.count == 4)
    }
  }

  @Test(arguments: [
    (["--tar", "x.tar"], "one %0Nd"), (["--tar", "%d.tar"], "one %0Nd"),
    (["--tar", "%06d-%02d.tar"], "one %0Nd"), (["--tar", "%06d.tar.gz"], "ends with .tar"),
    (["--tar", "%s%06d.tar"], "one %0Nd"), (["--tar", "../%06d.tar"], "no '/'"),
    (["--per-shard", "7"], "goes with --tar"), (["--tar", "%06d.tar", "--new"], "takes no --new"),
    (["--tar", "%06d.tar", "--name", "{id}"], "takes no --name"),
    (["--tar", "%06d.tar", "--per-shard", "0"], "per-shard"),
  ]) func `a name takes one number, and nothing else names files`(
    options: [String], words: String
  ) throws {
    let home = try Home()
    let outcome = try home.run(["download", "-", "-o", home.path("pictures")] + options)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: home.path("pictures")))
  }

  @Test func `whose terms forbid it isn't asked, and says so once with a link`() throws {
    try Self.with(service: "flickr") { setup in
      let theirs = setup.lines(0..<3, service: "flickr")
      let outcome = try setup.run(
        "--tar", "%06d.tar", input: theirs + setup.lines(3..<4, service: "nasa"))
      let said = outcome.errorLines.filter { $0.contains("flickr isn't asked: ") }
      #expect(said.count == 1 && said[0].contains("https://www.flickr.com/help/terms/api"))
      #expect(outcome.errors.contains("3 not allowed"), "\(outcome.errors)")
      #expect(setup.server.requests.isEmpty)
      #expect(try setup.run("--tar", "%06d.tar", input: theirs).code == 64)
      #expect(try setup.names == [])
    }
  }

  @Test func `a photo of a service that isn't known isn't collected`() throws {
    try Self.with { setup in
      let line = setup.lines(0..<1).replacing(#"{"id":"wikimedia:0""#, with: #"{"id":"skylark:0""#)
      let outcome = try setup.run("--tar", "%06d.tar", input: line)
      #expect(outcome.code == 64)
      #expect(
        outcome.errors.contains("skylark isn't asked: nothing is known of its terms"),
        "\(outcome.errors)")
      #expect(setup.server.requests.isEmpty)
    }
  }

  @Test func `photos with other names for one picture are told apart by their own`() throws {
    try Self.with { setup in
      let lines = setup.lines(0..<3).replacing(
        #"{"id":"wikimedia:2""#, with: #"{"id":"wikimedia:2","origin":"wikimedia:0""#)
      func save(_ numbers: Range<Int>) throws {
        let list = lines.split(separator: "\n")[numbers].joined(separator: "\n")
        #expect(try setup.run("--tar", "%06d.tar", "--per-shard", "1", input: list).code == 0)
      }
      try save(0..<3)
      let whole = try Self.shards(setup)
      #expect(whole.count == 3)
      for name in whole.keys {
        try FileManager.default.removeItem(at: setup.pictures.appending(path: name))
      }
      try save(0..<1)
      try save(0..<3)
      #expect(try Self.shards(setup) == whole)
    }
  }

  @Test func `somebody else's file and another program's folder are left alone`() throws {
    try Self.with { setup in
      #expect(try setup.run("--tar", "%06d.tar", input: setup.lines(0..<3)).code == 0)
      let file = setup.pictures.appending(path: "000000.tar")
      let whole = try Data(contentsOf: file)
      for damaged in [whole.dropLast(1_024), Data("no tar".utf8), whole.prefix(700)] {
        try Data(damaged).write(to: file)
        let outcome = try setup.run("--tar", "%06d.tar", input: setup.lines(0..<4))
        #expect(outcome.code == 74)
        #expect(outcome.errors.contains("it isn't a whole tar file of imgsearch"))
        #expect(try Data(contentsOf: file) == damaged)
      }
      try whole.write(to: file)
      let folder = open(setup.pictures.path, O_RDONLY | O_DIRECTORY)
      defer { close(folder) }
      #expect(flock(folder, LOCK_EX | LOCK_NB) == 0)
      let second = try setup.run("--tar", "%06d.tar", input: setup.lines(0..<4))
      #expect(second.code == 74)
      #expect(second.errors.contains("another imgsearch writes to it"), "\(second.errors)")
    }
  }

  @Test(.enabled(if: SmallDisk.canMount, "no tmpfs can be mounted here without being root"))
  func `a full disk leaves no half of a tar file, and it goes on when there is room`() throws {
    try Self.with { setup in
      try setup.home.write(setup.lines(0..<Self.count), to: "list.ndjson")
      let script = """
        save() { "\(try Program.path)" download - -o "$DISK" --tar %06d.tar <"$HOME/list.ndjson" >&2; echo $?; }
        head -c 450000 /dev/zero >"$DISK/fill"
        save; ls -A "$DISK" | grep -c 'tar$'; ls -A "$DISK" | grep -c '^[.]'
        rm "$DISK/fill"; mount -o remount,size=8m "$DISK"
        save; ls -A "$DISK"; tar -tf "$DISK/000000.tar" | wc -l
        """
      let environment = setup.home.environment.merging(
        ["DISK": setup.home.path("disk")]) { $1 }
      let said = try #require(SmallDisk.run(script, environment: environment)).said
      let text = said.joined(separator: "\n")
      #expect(text.contains("000000.tar: No space left on device; make room"), "\(text)")
      let told = said.filter { Int($0) != nil || $0 == "000000.tar" }
      #expect(told == ["74", "0", "0", "0", "000000.tar", "92"], "\(said)")
    }
  }
}

extension DownloadSetup {
  /// Lines of NDJSON
  fileprivate func lines(_ numbers: Range<Int>, service: String = "wikimedia") -> String {
    numbers.map { number in
      """
      {"id":"\(service):\(number)","title":"Kitten \(number)","author":{"name":"Ann","url":null},\
      "page":"https://example.org/\(number)","license":{"id":"CC0-1.0","name":"CC0 1.0"},\
      "renditions":[{"role":"regular","url":"\(server.url("/\(number).jpg"))","width":9,"height":9}]}\n
      """
    }.joined()
  }
}
