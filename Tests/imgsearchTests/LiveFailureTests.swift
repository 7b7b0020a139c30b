import Foundation
import LoopbackServer
import Testing

/// What a run makes of services that do not answer, or not as they should
@Suite(.waits) struct LiveFailureTests {
  private let setup: LiveSetup

  init() throws { setup = try LiveSetup() }

  @Test func `when nobody can be reached it is 69, and one sentence for all`() throws {
    // A port that was free a moment ago refuses.
    setup.services.stop()
    let outcome = try setup.run("kittens").ended(with: 69, printing: "")
    #expect(
      outcome.errors == """
        imgsearch: no service can be reached (the connection is refused); check the network and \
        try again

        """)
    let one = try setup.run("kittens", "-p", "flickr")
    #expect(one.errors.hasPrefix("imgsearch: flickr: the service can't be reached ("))
  }

  @Test func `when all are out of order it is 69, and the reason is told once`() throws {
    for name in LiveSetup.names { setup.services.set(.broken(), of: name) }
    try expectAllDown(try setup.run("kittens"), because: "the service had an error")
    #expect(setup.services.counts.values.allSatisfy { $0 == 3 })
  }

  @Test func `when all hang it is 69 after the time that a request took in all its tries`() throws {
    for name in LiveSetup.names { setup.services.set(.hang, of: name) }
    let program = try setup.start("kittens", "--timeout", "0.2")
    let outcome = try program.finish()
    try expectAllDown(outcome, because: "s; try again, or raise --timeout")
    // Of all three tries, and the pauses between them.
    #expect(
      outcome.errorLines.allSatisfy { $0.contains(/didn't answer within [1-5] s;/) },
      "\(outcome.errors)")
    #expect(setup.services.counts.values.allSatisfy { $0 == 3 })
  }

  private func expectAllDown(_ outcome: Program.Outcome, because words: String) throws {
    #expect(outcome.code == 69 && outcome.output.isEmpty)
    // The same words are told once; times may differ by a second.
    #expect(outcome.errorLines.count < LiveSetup.names.count, "\(outcome.errors)")
    #expect(outcome.errorLines.allSatisfy { $0.contains(words) }, "\(outcome.errors)")
    for name in LiveSetup.names {
      #expect(outcome.errors(of: name).count == 1, "\(name): \(outcome.errors)")
    }
  }

  @Test(arguments: [
    ("unsplash", "urls"), ("flickr", "owner"), ("pexels", "src"), ("pixabay", "pageURL"),
    ("openverse", "url"), ("wikimedia", "imageinfo"), ("nasa", "links"), ("inaturalist", "photos"),
    ("searxng", "img_src"),
  ])
  func `a service that renames a field fails after one request, and the others go on`(
    name: String, field: String
  ) throws {
    setup.services.set(.renaming(field), of: name)
    let options = ["kittens", "-f", "json", "--patience", "forever", "-p", "openverse,\(name)"]
    let others = name == "openverse" ? ["-p", "flickr"] : []
    let outcome = try setup.run(options + others)
    let listing = try Listing(outcome)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(listing.photos.count == 30)
    let report = try #require(listing.providers.first { $0.id == name })
    #expect(report.status == "failed" && report.shown == 0 && report.requests == 1)
    #expect(report.error?.hasPrefix("its replies have changed: none of ") == true)
    #expect(report.error?.hasSuffix("; a newer imgsearch may know them") == true)
    #expect(setup.services.counts[name] == 1)
    #expect(outcome.errorLines.count { $0.hasPrefix("imgsearch: \(name): its replies have") } == 1)
    let strict = options + others + ["--strict"]
    #expect(try (setup.run(strict).code, setup.run("kittens", "-p", name).code) == (69, 69))
    // What can't be read isn't kept, and the place is where it was.
    setup.services.set(nil, of: name)
    let rest = try Listing(
      setup.run("--cursor", try #require(listing.next), "-f", "json", "--patience", "forever"))
    #expect(rest.photos.first { $0.provider == name } != nil)
    #expect(rest.providers.allSatisfy { $0.status != "failed" })
  }

  @Test(arguments: [("cut", Fault.cut), ("page", .page), ("404", .broken(404))])
  func `an answer that is none costs that provider's photos alone`(
    what: String, fault: Fault
  ) throws {
    setup.services.set(fault, of: "openverse")
    let outcome = try setup.run("kittens", "--format", "json", "--patience", "forever")
    let listing = try Listing(outcome)
    #expect((outcome.code, listing.photos.count) == (0, 30))
    for provider in listing.providers {
      #expect((provider.status == "failed") == (provider.id == "openverse"))
    }
    #expect(outcome.errorLines.count { $0.contains("imgsearch: openverse: ") } == 1)
  }
  private static let nothing = [
    "openverse": Fault.answer(.json(#"{"result_count":0,"page_count":0,"results":[]}"#)),
    "wikimedia": Fault.answer(.json(#"{"batchcomplete":true}"#)),
  ]

  @Test(
    arguments: [
      ("red blue green", [], nil, "openverse, wikimedia: found nothing; fewer words find more"),
      ("red blue", [], nil, nil),
      (
        "one two", ["--license", "by", "--orientation", "square", "--safe", "strict"],
        "Without --orientation square --license by there may be more.", nil
      ),
    ] as [(String, [String], String?, String?)])
  func `where nothing is found, what may help is said`(
    words: String, options: [String], hint: String?, fewer: String?
  ) throws {
    let setup = try LiveSetup(keys: false, faults: Self.nothing)
    let outcome = try setup.run([words, "-p", "openverse,wikimedia"] + options).ended()
    let said = ["Nothing found for “\(words)”.", hint].compactMap(\.self).joined(separator: " ")
    #expect(outcome.errorLines.contains(Substring(said)), "\(outcome.errors)")
    #expect(outcome.errorLines.first { $0.contains("fewer words") }.map(String.init) == fewer)
  }
}
