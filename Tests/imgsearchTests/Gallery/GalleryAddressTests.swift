import CommandSyntax
import Foundation
import PhotoSearch
import Testing

@testable import imgsearch

/// How the gallery begins: its address, its port, and what opens it
@Suite struct GalleryAddressTests {
  private let home = Home()

  @Test func `the options of the command stand in the address of the page`() throws {
    let gallery = try home.gallery(
      "red", "pandas & co", "--license", "commercial,by", "-p", "all,-flickr")
    let items = URLComponents(url: gallery.address, resolvingAgainstBaseURL: false)?.queryItems
    let named = (items ?? []).map { "\($0.name)=\($0.value ?? "")" }
    #expect(named == ["q=red pandas & co", "provider=all,-flickr", "license=commercial,by"])
    #expect(try gallery.get(gallery.path + "?q=a").status == 200)
  }

  private static func sample(of row: OptionRow) -> String {
    guard row.takesValue else { return "true" }
    guard let filter = FilterRow.all.first(where: { $0.name == row.name }),
      case .text(_, let example) = filter.values
    else {
      return row.values.dropFirst().first { !["any", "free", "public"].contains($0) } ?? ""
    }
    return example
  }

  @Test func `every option that describes a search stands in the address of the page`() throws {
    let typed = OptionTable.planning.map { ($0.name, Self.sample(of: $0)) }
    let options = zip(OptionTable.planning, typed).map { row, typed in
      row.takesValue ? "\(row.flag)=\(typed.1)" : row.flag
    }
    let gallery = try GalleryClient(
      options + ["--replay", Program.fewFixtures.get()], environment: home.environment)
    let items = URLComponents(url: gallery.address, resolvingAgainstBaseURL: false)?.queryItems
    let named = (items ?? []).map { "\($0.name)=\($0.value ?? "")" }
    #expect(named == typed.map { "\($0)=\($1)" })
  }

  @Test(arguments: ["xdg-open", "wslview", "open"])
  func `the program of the system that opens web pages is given the page`(name: String) throws {
    _ = try home.stage(name, "cat \"${1#file://}\" > \(home.path("given"))")
    let cat = try #require(
      ["/bin/cat", "/usr/bin/cat"].first { FileManager.default.isExecutableFile(atPath: $0) })
    try FileManager.default.createSymbolicLink(
      atPath: home.path("bin/cat"), withDestinationPath: cat)
    let gallery = try GalleryClient(
      "--opens", "--replay", Program.fewFixtures.get(),
      environment: home.with(["PATH": home.path("bin")]))
    try gallery.program.waitUntilSaid("is open in the web browser")
    #expect(try home.text("given").contains(gallery.address.absoluteString))
  }

  @Test func `where nothing opens web pages, the address is to be opened by hand`() throws {
    let gallery = try GalleryClient(
      "--opens", "--replay", Program.fewFixtures.get(),
      environment: home.with(["PATH": home.path("bin")]))
    try gallery.program.waitUntilSaid("open the address above")
    #expect(try gallery.get(gallery.path).status == 200)
  }

  @Test func `at a port that is asked for again, an old page is told of the new address`() throws {
    let first = try home.gallery()
    first.program.interrupt()
    try first.program.finish().ended(with: 130)
    let second = try home.gallery("--port", "\(first.port)")
    #expect(second.port == first.port && second.path != first.path)
    let old = try second.get(first.path)
    #expect(old.status == 404 && old.body.contains("prints a new one each time it starts"))
    #expect(try !second.get(first.path, host: "localhost:\(first.port)").body.contains("imgsearch"))
  }

  @Test func `what config.json has stands in no address, but is told, and typed it is overruled`()
    throws
  {
    try home.write(
      #"{"provider": "all,-flickr", "noAi": true, "license": "by-nc-nd"}"#,
      to: ".config/imgsearch/config.json")
    let plain = try home.gallery(replay: Program.fixtures)
    #expect(plain.address.query() == nil)
    let start = try plain.call("start")[0]
    #expect(start["provider"] as? String == "all,-flickr")
    let options = try start.objects("options")
    for (name, standard) in ["no-ai": "true", "license": "by-nc-nd", "safe": ""] {
      let option = try #require(options.first { $0["name"] as? String == name })
      #expect(option["standard"] as? String ?? "" == standard)
      guard name == "license" else { continue }
      let choice = (option["choices"] as? [[String]])?.first
      #expect(choice == ["modification", "Any use and change it"])
    }
    let free = try plain.found(
      #"{"words":"kittens","options":{"no-ai":"false","license":"any","provider":"all"},"count":20}"#
    )
    let services = Set(free.map { $0.prefix { $0 != ":" } })
    #expect(services.count > 2 && services.contains("flickr"))
    let typed = try home.gallery("kittens", "-p", "all", "--license", "any")
    #expect(typed.address.query() == "q=kittens&provider=all&license=any")
  }
}
