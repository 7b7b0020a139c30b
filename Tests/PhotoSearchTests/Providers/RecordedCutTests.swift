import Foundation
import Testing

@testable import PhotoSearch

/// Real replies of the WordPress Photo Directory, Finna and Europeana as lists that are cut
@Suite(.enabled(if: Recordings.areThere, Recordings.skipped))
struct RecordedCutTests {
  /// Answers the first page with one reply and all later pages with another
  private func pages(first: WebReply, later: WebReply) -> ToldTransport {
    ToldTransport { request in
      let place = request.queryItems.first { ["page", "cursor"].contains($0.name) }?.value
      return ["1", "*"].contains(place) ? first : later
    }
  }

  private func pages(of id: ProviderID) throws -> ToldTransport {
    switch id {
    case .wordpress:
      let row = String(
        decoding: try Recordings.data("recorded/wordpress-photos-1.json"), as: UTF8.self)
      // The recording is a single row, so two more get other ids.
      let rows = ["203627f31f", "303627f31f", "403627f31f"].map {
        row.replacing("203627f31f", with: $0)
      }
      let headers: HTTPHeaders = ["X-WP-Total": "4", "X-WP-TotalPages": "2"]
      return pages(
        first: WebReply("[\(rows[0]),\(rows[1])]", headers: headers),
        later: WebReply("[\(rows[1]),\(rows[2])]", headers: headers))
    case .finna:
      return pages(
        first: try Recordings.reply("finna-search-1"),
        later: WebReply(#"{"resultCount":196334,"status":"OK"}"#))
    default:
      return pages(
        first: try Recordings.reply("europeana-search-1"),
        later: try Recordings.reply("europeana-search-2"))
    }
  }

  @Test(arguments: [
    (ProviderID.wordpress, "coffee", 3), (.finna, "koivu", 13), (.europeana, "monasterio", 7),
  ])
  func `a list of real replies that is cut behind any photo goes on as it would have`(
    id: ProviderID, words: String, count: Int
  ) async throws {
    let providers = ProviderCatalog.providers { _ in "key" }.filter { $0.id == id }
    let transport = try pages(of: id)
    let whole = await Run(MergedSearch(PhotoQuery(words), from: providers, over: transport))
    #expect(whole.ids.count == count && Set(whole.ids).count == count)
    for cut in 1..<count {
      let rest = try await Run(
        continuing: whole.cursors[cut - 1], from: providers, over: transport)
      #expect(rest.ids == Array(whole.ids[cut...]), "cut at \(cut)")
    }
  }
}
