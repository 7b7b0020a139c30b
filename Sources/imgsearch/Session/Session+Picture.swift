import Foundation
import PhotoSearch
import PhotoStorage
import Synchronization

extension Session {
  /// Those of renditions that can be asked for: a recording may have some of them only
  func recorded(_ renditions: [Rendition]) -> [Rendition] {
    guard let recording else { return renditions }
    return renditions.filter { recording.hasEntry(for: WebRequest(url: $0.url)) }
  }

  /// A picture of a photo as it came, to be kept in memory
  ///
  /// - Parameters:
  ///   - rendition: which; nil for none
  ///   - limit: bytes
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

/// Takes a body that is to be small
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
