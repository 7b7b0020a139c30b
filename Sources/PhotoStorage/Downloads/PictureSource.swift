package import Foundation
package import PhotoSearch
import Pictures
import Synchronization

/// The address of a photo's picture, after a check that it may be requested
package struct PictureSource: Sendable {
  package let url: URL
  /// The picture's size, as far as it is known before it comes
  package let size: PixelSize?
  /// The photo and its size, which identify a half-saved picture
  let name: String

  /// The rendition that is saved by default
  package static let defaultSize = Rendition.Role.regular

  /// The picture of a choice, with the same checks
  package init(
    of photo: Photo, _ choice: RenditionChoice = .standard, apiOrigins: [String: Set<Origin>]?
  ) throws(DownloadFault) {
    try self.init(of: photo, choice.rendition(of: photo), apiOrigins: apiOrigins)
  }

  /// - Parameters:
  ///   - rendition: the picture to save; nil for none
  ///   - apiOrigins: addresses of services, by name, whose pictures may be outside the internet;
  ///     nil if no request will be sent
  /// - Throws: ``DownloadFault/noPicture(reason:)`` without a picture, or if its address isn't
  ///   allowed: it must be https and on the internet, unless scheme, host and port are those of the
  ///   service's own API.
  package init(
    of photo: Photo, _ rendition: Rendition?, apiOrigins: [String: Set<Origin>]?
  ) throws(DownloadFault) {
    guard let rendition else {
      throw .noPicture(reason: "its provider offers no picture of it")
    }
    let origin = Origin(rendition.url)
    do throws(TransportError) {
      let own = apiOrigins?[photo.id.service] ?? []
      try Origin.check(rendition.url, plain: own)
      if apiOrigins != nil, !own.contains(origin) { try origin.checkPublic() }
    } catch {
      throw .noPicture(reason: "\(error)")
    }
    guard rendition.url.user == nil, rendition.url.password == nil else {
      throw .noPicture(reason: "\(origin) isn't asked: there is a name or password in the address")
    }
    url = rendition.url
    size = photo.size(of: rendition)
    let scaling = photo.renditions.contains(rendition) ? "" : " \(url.query ?? "")"
    name = "\(photo.id) \(rendition.role.rawValue)\(scaling)"
  }

  /// The extension that the picture's file probably gets, by its address
  var fileExtension: String {
    let ending = url.pathExtension.lowercased()
    return PictureType.isExtension(ending) ? ending : PictureType.jpeg.fileExtension
  }
}
extension StreamingTransport {
  /// A picture as a file in memory
  ///
  /// - Parameter limit: most bytes
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  package func picture(from source: PictureSource, limit: Int) async throws -> Data {
    let receiver = BoundedBody(limit: limit)
    let reply = try await send(
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
