import Foundation
import PhotoSearch
import PhotoStorage
import Terminal

/// Pictures of photos: which of them can be fetched, and their files
struct PictureRequests: Sendable {
  /// The transport for pictures, without retries
  let transport: any StreamingTransport
  /// The transport for notices of saved pictures; nil if no service is told
  let notices: (any HTTPTransport)?
  let source: AnswerSource
  let providers: [any PhotoProvider]
  /// Whether the network may not be used
  let isOffline: Bool
  /// Hashes of fetched pictures
  let hashes: PictureHashes
  let console: Console

  /// Where pictures may be in addition to the internet, see ``AnswerSource/apiOrigins(of:)``
  var apiOrigins: [String: Set<Origin>]? { source.apiOrigins(of: providers) }

  /// A photo without pictures in private networks; in a replay all pictures are recorded ones
  func reachable(_ photo: Photo) -> Photo { apiOrigins.map { photo.reachable(from: $0) } ?? photo }

  /// The rendition to fetch for a size in pixels, see ``Photo/rendition(atLeast:)``; nil if there is
  /// none, or if the network may not be used
  func rendition(of photo: Photo, atLeast pixels: Int) -> Rendition? {
    isOffline ? nil : source.fetchable(photo).rendition(atLeast: pixels)
  }

  /// A picture of a photo as a file in memory
  ///
  /// - Parameters:
  ///   - rendition: nil if the photo has none
  ///   - limit: most bytes
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  func file(of photo: Photo, _ rendition: Rendition?, limit: Int) async throws -> Data {
    let source = try PictureSource(of: photo, rendition, apiOrigins: apiOrigins)
    return try await transport.picture(from: source, limit: limit)
  }

  /// A download with the transports of this run
  ///
  /// - Throws: ``FileFault/cannotWrite``
  func download(
    to folder: URL, _ settings: PictureDownload.Settings, credits: any PictureCredits
  ) throws -> PictureDownload {
    let notice = DownloadNotice(providers, over: notices) { [console] profile, error in
      console.note(
        "imgsearch: \(profile.name) was not told of a saved photo, as its terms ask: "
          + ErrorText.line(error))
    }
    return try PictureDownload(
      to: folder, settings, credits: credits, over: transport,
      apiOrigins: apiOrigins, hashes: hashes, afterSaving: notice.send)
  }
}
