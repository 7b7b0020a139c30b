import Foundation
import PhotoStorage
import Testing

@testable import imgsearch

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Pages that a web browser is given: none stays in the system's temporary folder, and what stays
/// in the cache goes with the next one
struct TemporaryPagesTests {
  private let home = Home()
  private let environment: [String: String]

  init() throws {
    environment = try home.stage("xdg-open", "echo \"$1\" >> \(home.path("opened"))")
      .merging(["TMPDIR": home.makeFolder("tmp").path]) { $1 }
  }

  private var folder: String { home.path(".cache/imgsearch/pages") }
  private var pages: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  private func show() async throws {
    try await Program.run(
      ["kittens", "-n", "2", "-f", "html", "--open", "--replay", Program.fewFixtures.get()],
      environment: environment
    ).ended()
  }

  private func age(_ name: String, by seconds: TimeInterval) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: "\(folder)/\(name)")
  }

  @Test func `a listing that is shown at once goes when the next one comes an hour later`()
    async throws
  {
    try await show()
    let first = try #require(try pages.first)
    #expect(try home.text("opened").hasSuffix(first + "\n"))
    let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(first)")
    #expect((mode[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try home.names(in: "tmp").isEmpty)
    // Until then its reader may load it again.
    try await show()
    #expect(try pages.count == 2 && pages.contains(first))
    try age(first, by: 3_700)
    try await show()
    #expect(try pages.count == 2 && !pages.contains(first))
  }

  @Test func `what led to a gallery that was killed goes with the next gallery`() throws {
    let killed = try GalleryClient(
      "--opens", "--replay", Program.fewFixtures.get(), environment: environment)
    try killed.program.waitUntilSaid("is open in the web browser")
    let left = try #require(try pages.first)
    killed.program.crash()
    #expect(try pages == [left])
    let next = try GalleryClient(
      "--opens", "--replay", Program.fewFixtures.get(), environment: environment)
    try next.program.waitUntilSaid("is open in the web browser")
    #expect(try pages.count == 1 && !pages.contains(left))
    // That of a gallery that runs stays until it was asked for.
    _ = try TemporaryPages(in: home.folder.appending(path: ".cache/imgsearch")).place(.redirect)
    #expect(try pages.count == 1)
    next.program.interrupt()
    #expect(try next.program.finish().code == 130 && pages.isEmpty)
  }

  @Test func `what somebody else put there stays`() async throws {
    let names = ["notes.html", "redirect-x-1.html", "redirect-0.html", "listing-1.html"]
    for name in names {
      try home.write("", to: ".cache/imgsearch/pages/\(name)")
      try age(name, by: 1e6)
    }
    try await show()
    #expect(try pages.filter { names.contains($0) } == names.sorted())
  }
}
