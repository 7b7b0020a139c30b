import Foundation
import PhotoSearch
import Pictures

/// Fetches one picture into its part file, and tells its type
///
/// The picture is asked for whole. Where it was cut off, now or in an earlier run, the rest is asked
/// for, of the same version only (If-Range; RFC 9110, 13.1.5).
struct PictureFetch: Sendable {
  /// How pauses between tries are made
  struct Patience: Sendable {
    var clock: any Clock<Duration> = ContinuousClock()
    var randomness: @Sendable (ClosedRange<Double>) -> Double = { .random(in: $0) }
  }

  /// Bytes that a round of tries must bring for another one
  private static let minProgress = 64_000
  /// Rounds of tries
  private static let maxRounds = 1_000
  /// How often a picture may be asked for again from its first byte, because it changed or the rest
  /// that came didn't fit
  private static let maxRestarts = 3

  let url: URL
  /// The photo and its size, as the part's note has them
  let source: String
  let transport: any StreamingTransport
  var patience = Patience()
  /// Bytes of a picture
  var limit = PictureFolder.maxPictureBytes

  /// Asks until all of it is there; what came stays in the part, whatever it ends with
  ///
  /// - Parameter progress: bytes there are and are to be
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
        case 416: throw PartRefusal.changed
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
      } catch let error as TransportError where error.mayPass {
        rounds += 1
        // A host without Range starts anew each time, and may get a little further each time: so
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
      verdict: { _, response in
        [408, 425, 429].contains(response.status) || response.status >= 500
          ? response.again("not now") : .page
      }, clock: patience.clock, randomness: patience.randomness)
    return try await retrying.send(WebRequest(url: url, headers: ["Accept": "image/*,*/*;q=0.5"]))
  }

  private func isWhole(_ part: UnfinishedPicture) -> Bool {
    part.length > 0 && part.note?.total == part.length
  }

  /// What kind of picture a filled part is
  ///
  /// - Throws: ``DownloadFault/notPicture(_:)``
  func type(of part: UnfinishedPicture) throws(DownloadFault) -> PictureType {
    let start = part.start(PictureType.sniffedBytes)
    guard !start.isEmpty else { throw .notPicture("nothing") }
    guard let type = PictureType(start: start) else { throw .notPicture(Self.guess(start)) }
    return type
  }

  /// What text is instead of a picture, by its first bytes
  private static func guess(_ start: Data) -> String {
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if text.holds("<svg") || text.holds("<?xml") { return "an SVG drawing or other XML" }
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    return first == "<" ? DownloadFault.webPage : "of no known type"
  }
}

/// Asks for what a part still lacks: a request that is sent again continues where the last stopped
private struct ResumingTransport: HTTPTransport {
  let wrapped: any StreamingTransport
  /// Made for each request that is sent
  let receiver: @Sendable () -> PartReceiver

  func send(_ request: WebRequest) async throws -> WebReply {
    let receiver = receiver()
    var request = request
    for field in receiver.headers { request.headers[field.name] = field.value }
    return try await wrapped.send(request, to: receiver)
  }
}

extension TransportError {
  /// Whether asking again may help
  fileprivate var mayPass: Bool {
    switch self {
    case .unreachable, .timedOut: true
    default: false
    }
  }
}
