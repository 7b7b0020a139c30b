import FixtureMaker
import Foundation
import PhotoSearch
import PhotoSearchTesting
import Testing

/// What every provider promises, checked with its own fixture
@Suite struct ProviderContractTests {
  static let contracts: [ProviderContract] = {
    do {
      let archive = try FixtureFiles.archive.get()
      return try ProviderCatalog.adapters.map { try contract(of: $0, in: archive) }
    } catch {
      Issue.record("a fixture lacks what the contract is checked with: \(error)")
      return []
    }
  }()

  /// What these services say of no photo; a provider that isn't here has to tell it all
  private static let untold: [ProviderID: Set<ProviderContract.Detail>] = [
    .openverse: [.published, .place, .camera, .views], .wikimedia: [.views],
    .wikimediaFeatured: [.views],
    .pexels: [.published, .place, .camera, .views],
    .pexelsCurated: [.published, .place, .camera, .views],
    .pixabay: [.published, .place, .camera, .original],
    .searxng: [.published, .license],
    .wordpress: [.place, .views],
    .europeana: [.authorPage, .camera, .views, .listedSize],
    .finna: [.published, .authorPage, .place, .camera, .views],
    .nasa: [.authorPage, .camera, .views], .iNaturalist: [.camera, .views],
  ]

  /// Those that can't be asked for one photo
  private static let withoutPhotos: Set<ProviderID> = [.searxng]

  private static func contract(
    of adapter: any JSONPhotoProvider.Type, in archive: HARArchive
  ) throws -> ProviderContract {
    let profile = adapter.profile
    let isSearch = profile.kind == .search
    let shown = Fixtures.expectations.shown.first { $0.service == profile.service }
    try #require(
      (shown == nil) == withoutPhotos.contains(profile.id),
      "show.har has no photo of \(profile.service)")
    return try ProviderContract(
      adapter, recording: archive,
      query: PhotoQuery(Fixtures.expectations.mainWords(of: profile.id)),
      photo: shown?.native, nothing: isSearch ? PhotoQuery("nothing") : nil,
      untold: untold[profile.id] ?? [])
  }

  @Test(arguments: contracts, ProviderContract.promises)
  func `every provider keeps what all of them promise`(
    contract: ProviderContract, promise: ProviderContract.Promise
  ) throws { try promise.check(contract) }

  @Test func `every provider of the catalog is checked`() {
    #expect(Self.contracts.count == ProviderCatalog.adapters.count)
  }
}

/// Where the fixtures are that have everything odd
enum FixtureFiles {
  /// The package's folder
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let folder = root.appending(path: "Fixtures/odd")

  /// The Swift files of a folder of Sources, by their paths in it
  static func sources(in room: String) throws -> [(name: String, text: String)] {
    let folder = root.appending(path: "Sources/\(room)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".swift") }.map { name in
      (name, try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
  }

  /// All of them, read once
  static let archive = Result { try HARArchive(contentsOf: folder) }
}
