import Foundation
import PhotoSearch
import PhotoSearchTesting
import Testing

/// The contract tells when it is not kept
@Suite struct ContractBreachTests {
  /// Takes any text for an id and any reply for a page, and what is short for the end
  private struct Careless: JSONPhotoProvider {
    static let profile = Skylark.profile
    static let api = APIDescription(
      defaultBase: Skylark.api.defaultBase, key: .parameter("token"),
      immaterial: ["adult", "second"])
    static let feed = Skylark.feed
    let access: APIAccess

    init(access: APIAccess) { self.access = access }

    func call(for query: PhotoQuery) -> APICall {
      APICall("/photos", [("words", query.words), ("second", access.key)])
    }

    func calls(forPhoto native: String) -> [APICall] { [APICall("/photos/4700")] }
    func native(at url: URL) -> String? { nil }

    func rows(in reply: JSONReply) throws(JSONProblem) -> PageRows {
      let rows = reply.root["items"]?.elements ?? []
      return PageRows(rows, next: .number(of: nil, isLast: rows.count < 4))
    }

    func photo(in row: JSONValue) throws(JSONProblem) -> Photo {
      try Skylark(access: access).photo(in: row)
    }

    func ownVerdict(on response: WebReply) -> ReplyVerdict? { .page }
  }

  @Test func `promises that are not kept are named, and no others`() throws {
    let contract = try ProviderContract(
      Careless.self, recording: SkylarkTests.recording, query: PhotoQuery("boats"),
      photo: "4700", untold: [.place, .camera, .views])
    let broken = ProviderContract.promises.filter { promise in
      do {
        try promise.check(contract)
        return false
      } catch { return error is ProviderContract.Breach }
    }
    #expect(
      Set(broken.map(\.description)) == [
        "an empty or short page is not the end when more were promised",
        "a reply that is none is told with its place",
        "the key stands where it belongs and nowhere else",
        "a list that its feed declares is asked for, and no other",
        "an id that is none asks for nothing else",
        "a service that is out of order is asked again", "a stated wait is kept to",
        "a web page instead of JSON is no page", "a reply without a body is asked for again",
        "a key that is not accepted is told from the rest",
        "other refusals keep their status and words",
        "what is not there is told apart, in the service's words",
      ])
  }
}
