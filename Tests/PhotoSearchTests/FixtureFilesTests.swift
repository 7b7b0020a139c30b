import FixtureMaker
import Foundation
import Testing

@testable import PhotoSearch

/// Fixtures/ is what the generator makes, and can be read
@Suite struct FixtureFilesTests {
  private static let rewrites =
    ProcessInfo.processInfo.environment["IMGSEARCH_REWRITE_FIXTURES"] == "1"

  @Test func `the fixtures are what the generator makes, byte for byte`() throws {
    let made = Fixtures.files
    if Self.rewrites { try rewrite(made) }
    let names = try FileManager.default.contentsOfDirectory(atPath: FixtureFiles.folder.path)
    let files = names.filter { $0.hasSuffix(".har") }
    #expect(Set(files) == Set(made.keys))
    for (name, data) in made.sorted(by: { $0.key < $1.key }) {
      let isSame = try Data(contentsOf: FixtureFiles.folder.appending(path: name)) == data
      #expect(isSame, "\(name) is not what the generator makes: IMGSEARCH_REWRITE_FIXTURES=1")
    }
  }

  private func rewrite(_ files: [String: Data]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: FixtureFiles.folder.path)
    where name.hasSuffix(".har") && files[name] == nil {
      try FileManager.default.removeItem(at: FixtureFiles.folder.appending(path: name))
    }
    for (name, data) in files { try data.write(to: FixtureFiles.folder.appending(path: name)) }
    Issue.record("Fixtures/ was rewritten: look at the difference, then run without it")
  }

  @Test func `every fixture is a recording without secrets and of modest size`() throws {
    let archive = try FixtureFiles.archive.get()
    #expect(archive.entries.count > 150)
    let redaction = Redaction()
    for entry in archive.entries {
      #expect(redaction.text(entry.url) == entry.url)
      let body = String(decoding: entry.body, as: UTF8.self)
      #expect(redaction.text(body) == body)
    }
    let size = Fixtures.files.values.reduce(0) { $0 + $1.count }
    #expect(size < 400_000 * ProviderCatalog.adapters.count)
  }

  @Test func `no fixture does anything to the terminal it is shown in`() throws {
    for (name, data) in Fixtures.files {
      let scalars = String(decoding: data, as: UTF8.self).unicodeScalars
      // A soft hyphen and the joiners of letters and emoji are harmless.
      let odd = scalars.first { scalar in
        !"\n\u{AD}\u{200C}\u{200D}".unicodeScalars.contains(scalar)
          && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
      }
      #expect(odd == nil, "\(name)")
    }
  }

  @Test func `no two entries of the fixtures answer the same request`() throws {
    let archive = try FixtureFiles.archive.get()
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
    #expect(flickr.leftOut == [.video: 3, .withoutImage: 2, .unreadable: 4])
  }

  @Test func `the README names every file, every word and every single photo`() throws {
    let readme = try String(
      contentsOf: FixtureFiles.folder.appending(path: "README.md"), encoding: .utf8)
    let expected = Fixtures.expectations
    let names =
      Array(Fixtures.files.keys) + expected.answers.compactMap(\.words).map { "`\($0)`" }
      + (expected.shown + expected.unknown).map { "`\($0)`" }
    for name in names where name != "`kittens`" { #expect(readme.contains(name), "\(name)") }
  }
}
