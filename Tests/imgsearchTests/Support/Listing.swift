import Foundation
import Testing

/// What `--format json` printed
struct Listing: Decodable, Equatable {
  struct Photo: Decodable, Equatable {
    let id: String
    let provider: String
    let origin: String
    let page: String
    let credit: String
  }

  struct Provider: Decodable, Equatable {
    let id: String
    let status: String
    let shown: Int
    let requests: Int
    let leftOut: Int
    let error: String?
  }

  let photos: [Photo]
  let next: String?
  let providers: [Provider]

  init(_ outcome: Program.Outcome) throws {
    self = try JSONDecoder().decode(Listing.self, from: Data(outcome.output.utf8))
  }

  var ids: [String] { photos.map(\.id) }
}

/// The object that a text of JSON has
func jsonObject(_ text: some StringProtocol) throws -> [String: Any] {
  let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
  return try #require(value as? [String: Any], "\(text)")
}

extension [String: Any] {
  /// Its member of this name, which has to be of that kind
  private func member<T>(_ name: String, as kind: T.Type, _ location: SourceLocation) throws -> T {
    try #require(self[name] as? T, "\(self)", sourceLocation: location)
  }

  func object(
    _ name: String, _ location: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] { try member(name, as: [String: Any].self, location) }

  func objects(
    _ name: String, _ location: SourceLocation = #_sourceLocation
  ) throws -> [[String: Any]] { try member(name, as: [[String: Any]].self, location) }

  func text(_ name: String, _ location: SourceLocation = #_sourceLocation) throws -> String {
    try member(name, as: String.self, location)
  }

  func texts(_ name: String, _ location: SourceLocation = #_sourceLocation) throws -> [String] {
    try member(name, as: [String].self, location)
  }
}
