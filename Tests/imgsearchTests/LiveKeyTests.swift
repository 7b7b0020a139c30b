import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// Where keys come from, and where they go
struct LiveKeyTests {
  @Test func `without any key there are photos, and not a word of it in a script`() throws {
    try LiveSetup.with(keys: false) { setup in
      let outcome = try setup.run("kittens", "--format", "json", "--patience", "forever")
      let listing = try Listing(outcome)
      #expect((outcome.code, listing.photos.count) == (0, 30))
      #expect(listing.providers.map(\.id) == ["openverse", "wikimedia", "wordpress"])
      #expect(Set(setup.services.counts.keys) == ["openverse", "wikimedia", "wordpress"])
      #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ("flickr", "FLICKR_API_KEY", "https://www.flickr.com/services/"),
    ("unsplash", "UNSPLASH_ACCESS_KEY", "https://unsplash.com/oauth/applications"),
    ("pexels", "PEXELS_API_KEY", "https://www.pexels.com/api/"),
    ("pixabay", "PIXABAY_API_KEY", "https://pixabay.com/api/docs/"),
  ])
  func `one that has no key is 77, with the variable and where to get one`(
    name: String, variable: String, address: String
  ) throws {
    try LiveSetup.with(keys: false) { setup in
      let outcome = try setup.run("kittens", "-p", name).ended(with: 77)
      #expect(outcome.errorLines.count == 1 && outcome.errors.contains(variable))
      #expect(outcome.errors.contains(address) && setup.services.requests == [])
    }
  }

  @Test func `a key is read from keys.json, and from the environment first`() throws {
    try LiveSetup.with(keys: false) { setup in
      var setup = setup
      try setup.home.write(
        "{\"FLICKR_API_KEY\": \"from-the-file\"}", to: "config/imgsearch/keys.json",
        permissions: 0o600)
      #expect(
        try (setup.run("kittens", "-p", "flickr").code, sentKeys(setup)) == (0, ["from-the-file"]))
      setup.environment["FLICKR_API_KEY"] = "from-the-environment"
      setup.services.forget()
      #expect(try setup.run("kittens", "-p", "flickr", "--refresh").code == 0)
      #expect(try sentKeys(setup) == ["from-the-environment"])
    }
  }

  @Test(arguments: [0o644, 0o640, 0o604])
  func `a keys.json that others can read is not used, and it says so`(
    permissions: Int
  ) throws {
    try LiveSetup.with(keys: false) { setup in
      try setup.home.write(
        "{\"FLICKR_API_KEY\": \"\(LiveSetup.Keys.flickr)\"}", to: "config/imgsearch/keys.json",
        permissions: permissions)
      #expect(try setup.run("kittens", "-p", "flickr,openverse", "-n", "2").code == 0)
      setup.services.forget()
      let outcome = try setup.run("kittens", "-p", "flickr")
      #expect(outcome.code == 77 && outcome.errors.contains("chmod 600"))
      #expect(!outcome.errors.hasKey && setup.services.requests == [])
    }
  }

  private func sentKeys(_ setup: LiveSetup) throws -> Set<String?> {
    let requests = setup.services.requests(of: "flickr")
    return Set(requests.map { $0.queryItems.first { $0.name == "api_key" }?.value })
  }

  @Test(arguments: ["127.0.0.2", "localhost"])
  func `a redirect to another host or port never carries a key`(host: String) throws {
    let empty = [
      "/flickr": "{\"photos\":{\"page\":1,\"pages\":0,\"total\":0,\"photo\":[]},\"stat\":\"ok\"}",
      "/unsplash": "{\"total\":0,\"total_pages\":0,\"results\":[]}",
    ]
    let other = try ScriptedServer(host: host == "localhost" ? "127.0.0.1" : host) { request in
      .json(empty[request.url.path] ?? "{}")
    }
    defer { other.stop() }
    let query = "q=1&client_id=\(LiveSetup.Keys.unsplash)&api_key=made%2Bup%2F"
    let faults = ["flickr", "unsplash"].map { name in
      let address = other.url("/\(name)?\(query)", host: host).absoluteString
      return (name, Fault.answer(.redirect(to: address)))
    }
    try LiveSetup.with(faults: Dictionary(uniqueKeysWithValues: faults)) { setup in
      try setup.run("kittens", "-p", "flickr,unsplash").ended()
      #expect(other.requests.count == 2)
      for request in other.requests {
        #expect(request.headers["Authorization"] == nil)
        #expect(request.url.query == "q=1" && !String(describing: request).hasKey)
      }
    }
  }

  @Test func `what is left of a quota is shown, and kept for imgsearch providers`() throws {
    try LiveSetup.with { setup in
      let outcome = try setup.run("kittens", "-n", "4", "--verbose")
      let line = try #require(outcome.errorLines.first { $0.hasPrefix("unsplash: 200, ") })
      let left = try #require(line.firstMatch(of: /(\d+) left/)).1
      let providers = try setup.run("providers")
      #expect(providers.output.contains("\t\(left) of 50 requests left this hour, as of "))
      #expect(providers.output.contains("ready: FLICKR_API_KEY is set"))
      #expect(try !providers.output.hasKey && setup.filesWithKeys() == [])
    }
  }
}
