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
        // 1.2 s is promised; the rest is for a machine that is busy.
        #expect(time < .seconds(3))
        #expect(outcome.code == 0)
        let rows = [Substring(first)] + outcome.lines.filter { !$0.isEmpty }
        #expect(rows.count == 30)
        #expect(!rows.contains { $0.contains("\"provider\":\"\(name)\"") })
        let warnings = outcome.errorLines.dropLast().filter { $0.contains(name) }
        #expect(warnings.count == 1, "\(outcome.errors)")
        #expect(outcome.errorLines.count == 2, "\(outcome.errors)")
        #expect(
          outcome.errorLines.last?.hasPrefix("30 photos from \(named.count - 1) providers") == true)
      }
    }
  }
}

extension LiveTimeTests {
  @Suite struct RoundTrips {
    @Test func `on a line where every answer takes 1.5 s all four are in the first screen`() throws
    {
      try LiveSetup.with { setup in
        for name in LiveSetup.names { setup.services.set(.slow(1.5...1.5), of: name) }
        let listing = try Listing(setup.run("kittens", "--format", "json"))
        #expect(listing.photos.count == 30)
        #expect(listing.providers.map(\.shown).allSatisfy { $0 > 5 })
        #expect(Set(listing.photos.prefix(4).map(\.provider)).count == 4)
      }
    }
  }
}
