import Foundation
import LoopbackServer
import Testing

/// What a run waits for while services are slow or hang: one test after another
@Suite(.waits, .serialized) enum LiveTimeTests {}

extension LiveTimeTests {
  @Suite struct Patience {
    private let setup: LiveSetup

    init() throws { setup = try LiveSetup() }

    @Test(arguments: LiveSetup.sampleNames)
    func `a provider that hangs, though named first, costs a second and its own photos`(
      name: String
    ) throws {
      let others = LiveSetup.names.filter { $0 != name }
      try check(hanging: name, of: [name] + others)
    }

    @Test(arguments: LiveSetup.sampleNames)
    func `a provider that hangs and is not named first does not keep the first row back`(
      name: String
    ) throws {
      let others = LiveSetup.names.filter { $0 != name }
      let named = [others[0], name] + others.dropFirst()
      try check(hanging: name, of: named, options: ["--patience", "1"])
      // With endless patience the first row can only have come without it.
      setup.services.set(.hang, of: name)
      let program = try setup.start(
        "kittens", "-p", named.joined(separator: ","), "--format", "ndjson", "--patience",
        "forever", "--verbose")
      #expect(try program.line().contains("\"provider\":\"\(others[0])\""))
      // How each request ended is said: this one hasn't.
      #expect(try !program.said().contains("\(name): no answer"))
      program.interrupt()
      try program.finish().ended(with: 130)
    }

    private func check(hanging name: String, of named: [String], options: [String] = []) throws {
      setup.services.set(.hang, of: name)
      let program = try setup.start(
        ["kittens", "-p", named.joined(separator: ","), "--format", "ndjson"] + options)
      let first = try program.line()
      let outcome = try program.finish().ended()
      let rows = [Substring(first)] + outcome.lines.filter { !$0.isEmpty }
      #expect(rows.count == 30 && !rows.contains { $0.contains("\"provider\":\"\(name)\"") })
      // Nothing stands between the photos; who is missing is told in the end. Waited for until
      // its time was over, it would have failed.
      #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
      let summary = try #require(outcome.errorLines.last)
      #expect(summary.hasPrefix("30 photos from "))
      // On a busy machine others may be late, too.
      let late = summary.firstMatch(of: /\ · ([a-z, ]+) not yet here: imgsearch more/)
      #expect(late?.1.split(separator: ", ").contains { $0 == name } == true, "\(summary)")
    }
  }
}

extension LiveTimeTests {
  @Suite struct RoundTrips {
    private let setup: LiveSetup

    init() throws { setup = try LiveSetup() }

    @Test func `no service waits for the answer of another to be asked`() throws {
      let count = LiveSetup.names.count
      let setup = try LiveSetup(ports: .oneEach)
      let services = setup.services
      let untilAllAreAsked = Fault { [services] _, sound in
        let deadline = ContinuousClock.now + .seconds(300)
        while services.counts.count < count, .now < deadline { usleep(1_000) }
        return sound
      }
      for name in LiveSetup.names { services.set(untilAllAreAsked, of: name) }
      let outcome = try setup.run(
        "kittens", "--patience", "forever", "--format", "urls", "-n", "\(count)"
      ).ended()
      #expect(outcome.lines.count == count + 1)
      // One that was given up, as no other was asked beside it, would be asked again.
      #expect(services.counts.values.allSatisfy { $0 == 1 })
    }

    @Test func `on a line where every answer takes 1.5 s all of them are in the first screen`()
      throws
    {
      for name in LiveSetup.names { setup.services.set(.slow(1.5...1.5), of: name) }
      // Here all are one host, which is asked for six answers at a time.
      let names = Array(LiveSetup.names.prefix(6))
      let listing = try Listing(
        setup.run("kittens", "-p", names.joined(separator: ","), "--format", "json"))
      #expect(listing.photos.count == 30 && listing.providers.map(\.shown).allSatisfy { $0 >= 5 })
      #expect(listing.photos.prefix(names.count).map(\.provider) == names)
    }
  }
}
