import Foundation
import LoopbackServer
import Testing

/// What is asked of services, and what of the cache
@Suite(.waits) struct LiveCacheTests {
  private let setup: LiveSetup

  init() throws { setup = try LiveSetup() }

  private static let options = ["kittens", "-n", "150", "--format", "json"]

  @Test func `the same search within the hour sends nothing, and --refresh asks again`() throws {
    let least = LeastRequests.counts(for: "kittens", photos: 150)
    let options = Self.options + ["--patience", "forever"]
    let first = try setup.run(options)
    #expect(setup.services.counts == least)
    setup.services.forget()
    let second = try setup.run(options)
    #expect(setup.services.requests == [])
    #expect(second.output == first.output && second.errors.contains("all from the cache"))
    // Whoever hangs is not asked, so that it does not matter.
    for name in LiveSetup.names { setup.services.set(.hang, of: name) }
    let program = try setup.start(options)
    #expect(try program.finish().output == first.output)
    for name in LiveSetup.names { setup.services.set(nil, of: name) }
    let refreshed = try setup.run(options + ["--refresh"])
    #expect((refreshed.output, setup.services.counts) == (first.output, least))
  }

  @Test(arguments: ["{}", "{\"message\":\"maintenance\"}", nil])
  func `what could not be read is asked for again`(body: String?) throws {
    let fault =
      body.map { .answer(.json($0)) }
      ?? Fault { _, sound in
        var answer = sound
        answer.body = sound.body.prefix(sound.body.count / 2)
        return answer
      }
    for name in LiveSetup.names { setup.services.set(fault, of: name) }
    let first = try setup.run("kittens", "--patience", "forever").ended(with: 69)
    #expect(LiveSetup.names.allSatisfy { first.errors(of: $0).count == 1 }, "\(first.errors)")
    for name in LiveSetup.names { setup.services.set(nil, of: name) }
    setup.services.forget()
    let second = try setup.run("kittens", "--patience", "forever").ended()
    #expect(setup.services.requests.count >= LiveSetup.names.count)
    #expect(!second.errors.contains("from the cache"), "\(second.errors)")
  }

  @Test(arguments: [["favorites", "add"], ["credit"]])
  func `each of several photos is asked for, and once`(command: [String]) throws {
    let photos = [
      "flickr:95200043273", "openverse:b1c38329-692a-4a54-be62-f9f2a658305c",
      "wikimedia:190599866",
    ]
    let outcome = try setup.run(command + photos).ended()
    #expect(outcome.output.split(separator: "\n").count == photos.count)
    setup.services.forget()
    let again = try setup.run(["credit", "--refresh"] + photos).ended()
    #expect(setup.services.requests.count >= photos.count)
    setup.services.forget()
    let cached = try setup.run(["credit"] + photos)
    #expect((cached.output, setup.services.requests) == (again.output, []))
  }

  @Test func `offline answers from the cache alone`() throws {
    let first = try setup.run(Self.options + ["--patience", "forever"])
    setup.services.stop()
    let offline = try setup.run(Self.options + ["--offline"]).ended()
    #expect(offline.output == first.output)
  }

  @Test func `where the cache has a page and not the next, offline says so`() throws {
    _ = try setup.run("kittens", "-n", "1", "-p", "openverse")
    try setup.run("kittens", "-n", "100", "-p", "openverse", "--offline").ended(
      saying: "the cache has nothing more for “kittens” from openverse; ")
  }

  @Test func `offline without a cache is 66, and says so in one line of words`() throws {
    let outcome = try setup.run("kittens", "--offline")
    #expect((outcome.code, setup.services.requests) == (66, []))
    let names = LiveSetup.names.joined(separator: ", ")
    #expect(
      outcome.errors
        == "imgsearch: the cache has nothing for “kittens” from \(names); "
        + "run again without --offline: imgsearch search kittens\n")
    try setup.run("show", "flickr:43213681030", "--offline").ended(
      with: 66, saying: "the cache doesn't have flickr:43213681030; run again without --offline")
    #expect(!outcome.errors.hasKey)
  }
}
