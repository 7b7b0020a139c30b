import FixtureMaker
import Foundation
import Testing

@testable import PhotoSearch

/// Fixtures/ is what the generator makes, and can be read
@Suite struct FixtureFilesTests {
  private static let rewrites =
    ProcessInfo.processInfo.environment["IMGSEARCH_REWRITE_FIXTURES"] == "1"

  @Test(arguments: [Fixtures.first, .odd])
  func `the fixtures are what the generator makes, byte for byte`(_ set: Fixtures) throws {
    let folder = FixtureFiles.root.appending(path: set.folder)
    if Self.rewrites { try rewrite(set.files, in: folder) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names.filter { $0.hasSuffix(".har") }) == Set(set.files.keys))
    for (name, data) in set.files.sorted(by: { $0.key < $1.key }) {
      let isSame = try Data(contentsOf: folder.appending(path: name)) == data
      #expect(isSame, "\(name) is not what the generator makes: IMGSEARCH_REWRITE_FIXTURES=1")
    }
  }

  private func rewrite(_ files: [String: Data], in folder: URL) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".har") && files[name] == nil {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    for (name, data) in files { try data.write(to: folder.appending(path: name)) }
    Issue.record("\(folder.path) was rewritten: look at the difference, then run without it")
  }

  @Test(arguments: [Fixtures.first, .odd])
  func `every fixture is a recording without secrets and of modest size`(
    _ set: Fixtures
  ) throws {
    let archive = try HARArchive(contentsOf: FixtureFiles.root.appending(path: set.folder))
    #expect(archive.entries.count > 150)
    let redaction = Redaction()
    for entry in archive.entries {
      #expect(redaction.text(entry.url) == entry.url)
      let body = String(decoding: entry.body, as: UTF8.self)
      #expect(redaction.text(body) == body)
    }
    let size = set.files.values.reduce(0) { $0 + $1.count }
    #expect(size < 400_000 * ProviderCatalog.adapters.count)
  }

  @Test(arguments: [Fixtures.first, .odd])
  func `no fixture does anything to the terminal it is shown in`(_ set: Fixtures) throws {
    for (name, data) in set.files {
      let scalars = String(decoding: data, as: UTF8.self).unicodeScalars
      // A soft hyphen and the joiners of letters and emoji are harmless.
      let odd = scalars.first { scalar in
        guard !(0x20..<0x7F).contains(scalar.value) else { return false }
        return !"\n\u{AD}\u{200C}\u{200D}".unicodeScalars.contains(scalar)
          && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
      }
      #expect(odd == nil, "\(name)")
    }
  }

  @Test(arguments: [Fixtures.first, .odd])
  func `no two entries of the fixtures answer the same request`(_ set: Fixtures) throws {
    let archive = try HARArchive(contentsOf: FixtureFiles.root.appending(path: set.folder))
    let urls = archive.entries.map(\.url)
    #expect(Set(urls).count == urls.count)
  }

  @Test func `what is expected of the fixtures hangs together`() throws {
    let expected = Fixtures.expectations
    let flickr = try #require(expected.answer(ProviderID(rawValue: "flickr"), "kittens"))
    let commons = try #require(expected.answer(ProviderID(rawValue: "wikimedia"), "kittens"))
    let openverse = try #require(expected.answer(ProviderID(rawValue: "openverse"), "kittens"))
    let copies = expected.copies.filter { $0.copy.service == "openverse" }
    #expect(copies.count == 17)
    for copy in copies {
      #expect(openverse.photos.contains(copy.copy.native))
      let originals = copy.original.service == "flickr" ? flickr.photos : commons.photos
      #expect(originals.contains(copy.original.native), "\(copy.original)")
    }
    #expect(flickr.excluded == [.video: 3, .withoutImage: 2, .unreadable: 4])
  }

  @Test(arguments: [Fixtures.first, .odd])
  func `the README names every file and every word, and the odd ones' single photos`(
    _ set: Fixtures
  ) throws {
    let folder = FixtureFiles.root.appending(path: set.folder)
    let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let isOdd = set.folder == Fixtures.odd.folder
    let expected = set.expectations
    let names =
      Array(set.files.keys) + Set(expected.answers.compactMap(\.words)).map { "`\($0)`" }
      + (isOdd ? expected.shown + expected.unknown : []).map { "`\($0)`" }
    for name in names where !isOdd || name != "`kittens`" {
      #expect(readme.contains(name), "\(name)")
    }
  }

  @Test(arguments: [Fixtures.first, .odd])
  func `every picture of the folder is recorded, and every recorded one is there`(
    _ set: Fixtures
  ) throws {
    let folder = FixtureFiles.root.appending(path: set.folder)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "pictures").path)
    let recorded = try HARArchive(contentsOf: folder).entries.compactMap { $0.bodyFile?.path }
    #expect(
      Set(files.map { "pictures/\($0)" }) == Set(recorded),
      "after a change of the generator: Tests/Pictures/draw.py")
    #expect(recorded.count > 100)
  }
}
