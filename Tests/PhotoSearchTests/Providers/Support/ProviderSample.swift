import Foundation
import PhotoSearch
import Testing

/// What a provider brings to the contract suite: itself, and replies as its service words them
///
/// A new provider joins the suite with one more name in ``all``.
struct ProviderSample: Sendable, CustomTestStringConvertible {
  static let all: [ProviderSample] = [
    .unsplash, .unsplashList, .flickr, .openverse, .wikimedia,
  ]

  static let key = "k3y-of-n0body"

  /// The adapter, with that key and address
  var provider: @Sendable (_ key: String?, _ base: URL?) -> any PhotoProvider
  /// A query that it answers
  var query: PhotoQuery
  /// A good row of a reply, with as much in it as the service ever sends; numbers make ids
  var row: @Sendable (_ number: Int) -> String
  /// A page of rows: which, and how many there are to be
  var page: @Sendable (_ rows: [String], _ number: Int, _ pages: Int) -> HTTPResponse
  /// The native part of a photo's id, and the replies to the requests for it
  var native: String
  var answers: [String]
  /// What the service never tells of a photo
  var untold: Set<Untold> = []
  /// Cursors that cannot be this provider's
  var unknownCursors = [
    "", "x", "0", "-1", "1/", "/", "2/x", "2/-1", "2/3/4", "1.5", "99999999999999999999",
  ]

  var testDescription: String { keyed.id.rawValue }
  var keyed: any PhotoProvider { provider(Self.key, nil) }

  /// What not every service tells
  enum Untold {
    case published, coordinates, country, camera, views
  }

  /// The answers as they arrive
  var replies: [Result<HTTPResponse, ProviderError>] {
    answers.map { .success(HTTPResponse(status: 200, body: Data($0.utf8))) }
  }

  /// A first page of good rows that is not the last
  func firstPage(_ numbers: Range<Int>) -> HTTPResponse {
    page(numbers.map(row), 1, 9)
  }
}
