import Foundation
import LoopbackServer
import PhotoSearch
import Testing

extension LiveTimeTests {
  /// How a run ends before its time
  @Suite struct Ends {
    private let setup: LiveSetup

    init() throws { setup = try LiveSetup() }

    @Test(
      arguments: LiveSetup.sampleNames.map { ($0, SIGINT) }
        + [SIGTERM, SIGHUP, SIGQUIT].map { ("flickr", $0) })
    func
      `a signal while a provider hangs ends it at once with its code, and the recording is written`(
        name: String, signal: Int32
      ) throws
    {
      let others = LiveSetup.names.filter { $0 != name }
      setup.services.set(.hang, of: name)
      let program = try setup.start(
        "kittens", "-p", "\(others[0]),\(name)", "--patience", "forever", "--format", "ndjson",
        "--record", setup.home.path("cut.har"))
      _ = try program.line()
      try setup.wait { $0.requests(of: name).count == 1 }
      program.interrupt(signal)
      let outcome = try program.finish().ended(with: 128 + signal)
      #expect(outcome.errorLines.count <= 1, "\(outcome.errors)")
      // What hangs would be given up after a while, and asked for again.
      #expect(setup.services.requests(of: name).count == 1)
      #expect(try setup.home.text("cut.har").contains("\"status\":200"))
      #expect(try setup.filesWithKeys() == [])
    }

    @Test func `under nohup a run outlives its terminal`() throws {
      setup.services.set(.hang.on(2...), of: "flickr")
      let program = try RunningProgram(
        ["-c", "trap '' HUP; exec \"$0\" \"$@\"", try Program.path]
          + ["kittens", "-p", "flickr", "-n", "300", "--format", "urls"],
        of: "/bin/sh", environment: setup.environment)
      for _ in 0..<90 { _ = try program.line() }
      try setup.wait { $0.counts["flickr", default: 0] >= 2 }
      program.interrupt(SIGHUP)
      program.interrupt()
      try program.finish().ended(with: 130)
    }

    @Test(arguments: [
      ["kittens"], ["show", "flickr:95200043273"], ["credit", "flickr:95200043273"],
    ])
    func `Ctrl-C before anything has come is 130, without excuses`(arguments: [String]) throws {
      for name in LiveSetup.names { setup.services.set(.hang, of: name) }
      let program = try setup.start(arguments)
      try setup.wait { !$0.requests.isEmpty }
      program.interrupt()
      let outcome = try program.finish().ended(with: 130, printing: "")
      #expect(!outcome.errors.contains("imgsearch:"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("Nothing"), "\(outcome.errors)")
    }

    @Test func `what was asked for and not answered is counted, too`() throws {
      for name in LiveSetup.names { setup.services.set(.hang, of: name) }
      let program = try setup.start("kittens")
      try setup.wait { $0.requests.count == LiveSetup.names.count }
      program.interrupt()
      let outcome = try program.finish()
      #expect(
        outcome.errors.contains("no photos · \(LiveSetup.names.count) requests"),
        "\(outcome.errors)")
    }

    @Test func `a reader that leaves ends the run with 0, and the recording is written`() throws {
      let program = try setup.start(
        "kittens", "-n", "300", "--format", "json", "--record", setup.home.path("left.har"))
      _ = try program.line()
      program.hangUp()
      let outcome = try program.finish().ended()
      #expect(!outcome.errors.contains("imgsearch:"))
      #expect(try setup.home.text("left.har").contains("\"entries\""))
    }

    @Test func `nothing keeps running when the reader has left, though a page is waited for`()
      throws
    {
      setup.services.set(.hang.on(2...), of: "flickr")
      let program = try setup.start(
        "kittens", "-p", "flickr", "-n", "300", "--format", "urls", "--record",
        setup.home.path("left.har"))
      for _ in 0..<90 { _ = try program.line() }
      try setup.wait { $0.counts["flickr", default: 0] >= 2 }
      program.hangUp()
      try program.finish().ended()
      let asked = setup.services.requests(of: "flickr").map(\.url)
      #expect(Set(asked).count == asked.count, "one was given up, and asked for again")
      #expect(try setup.home.text("left.har").contains("\"status\":200"))
    }
  }
}
