import Foundation
import Testing

@testable import PhotoSearch

/// Whose photos may be collected by many searches
@Suite struct CollectingTests {
  @Test(arguments: ProviderCatalog.profiles)
  func `each adapter says what its service's terms say, and where`(profile: ProviderProfile) throws
  {
    switch profile.collecting {
    case .allowed(let source):
      #expect(source.scheme == "https" && profile.refusal == nil)
      #expect(HostName.isAny(try #require(source.host()), of: Set(profile.secureHosts)))
    case .forbidden(let reason):
      #expect(
        profile.refusal
          == "\(profile.id) isn't asked: \(reason) (\(profile.terms.absoluteString))")
    case .unread: Issue.record("\(profile.id) doesn't say")
    }
  }

  @Test func `Commons, NASA and iNaturalist are open, and nobody else`() {
    let open = ProviderCatalog.profiles.filter { $0.refusal == nil }.map(\.id)
    #expect(open == [.wikimedia, .wikimediaFeatured, .nasa, .iNaturalist])
  }

  @Test func `the guide's own example is closed, as it doesn't say that its terms allow it`() {
    #expect(Skylark.profile.collecting == .unread)
    #expect(
      Skylark.profile.refusal == "skylark isn't asked: its adapter doesn't say that its terms "
        + "allow it (https://skylark.example/terms)")
    #expect(Skylark.profile.list(.skylark, name: "Skylark").collecting == .unread)
  }
}
