import Foundation
import LoopbackServer
import PhotoSearch
import Terminal
import Testing

@testable import imgsearch

/// What a terminal is told of providers and keys
@Suite(.enabled(if: OtherTool.isThere("script"))) struct ProvidersTests {
  private let setup: LiveSetup

  init() throws { setup = try LiveSetup(keys: false) }

  private func screen(_ line: String, columns: Int = 80) throws -> String {
    try Screen.show(line, columns: columns, environment: setup.environment).output
  }

  @Test(arguments: [40, 60, 80, 120])
  func `providers are a row each that fits, with what is ready, lacking and left`(
    columns: Int
  ) throws {
    setup.environment.merge(LiveSetup.Keys.environment) { $1 }
    _ = try setup.run("kittens", "-n", "4")
    setup.environment["FLICKR_API_KEY"] = nil
    for profile in ProviderCatalog.profiles { setup.environment[profile.addressVariable] = nil }
    let shown = try screen("providers", columns: columns)
    let lines = Screen.lines(of: shown)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(lines)")
    #expect(lines.count == ProviderCatalog.profiles.count + 2 && lines[0].hasPrefix("PROVIDER"))
    let lacking = columns < 60 ? "needs a key" : "needs FLICKR_API_KEY"
    #expect(lines.contains { $0.hasPrefix("flickr ") && $0.contains(lacking) })
    #expect(lines.contains { $0.hasPrefix("unsplash ") && $0.contains("ready") })
    #expect(lines.last == "imgsearch keys set flickr")
    #expect((columns < 80) || lines[1].contains(/[0-9]+ of 50, [0-9]{2}:[0-9]{2}/))
    #expect(shown.contains("\u{1B}]8;;https://unsplash.com/api-terms\u{1B}\\"))
    // The terms are told whole where there is room, and not by a word that may not be a link.
    #expect(!lines.contains { $0.hasSuffix("terms") || $0.hasSuffix("…") })
  }

  @Test func `providers for a program are whole, apart by tabs`() throws {
    let outcome = try setup.run("providers")
    let rows = outcome.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(rows[0] == ["PROVIDER", "KIND", "STATE", "QUOTA", "ASKED AT", "TERMS", "HARVEST"])
    #expect(rows.dropLast().allSatisfy { $0.count == 7 })
    #expect(rows[1][0...1] == ["unsplash", "search"])
    #expect(
      rows[1][2]
        == "no key: set UNSPLASH_ACCESS_KEY (get one at https://unsplash.com/oauth/applications)")
    #expect(rows[1][4] == setup.services.url(of: "unsplash").absoluteString)
    for row in rows.dropFirst().dropLast() {
      let profile = try #require(ProviderCatalog.profiles.first { $0.id.rawValue == row[0] })
      #expect(row[6].hasPrefix(profile.refusal == nil ? "yes: https://" : "no: it"), "\(row)")
    }
    #expect(rows.contains { $0[0] == "openverse" && $0[2] == "ready: needs no key" })
    #expect(rows.contains { $0[0] == "nasa" && $0[2] == "ready: needs no key; asked when named" })
  }

  @Test func `a terminal is told of free keys once ever, at the end`() throws {
    #expect(try !screen("kittens -n 2 --replay Fixtures/odd").contains("imgsearch keys"))
    let lines = Screen.lines(of: try screen("kittens -n 2"))
    #expect(lines.last == "5 more services with a free key: imgsearch keys")
    let file = setup.home.path("data/imgsearch/keys-hint")
    #expect(try Data(contentsOf: URL(filePath: file)).isEmpty)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -9_000_000)], ofItemAtPath: file)
    #expect(try !screen("kittens -n 2").contains("imgsearch keys"))
  }

  @Test func `a terminal is told first that keys are free, and how to set one`() throws {
    let lines = Screen.lines(of: try screen("keys", columns: 200))
    #expect(
      lines.first
        == "Keys are free (Flickr's for Pro members). Get one at its address, then: "
        + "imgsearch keys set NAME")
  }

  @Test(arguments: [40, 60, 80, 120], ["xterm", "dumb"])
  func `keys fit, and say where to get one in addresses that aren't cut`(
    columns: Int, terminal: String
  ) throws {
    setup.environment["TERM"] = terminal
    // The longest thing to say of a key
    setup.environment["FLICKR_API_KEY"] = LiveSetup.Keys.flickr
    let shown = try screen("keys", columns: columns)
    let lines = Screen.lines(of: shown)
    let tooWide = lines.filter { DisplayWidth.of($0) > columns }
    // Nothing makes that one shorter than 47 cells.
    let docker = "docs.searxng.org/admin/installation-docker.html"
    #expect(tooWide == (columns == 40 ? ["  https://\(docker)"] : []))
    let addresses = KeysOptions.profiles.compactMap(\.key?.address.absoluteString)
    for address in addresses {
      #expect(lines.contains { $0.hasSuffix(address.dropFirst("https://".count)) }, "\(lines)")
      #expect((terminal == "dumb") != shown.contains("\u{1B}]8;;\(address)\u{1B}\\"))
    }
    #expect(lines.last == "imgsearch keys set unsplash · test")
  }

  @Test func `a terminal without links is told the terms where there is room`() throws {
    setup.environment["TERM"] = "dumb"
    let providers = try screen("providers", columns: 140)
    #expect(providers.contains(" https://unsplash.com/api-terms"))
    #expect(!providers.contains("\u{1B}"))
  }
}
