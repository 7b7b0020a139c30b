import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// A search of services on this machine is that of their recordings
@Suite(.waits) struct LiveSearchTests {
  private static let options = ["kittens", "-n", "300", "-p", "all", "--patience", "forever"]

  @Test(arguments: [FixtureServer.Ports.one, .oneEach])
  func `300 photos of all are those of the replay, in the least number of requests`(
    ports: FixtureServer.Ports
  ) async throws {
    let least = LeastRequests.counts(for: "kittens", photos: 300)
    #expect(Set(least.keys) == Set(LiveSetup.names))
    for format in ports == .one ? ["json", "grid"] : ["json"] {
      let options = Self.options + ["--format", format]
      let replay = try await Program.run(options + ["--replay", Program.fixtures])
      let setup = try LiveSetup(ports: ports)
      let live = try setup.run(options).ended()
      #expect(live.output == replay.output)
      #expect((setup.services.counts, setup.services.missing) == (least, []))
    }
  }

  @Test func `the order is the same in eight runs, whoever answers first`() async throws {
    let options = ["kittens", "-n", "150", "--patience", "forever", "--format", "urls"]
    let replay = try await Program.run(options + ["--replay", Program.fixtures])
    let setup = try LiveSetup()
    for name in LiveSetup.names { setup.services.set(.slow(0...0.04), of: name) }
    for _ in 0..<2 {
      // Four at a time, which use one cache folder.
      let programs = try (0..<4).map { _ in
        try setup.start(options + ["--refresh"])
      }
      for program in programs { #expect(try program.finish().output == replay.output) }
    }
  }

  @Test func `each key goes to its own service and nowhere else`() throws {
    let setup = try LiveSetup()
    _ = try setup.run("kittens", "-n", "200")
    _ = try setup.run("list")
    _ = try setup.run("show", "flickr:95200043273")
    _ = try setup.run("show", "unsplash:QVXMHe91MsW")
    let services = setup.services
    #expect(Set(services.counts.keys) == Set(LiveSetup.names))
    for request in services.requests(of: "unsplash") {
      #expect(request.headers["Authorization"] == "Client-ID \(LiveSetup.Keys.unsplash)")
      #expect(!request.url.absoluteString.hasKey)
    }
    for request in services.requests(of: "flickr") {
      let sent = request.queryItems.first { $0.name == "api_key" }?.value
      #expect(sent == LiveSetup.Keys.flickr)
      #expect(!request.headers.fields.contains { $0.value.hasKey })
    }
    for name in ["openverse", "wikimedia"] {
      for request in services.requests(of: name) { #expect(!String(describing: request).hasKey) }
    }
    #expect(services.missing == [])
  }

  @Test(arguments: ["unsplash:QVXMHe91MsW", "flickr:95200043273", "wikimedia:190599866"])
  func `one photo is what it is in replay`(id: String) async throws {
    let replay = try await Program.replay("show", id, "--format", "json")
    let setup = try LiveSetup()
    let live = try setup.run("show", id, "--format", "json").ended()
    #expect(live.output == replay.output)
  }
}
