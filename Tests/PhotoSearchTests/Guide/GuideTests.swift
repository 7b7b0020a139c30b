import Foundation
import Testing

/// The code of the guide is code that is compiled, linted and run here
@Suite struct GuideTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// The blocks of Swift in a text, in their order
  private func blocks(of guide: String) -> [String] {
    guide.split(separator: "```swift\n").dropFirst().compactMap { part in
      part.split(separator: "```", maxSplits: 1).first.map(String.init)
    }
  }

  @Test func `its pieces of code, put together, are the adapter and its test`() throws {
    let blocks = blocks(of: try text("Sources/PhotoSearch/PhotoSearch.docc/AddAProvider.md"))
    let code = ["Skylark", "SkylarkTests"].map { "Tests/PhotoSearchTests/Guide/\($0).swift" }
    let whole = try code.map(text).joined(separator: "\n")
    #expect(blocks.joined(separator: "\n") == whole)
  }

  /// Declares its provider once more, in a module of a package that sees the public names alone
  @Test(arguments: [
    "Tests/PhotoSearchTests/Guide/Skylark", "Sources/PhotoSearch/Providers/Pexels",
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
}
