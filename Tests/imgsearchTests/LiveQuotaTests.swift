import Foundation
import LoopbackServer
import Testing

extension LiveTimeTests {
  @Suite struct Quotas {
    private let setup: LiveSetup

    init() throws { setup = try LiveSetup() }

    @Test func `a stated wait of one second is kept, and nothing is missing`() async throws {
      let options = ["kittens", "-n", "120", "--patience", "forever", "--format", "json"]
      let replay = try await Program.run(options + ["--replay", Program.fixtures])
      for name in LiveSetup.names {
        setup.services.set(.tooMany(retryAfter: 1).on(1...1), of: name)
      }
      let program = try setup.start(options)
      let outcome = try program.finish()
      #expect(program.elapsed > .seconds(1))
      #expect((outcome.code, outcome.output) == (0, replay.output))
      #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    }

    @Test(arguments: LiveSetup.names)
    func `a stated wait of an hour is 75 at once, with the time`(name: String) throws {
      setup.services.set(.tooMany(retryAfter: 3600), of: name)
      let before = Self.clock(Date(timeIntervalSinceNow: 3600))
      let program = try setup.start("kittens", "-p", name)
      let outcome = try program.finish()
      let after = Self.clock(Date(timeIntervalSinceNow: 3600))
      #expect((outcome.code, setup.services.counts, outcome.errorLines.count) == (75, [name: 1], 1))
      #expect(
        [before, after].contains { outcome.errors.contains("try again at \($0)") },
        "\(outcome.errors)")
    }

    private static let whole = Result {
      try Listing(
        Program.process(["kittens", "-n", "1000", "-f", "json", "--replay", Program.fixtures]))
    }

    @Test(arguments: LiveSetup.sampleNames)
    func `the cursor of a run in which a provider failed asks it for the same page again`(
      name: String
    ) throws {
      let whole = try Self.whole.get()
      setup.services.set(.tooMany(retryAfter: 3600), of: name)
      let start = try Listing(
        setup.run("kittens", "-n", "20", "--format", "json", "--patience", "forever"))
      #expect(start.providers.first { $0.id == name }?.status == "failed")
      #expect(!start.photos.contains { $0.provider == name })
      setup.services.set(nil, of: name)
      setup.services.forget()
      let rest = try Listing(
        setup.run(
          "--cursor", try #require(start.next), "-n", "1000", "--format", "json", "--patience",
          "forever", "--refresh"))
      #expect((setup.services.counts[name] ?? 0) > 0)
      #expect(rest.photos.contains { $0.provider == name })
      #expect(rest.providers.allSatisfy { $0.status == "ended" })
      // Which copy of a picture is shown depends on who is met first, the number does not.
      let origins = (start.photos + rest.photos).map(\.origin)
      #expect((Set(origins).count, origins.count) == (origins.count, whole.photos.count))
    }

    @Test(arguments: LiveSetup.sampleNames)
    func `a service that said when it answers again isn't asked before`(name: String) throws {
      try setup.run("kittens", "-p", name, "-n", "3").ended()
      setup.services.set(.tooMany(retryAfter: 3600), of: name)
      try setup.run("harbor", "-p", name).ended(with: 75)
      setup.services.set(nil, of: name)
      setup.services.forget()
      let second = try setup.run("harbor", "-p", name)
      #expect((second.code, second.errorLines.count) == (75, 1))
      #expect(
        second.errors.contains(
          /^imgsearch: \w+: it isn't asked, .*try again at \d\d:\d\d, or ask now with --refresh: imgsearch/
            .anchorsMatchLineEndings()), "\(second.errors)")
      #expect(second.errors.hasSuffix(": imgsearch search harbor --provider \(name) --refresh\n"))
      // What the cache has is no request, and a photo is one.
      try setup.run("kittens", "-p", name, "-n", "3").ended()
      #expect(try setup.run("show", "\(name):12").code != 0 && setup.services.counts[name] == nil)
      let row = try setup.run("providers").lines.first { $0.hasPrefix("\(name)\t") }
      #expect(row?.contains("\tout of quota until 20") == true, "\(row ?? "")")
      try setup.run("harbor", "-p", name, "--refresh").ended()
      #expect((setup.services.counts[name] ?? 0) > 0)
      // It has answered.
      #expect(try setup.run("providers").output.contains("out of quota") == false)
    }

    @Test func `beside a service that isn't asked the others are, and it counts as no request`()
      throws
    {
      setup.services.set(.tooMany(retryAfter: 3600), of: "flickr")
      let options = ["kittens", "-n", "6", "-f", "json", "--patience", "forever"]
      for requests in [1, 0] {
        setup.services.forget()
        let outcome = try setup.run(options + ["--strict"])
        let flickr = try #require(try Listing(outcome).providers.first { $0.id == "flickr" })
        #expect(outcome.code == 75 && flickr.status == "failed" && flickr.requests == requests)
        #expect(setup.services.counts["flickr"] ?? 0 == requests)
      }
      try setup.run(options).ended()
      setup.services.set(nil, of: "flickr")
      let rest = try Listing(setup.run("more", "--refresh", "-n", "12", "-f", "json"))
      #expect(rest.photos.contains { $0.provider == "flickr" })
      // A recording answers whatever a service said.
      setup.services.set(.tooMany(retryAfter: 3600), of: "flickr")
      _ = try setup.run("wall", "-p", "flickr", "--refresh")
      let replay = ["kittens", "-p", "flickr", "--replay", Program.fixtures]
      try setup.run(replay).ended()
    }

    private static func clock(_ date: Date) -> String {
      let minutes = Int(date.timeIntervalSince1970) / 60 % 1440
      return String(format: "%02d:%02d", minutes / 60, minutes % 60)
    }
  }
}
