import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// How long a run takes while services are slow: one test after another, so that times mean
/// something
@Suite(.serialized) enum LiveTimeTests {}

extension LiveTimeTests {
  @Suite struct Patience {
    @Test(arguments: LiveSetup.names)
    func `a provider that hangs, though named first, costs a second and its own photos`(
      name: String
    ) throws {
      let others = LiveSetup.names.filter { $0 != name }
      try check(hanging: name, of: [name] + others)
    }

    @Test(arguments: LiveSetup.names)
    func `a provider that hangs and is not named first does not keep the first row back`(
      name: String
    ) throws {
      let others = LiveSetup.names.filter { $0 != name }
      let named = [others[0], name] + others.dropFirst()
      try check(hanging: name, of: named, options: ["--patience", "1"])
      // With endless patience the first row can only have come without it.
      try LiveSetup.with(faults: [name: .hang]) { setup in
        let program = try setup.start(
          "kittens", "-p", named.joined(separator: ","), "--format", "ndjson", "--patience",
          "forever")
        #expect(try program.line().contains("\"provider\":\"\(others[0])\""))
        print("\(name) hangs, endless patience: first row after \(program.elapsed)")
        #expect(program.elapsed < .seconds(15))
        program.interrupt()
        #expect(try program.finish().code == 130)
      }
    }

    private func check(hanging name: String, of named: [String], options: [String] = []) throws {
      try LiveSetup.with(faults: [name: .hang]) { setup in
        let program = try RunningProgram(
          ["kittens", "-p", named.joined(separator: ","), "--format", "ndjson"] + options,
          environment: setup.environment)
        let first = try program.line()
        let time = program.elapsed
        let outcome = try program.finish()
        print("\(name) of \(named) hangs: first row after \(time), all after \(program.elapsed)")
        // 1.2 s is promised; the rest is for a machine that is busy. Waited for, it is 20 s and more.
        #expect(time < .seconds(15))
        #expect(outcome.code == 0)
        let rows = [Substring(first)] + outcome.lines.filter { !$0.isEmpty }
        #expect(rows.count == 30)
        #expect(!rows.contains { $0.contains("\"provider\":\"\(name)\"") })
        // Nothing stands between the photos; who is missing is told in the end.
        #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
        let summary = try #require(outcome.errorLines.last)
        #expect(summary.hasPrefix("30 photos from \(named.count - 1) providers"))
        #expect(summary.contains(" · \(name) not yet here: imgsearch more"), "\(summary)")
      }
    }
  }
}

extension LiveTimeTests {
  @Suite struct RoundTrips {
    private static let pause = 0.3

    /// The time until all photos are there, with services that take 300 ms for each answer
    private func time(_ options: String...) throws -> Duration {
      // Each service has an address of its own, as six requests at a time go to one.
      try LiveSetup.with(ports: .oneEach) { setup in
        for name in LiveSetup.names {
          setup.services.set(.slow(Self.pause...Self.pause), of: name)
        }
        let program = try RunningProgram(
          ["kittens", "--patience", "forever", "--format", "urls"] + options,
          environment: setup.environment)
        let outcome = try program.finish()
        #expect(outcome.code == 0, "\(outcome.errors)")
        return program.elapsed
      }
    }

    @Test func `300 photos of four take little more than three answers after one another`() throws {
      // On a busy machine it is tried again. Page after page it was 6.3.
      for attempt in 1...3 {
        // One answer, and what the program takes for everything else.
        let one = try time("-n", "4")
        let all = try time("-n", "300")
        let rounds = 1 + (all - one) / .seconds(Self.pause)
        print("300 photos at 300 ms: \(all), \(rounds) round trips (4 photos: \(one))")
        if rounds < 4.5 { return }
        #expect(attempt < 3, "\(rounds) round trips")
      }
    }

    @Test func `on a line where every answer takes 1.5 s all of them are in the first screen`()
      throws
    {
      try LiveSetup.with { setup in
        for name in LiveSetup.names { setup.services.set(.slow(1.5...1.5), of: name) }
        let listing = try Listing(setup.run("kittens", "--format", "json"))
        #expect(listing.photos.count == 30)
        #expect(listing.providers.map(\.shown).allSatisfy { $0 >= 5 })
        let names = LiveSetup.names
        #expect(listing.photos.prefix(names.count).map(\.provider) == names)
      }
    }
  }
}
