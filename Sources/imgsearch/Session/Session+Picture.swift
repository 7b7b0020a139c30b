import Foundation
import PhotoSearch
import PhotoStorage

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
    return try await pictures.picture(from: source, limit: limit)
  }
}
