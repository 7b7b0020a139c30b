import Foundation
import PhotoSearch
import PhotoStorage
import Synchronization

extension Session {
  /// The renditions that can be fetched; a recording may only have some of them
  func recorded(_ renditions: [Rendition]) -> [Rendition] {
    guard let recording else { return renditions }
    return renditions.filter { recording.hasEntry(for: WebRequest(url: $0.url)) }
  }

  /// A picture of a photo as a file in memory
  ///
  /// - Parameters:
  ///   - rendition: nil if the photo has none
  ///   - limit: most bytes
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  func picture(of photo: Photo, _ rendition: Rendition?, limit: Int) async throws -> Data {
    let source = try PictureSource(of: photo, rendition, apiOrigins: apiOrigins)
    let receiver = BoundedBody(limit: limit)
    let reply = try await pictures.send(
      WebRequest(url: source.url, headers: ["Accept": "image/jpeg,image/*;q=0.5"]), to: receiver)
    guard reply.status == 200 else {
      throw DownloadFault.status(
        reply.status, host: source.url.host ?? "its host", words: reply.bodyDescription)
    }
    return receiver.bytes
  }
}

/// Receives a body of limited size
private final class BoundedBody: BodyReceiver {
  private let limit: Int
  private let taken = Mutex(Data())

  init(limit: Int) {
    self.limit = limit
  }

  var bytes: Data { taken.withLock { $0 } }

  func takes(_ head: WebReply) -> Bool { head.status == 200 }

  func take(_ bytes: Data) throws {
    try taken.withLock { taken in
      guard taken.count + bytes.count <= limit else {
        throw DownloadFault.tooLarge(limit: limit)
      }
      taken += bytes
    }
  }
}
