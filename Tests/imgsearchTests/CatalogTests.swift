import CommandSyntax
import Foundation
import PhotoSearch
import Testing

@testable import imgsearch

/// What lists the services follows from the catalog: nothing but an adapter says a word of its own
struct CatalogTests {
  private static let searches = ProviderCatalog.profiles.filter { $0.kind == .search }
    .map(\.id.rawValue)

  @Test func `help, providers, completions, the gallery and assistants have every service`() throws
  {
    let home = Home()
    var texts = try [
      ["providers"], ["help", "filters"], ["help", "environment"],
      [CompletionAnswer.name, "fish", "kittens", "-p", ""],
    ].map { try home.process($0).output }
    let gallery = try GalleryClient(environment: home.environment)
    texts.append("\(try gallery.call("start"))")
    let assistant = try AssistantClient([], environment: home.environment)
    texts.append("\(try assistant.result("tools/list"))")
    for text in texts {
      for id in Self.searches {
        #expect(
          text.contains(id) || text.contains("\(id.uppercased())_"), "\(id): \(text.prefix(80))")
      }
    }
  }

  @Test(arguments: ["wordpress", "finna", "europeana"])
  func `no source but its adapter names a service`(id: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
      [".swift", ".js", ".html", ".css"].contains { name.hasSuffix($0) }
    }
    #expect(names.count > 200)
    let naming = try names.filter { name in
      try String(contentsOf: folder.appending(path: name), encoding: .utf8).lowercased()
        .contains("\"\(id)\"") || name.lowercased().hasSuffix("/\(id).swift")
    }
    #expect(naming.map { URL(filePath: $0).lastPathComponent.lowercased() } == ["\(id).swift"])
  }
}

/// Lists of constants that no compiler keeps complete
struct RegistryTests {
  @Test(arguments: [
    ("Assistants/AssistantTool.swift", "AssistantTool", AssistantTool.all.count),
    ("Options/OptionTable.swift", "Option", OptionTable.rows.count - OptionTable.filters.count),
  ])
  func `a list has as many members as its file has constants`(
    file: String, type: String, count: Int
  ) throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/imgsearch/\(file)").standardizedFileURL
    let lines = try String(contentsOf: source, encoding: .utf8).split(separator: "\n")
    let constants = lines.filter { line in
      line.contains("static let ") && ["(", "<"].contains { line.contains(" = \(type)\($0)") }
    }
    #expect(constants.count == count && count > 5)
  }
}
