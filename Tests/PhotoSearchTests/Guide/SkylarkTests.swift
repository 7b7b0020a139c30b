import Foundation
import PhotoSearch
import PhotoSearchTesting
import Testing

@Suite struct SkylarkTests {
  static let recording = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "skylark.har")

  @Test(arguments: ProviderContract.promises)
  func `it keeps what every provider promises`(promise: ProviderContract.Promise) throws {
    let contract = try ProviderContract(
      Skylark.self, recording: Self.recording, query: PhotoQuery("boats"), photo: "4700",
      untold: [.place, .camera, .views])
    try promise.check(contract)
  }

  @Test func `a client asks it beside the others`() async throws {
    let skylark = PhotoService(Skylark(key: "any"))
    let photos = PhotoClient(
      application: "MyApp", providers: [skylark, .openverse],
      transport: try ReplayTransport(contentsOf: Self.recording, of: [skylark]))
    #expect(try await photos.search("boats").next(9).count == 6)
  }

  @Test func `a film is left out, and counted`() throws {
    let body = Data(#"{"items":[{"id":1,"kind":"film"}],"pages":1}"#.utf8)
    let page = try Skylark(key: "any").page(
      from: WebReply(status: 200, body: body), for: PhotoQuery("boats"), at: nil)
    #expect(page.excluded == [.video: 1])
  }
}
