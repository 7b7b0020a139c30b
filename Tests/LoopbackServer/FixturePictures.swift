import Foundation
import PhotoSearch

/// The pictures of a recording, each below a path of its host's name
struct FixturePictures: Sendable {
  /// What their paths begin with
  static let service = "pictures"

  /// As the recording has them
  private let addresses: Set<String>

  init(_ archive: HARArchive) {
    let entries = archive.entries.filter {
      $0.headers["Content-Type"]?.hasPrefix("image/") ?? false
    }
    addresses = Set(entries.map(\.url))
  }

  /// Where a picture is for everybody
  ///
  /// - Parameter rest: what follows the service's name in the path, such as `/host/cat.jpg`
  func address(_ rest: String, query: String) -> URL? { URL(string: "https:/\(rest)\(query)") }

  /// A JSON reply in which the addresses of these pictures lead to this machine; others stay
  ///
  /// - Parameter home: where this machine was asked
  func moved(_ body: Data, to home: URL) -> Data {
    guard let host = home.host, let port = home.port else { return body }
    let quote = UInt8(ascii: "\"")
    let pieces = body.split(separator: quote, omittingEmptySubsequences: false)
    let moved = pieces.map { piece -> Data in
      guard piece.starts(with: "http".utf8),
        let place = place(String(decoding: piece, as: UTF8.self))
      else { return piece }
      return Data("http://\(host):\(port)/\(Self.service)/\(place)".utf8)
    }
    return Data(moved.joined(separator: [quote]))
  }

  /// Host, path and query of a picture; nil for any other address
  private func place(_ text: String) -> String? {
    // Commons marks its addresses, and old ones of Flickr are not encrypted.
    let plain = text.replacing(/\?utm_.*/, with: "").replacing("http://", with: "https://")
    // The program adds a size to Europeana's.
    let isPicture = ["", "&size=w400"].contains { addresses.contains(plain + $0) }
    return isPicture ? String(plain.dropFirst("https://".count)) : nil
  }
}
