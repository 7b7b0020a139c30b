import Foundation
import PhotoSearch
import Testing

/// The code of the guide is code that is compiled, linted and run here
@Suite struct GuideTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: FixtureFiles.root.appending(path: path), encoding: .utf8)
  }

  /// The blocks of Swift in a text, in their order
  private func blocks(of guide: String) -> [String] {
    guide.split(separator: "```swift\n").dropFirst().compactMap { part in
      part.split(separator: "```", maxSplits: 1).first.map(String.init)
    }
  }

  @Test func `its pieces of code, put together, are the adapter and its test`() throws {
    let larks = try text("Tests/PhotoSearchTests/Guide/Larks.swift")
    let all = blocks(of: try text("Sources/PhotoSearch/PhotoSearch.docc/AddAProvider.md"))
    let blocks = all.filter { !larks.contains($0) }
    #expect(all.count == blocks.count + 6)
    let code = ["Skylark", "SkylarkTests"].map { "Tests/PhotoSearchTests/Guide/\($0).swift" }
    let whole = try code.map(text).joined(separator: "\n")
    #expect(blocks.joined(separator: "\n") == whole)
  }

  /// Declares its provider once more, in a module of a package that sees the public names alone
  @Test(arguments: [
    "Tests/PhotoSearchTests/Guide/Skylark", "Tests/PhotoSearchTests/Guide/Larks",
    "Sources/PhotoSearch/Providers/Services/Pexels",
  ])
  func `an adapter needs no more than what is public`(path: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Adapter.swift")
    let adapter = try text(path + ".swift")
    let `import` = adapter.contains("import PhotoSearch\n") ? "" : "import PhotoSearch\n"
    try (`import` + adapter).write(to: file, atomically: true, encoding: .utf8)
    let errors = folder.appending(path: "errors")
    try Data().write(to: errors)
    let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library",
      "-package-name", "somebody", "-I", built.appending(path: "Modules").path,
      "-Xcc", "-fmodule-map-file=\(built.appending(path: "CCurl.build/module.modulemap").path)",
      file.path,
    ]
    compiler.standardError = try FileHandle(forWritingTo: errors)
    try compiler.run()
    compiler.waitUntilExit()
    let lines = try String(contentsOf: errors, encoding: .utf8).split(separator: "\n")
    #expect(
      compiler.terminationStatus == 0,
      "\(lines.filter { $0.contains("error:") }.joined(separator: "\n"))")
  }

  private func next(of provider: some JSONPhotoProvider, _ body: String) throws -> String {
    let reply = WebReply(status: 200, headers: ["X-Next-Cursor": "c/2"], body: Data(body.utf8))
    let page = try provider.page(from: reply, for: PhotoQuery("owl"), at: nil)
    #expect(page.photos.map(\.id.native) == ["7"])
    let request = try provider.request(for: PhotoQuery("owl"), at: page.next)
    return request.url.absoluteString
  }

  @Test func `pages that aren't numbered are asked for as the guide says`() throws {
    let row =
      #""items":[{"id":7,"page":"https://a.example/7","picture":"https://a.example/7.jpg","flickr":"9"}]"#
    let woodlark = Woodlark(key: "t0ken")
    let bearer = try woodlark.request(for: PhotoQuery("owl"), at: nil).headers["Authorization"]
    #expect(
      try (bearer, next(of: woodlark, "{\"total\":70,\(row)}"))
        == ("Bearer t0ken", "https://api.woodlark.example/search?q=owl&offset=30&limit=30"))
    let after = "https://api.crested-lark.example/search?q=owl&after=c%2F2&limit=30"
    #expect(try next(of: CrestedLark(), "{\"next\":\"\(after)\",\(row)}") == after)
    #expect(
      try next(of: ShoreLark(), "{\(row)}")
        == "https://api.shore-lark.example/search?q=owl&cursor=c%2F2&limit=30")
    let photos = try ShoreLark().page(
      from: WebReply(status: 200, body: Data("{\(row)}".utf8)), for: PhotoQuery("owl"), at: nil
    ).photos
    #expect(photos[0].origin == PhotoID(service: "flickr", native: "9"))
  }
}
