import Foundation
import PhotoSearch
import Pictures
import Platform

/// Fetches one picture into an unfinished file, and finds its type
///
/// At first the whole picture is requested. If it is cut off, now or in an earlier run, only the
/// rest of the same version is requested (If-Range; RFC 9110, 13.1.5).
struct PictureFetch: Sendable {
  /// Fewest bytes that a round of tries must bring to earn another round
  private static let minProgress = 64_000
  /// Most rounds of tries
  private static let maxRounds = 1_000
  /// How often a picture may be started over, because it changed or its rest didn't fit
  private static let maxRestarts = 3

  let url: URL
  /// The photo and its size, as in the note beside the unfinished file
  let source: String
  let transport: any StreamingTransport
  /// Measures the pauses between tries
  let clock: any Clock<Duration>
  /// Gives the length of a pause
  let randomness: @Sendable (ClosedRange<Double>) -> Double
  /// Most bytes of a picture
  let limit: Int

  /// Requests the picture until it is complete; received bytes stay in the file even after an error
  ///
  /// - Parameter progress: gets the bytes so far, and the bytes in all if known
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  func fill(
    _ part: UnfinishedPicture, progress: @escaping @Sendable (Int, Int?) -> Void
  ) async throws {
    var (rounds, refusals, best) = (0, 0, part.length)
    while !isWhole(part) {
      do {
        let response = try await ask(part, progress: progress)
        switch response.status {
        case 200: return
        case 206: break
        case 416: throw PartRefusal()
        default:
          throw DownloadFault.status(
            response.status, host: url.host ?? "its host", words: response.bodyDescription)
        }
        rounds += 1
        guard part.length >= best + Self.minProgress && rounds < Self.maxRounds || isWhole(part)
        else { throw DownloadFault.wrongLength("its host sends too little of it at a time") }
        best = part.length
      } catch let refusal as PartRefusal {
        guard refusals < Self.maxRestarts else { throw refusal.fault }
        refusals += 1
        best = 0
        try part.restart()
      } catch let error as TransportError where error.isPassing {
        rounds += 1
        // A host that can't send ranges starts over each time, maybe a little further each time, so
        // restarts are limited too.
        guard part.length >= best + Self.minProgress && rounds < Self.maxRounds,
          part.restarts <= Self.maxRestarts
        else { throw error }
        best = part.length
      }
    }
  }

  private func ask(
    _ part: UnfinishedPicture, progress: @escaping @Sendable (Int, Int?) -> Void
  ) async throws -> WebReply {
    let resuming = ResumingTransport(wrapped: transport) {
      PartReceiver(part, of: self, progress: progress)
    }
    let retrying = RetryingTransport(
      resuming,
      verdict: { WebReply.isPassing($1.status) ? $1.again("not now") : .page },
      clock: clock, randomness: randomness)
    return try await retrying.send(WebRequest(url: url, headers: ["Accept": "image/*,*/*;q=0.5"]))
  }

  private func isWhole(_ part: UnfinishedPicture) -> Bool {
    part.length > 0 && part.note?.total == part.length
  }

  /// The type of a complete picture
  ///
  /// - Throws: ``DownloadFault/notPicture(_:)``
  func type(of part: UnfinishedPicture) throws(DownloadFault) -> PictureType {
    let start = part.start(PictureType.sniffedBytes)
    guard !start.isEmpty else { throw .notPicture("nothing") }
    guard let type = PictureType(start: start) else { throw .notPicture(Self.guess(start)) }
    return type
  }

  /// The kind of a text received instead of a picture, from its first bytes
  private static func guess(_ start: Data) -> String {
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if text.holds("<svg") || text.holds("<?xml") { return "an SVG drawing or other XML" }
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    return first == "<" ? DownloadFault.webPage : "of no known type"
  }
}

/// Requests the missing part of a picture: a retry continues where the last try stopped
private struct ResumingTransport: HTTPTransport {
  let wrapped: any StreamingTransport
  /// Makes a receiver for each request
  let receiver: @Sendable () -> PartReceiver

  func send(_ request: WebRequest) async throws -> WebReply {
    let receiver = receiver()
    var request = request
    for field in receiver.headers { request.headers[field.name] = field.value }
    return try await wrapped.send(request, to: receiver)
  }
}
