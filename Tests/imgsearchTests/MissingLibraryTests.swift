import Foundation
import LoopbackServer
import Testing

#if os(Linux)
  /// Machines with other libraries than this one, or without them: the folder of LD_LIBRARY_PATH is
  /// looked into first, and a file there that is no library isn't passed over
  struct MissingLibraryTests {
    private let setup: LiveSetup

    init() throws { setup = try LiveSetup() }

    private static let curls = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    /// The same photos in the same order each time
    private static let search = ["kittens", "-n", "4", "--patience", "forever"]
    private static let packages = "libcurl4 (Debian, Ubuntu), libcurl (Fedora) or curl (Arch)"
    private static let package =
      "libsqlite3-0 (Debian, Ubuntu), sqlite-libs (Fedora) or sqlite (Arch)"

    @Test func `without libcurl a search says what is missing, and all else goes on`() throws {
      try lookFirst(at: Self.curls.map { ($0, Data()) })
      let search = try setup.run("kittens", "-n", "4").ended(with: 69)
      #expect(search.errorLines.count { $0.contains(Self.packages) } == 1, "\(search.errors)")
      #expect(setup.services.requests(of: "flickr").isEmpty)
      #expect(try setup.run("doctor").output.contains(Self.packages))
      let replay = ["kittens", "-n", "4", "--replay"]
      try setup.run(replay + [Program.fixtures(for: replay)]).ended()
      for words in [["favorites", "add", "1"], ["favorites"], ["history"], ["help"], ["keys"]] {
        try setup.run(words).ended()
      }
    }

    @Test(arguments: [
      [("CURL_OPENSSL_4", "CURL_ELSEWHERE"), ("CURL_GNUTLS_3", "CURL_ELSEWHER")],
      [("curl_multi_wakeup", "curl_multi_makeup"), ("curl_multi_poll", "curl_multi_pool")],
    ])
    func `a libcurl with other versions, or of before 7.66, works without a warning`(
      names: [(String, String)]
    ) throws {
      let usual = try setup.run(Self.search)
      try lookFirst(at: [(Self.curls[0], try libcurl(renaming: names))])
      let outcome = try setup.run(Self.search + ["--refresh"])
      #expect((outcome.code, outcome.output, outcome.errors) == (0, usual.output, usual.errors))
    }

    @Test func `a libcurl that lacks what is needed is none`() throws {
      let lacking = try libcurl(renaming: [("curl_easy_pause", "curl_easy_cause")])
      try lookFirst(at: [(Self.curls[0], lacking)])
      try setup.run("kittens", "-n", "4").ended(with: 69, saying: Self.packages)
    }

    @Test func `without SQLite a search goes on and says so once, and favorites can't`() throws {
      let usual = try setup.run(Self.search)
      try lookFirst(at: [("libsqlite3.so.0", Data())])
      let search = try setup.run(Self.search + ["--refresh"])
      #expect((search.code, search.output) == (0, usual.output))
      #expect(search.errorLines.count { $0.contains(Self.package) } == 1, "\(search.errors)")
      for words in [["favorites"], ["history"], ["favorites", "add", "1"], ["again"]] {
        let outcome = try setup.run(words)
        #expect(outcome.code == 69, "\(words)")
        #expect(outcome.errors.contains(Self.package))
      }
      #expect(try setup.run("doctor").output.contains(Self.package))
    }

    @Test func `without SQLite from the beginning, nothing is said to be empty`() throws {
      try lookFirst(at: [("libsqlite3.so.0", Data())])
      let search = try setup.run(Self.search).ended()
      #expect(search.errorLines.count { $0.contains(Self.package) } == 1, "\(search.errors)")
      for words in [["favorites"], ["history"], ["show", "1"], ["again"], ["more"]] {
        let outcome = try setup.run(words)
        #expect(outcome.code == 69, "\(words)")
        #expect(outcome.errors.contains(Self.package), "\(words)")
      }
    }

    /// Has these files looked at before the system's libraries
    private func lookFirst(at files: [(name: String, data: Data)]) throws {
      setup.environment["LD_LIBRARY_PATH"] = setup.home.path("libraries")
      for (name, data) in files {
        try setup.home.write("", to: "libraries/\(name)")
        try data.write(to: URL(filePath: setup.home.path("libraries/\(name)")))
      }
    }

    /// This machine's libcurl with other names in its table of symbols, as long as those of before
    private func libcurl(renaming names: [(String, String)]) throws -> Data {
      _ = try #require(Self.curls.lazy.compactMap { dlopen($0, RTLD_NOW) }.first)
      // A size of 0 is said of it, so that it has to be read to its end.
      let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd()
      let path = String(decoding: maps ?? Data(), as: UTF8.self).split(separator: "\n")
        .compactMap { $0.split(separator: " ").last }.first { $0.contains("/libcurl") }
      var library = try Data(contentsOf: URL(filePath: String(try #require(path))))
      var count = 0
      for (name, other) in names {
        let (name, other) = (Data("\0\(name)\0".utf8), Data("\0\(other)\0".utf8))
        while let place = library.range(of: name) {
          library.replaceSubrange(place, with: other)
          count += 1
        }
      }
      try #require(count > 0)
      return library
    }
  }
#endif
