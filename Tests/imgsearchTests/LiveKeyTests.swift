import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// Where keys come from, and where they go
struct LiveKeyTests {
  private let setup: LiveSetup

  init() throws { setup = try LiveSetup(keys: false) }

  @Test func `without any key there are photos, and not a word of it in a script`() throws {
    let outcome = try setup.run("kittens", "--format", "json", "--patience", "forever")
    let listing = try Listing(outcome)
    #expect((outcome.code, listing.photos.count) == (0, 30))
    #expect(listing.providers.map(\.id) == ["openverse", "wikimedia", "wordpress"])
    #expect(Set(setup.services.counts.keys) == ["openverse", "wikimedia", "wordpress"])
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
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
    let outcome = try setup.run("kittens", "-p", name).ended(with: 77, saying: variable, address)
    #expect(outcome.errorLines.count == 1)
    #expect(setup.services.requests == [])
  }

  @Test func `a key is read from keys.json, and from the environment first`() throws {
    try setup.home.write(
      "{\"FLICKR_API_KEY\": \"from-the-file\"}", to: "config/imgsearch/keys.json",
      permissions: 0o600)
    #expect(try (setup.run("kittens", "-p", "flickr").code, sentKeys) == (0, ["from-the-file"]))
    setup.environment["FLICKR_API_KEY"] = "from-the-environment"
    setup.services.forget()
    try setup.run("kittens", "-p", "flickr", "--refresh").ended()
    #expect(sentKeys == ["from-the-environment"])
  }

  @Test(arguments: [0o644, 0o640, 0o604])
  func `a keys.json that others can read is not used, and it says so`(permissions: Int) throws {
    try setup.home.write(
      "{\"FLICKR_API_KEY\": \"\(LiveSetup.Keys.flickr)\"}", to: "config/imgsearch/keys.json",
      permissions: permissions)
    try setup.run("kittens", "-p", "flickr,openverse", "-n", "2").ended()
    setup.services.forget()
    let outcome = try setup.run("kittens", "-p", "flickr").ended(with: 77, saying: "chmod 600")
    #expect(!outcome.errors.hasKey && setup.services.requests == [])
  }

  private var sentKeys: Set<String?> {
    Set(
      setup.services.requests(of: "flickr").map {
        $0.queryItems.first { $0.name == "api_key" }?.value
      })
  }

  @Test func `what is left of a quota is shown, and kept for imgsearch providers`() throws {
    let setup = try LiveSetup()
    let outcome = try setup.run("kittens", "-n", "4", "--verbose")
    let line = try #require(outcome.errorLines.first { $0.hasPrefix("unsplash: 200, ") })
    let left = try #require(line.firstMatch(of: /(\d+) left/)).1
    let providers = try setup.run("providers")
    #expect(providers.output.contains("\t\(left) of 50 requests left this hour, as of "))
    #expect(providers.output.contains("ready: FLICKR_API_KEY is set"))
    #expect(try !providers.output.hasKey && setup.filesWithKeys() == [])
  }
}
