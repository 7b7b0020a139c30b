import Foundation
import PhotoSearch

/// Brings one picture into its part file, window by window, and looks at what came
struct PictureFetch: Sendable {
  /// What it takes to ask again
  struct Patience: Sendable {
    var clock: any Clock<Duration> = ContinuousClock()
    var randomness: @Sendable (ClosedRange<Double>) -> Double = { .random(in: $0) }
  }

  /// Bytes that must have come for another round of tries
  private static let leastProgress = 16_000
  /// How often a picture may begin anew
  private static let mostRestarts = 3

  let url: URL
  /// The photo and its size, as the part's note has them
  let source: String
  let transport: any StreamingTransport
  var patience = Patience()

  /// - Parameter progress: bytes there are and are to be
  /// - Returns: the type of the whole picture, which is in the part
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  func fill(
    _ part: PartFile, progress: @escaping @Sendable (Int, Int?) -> Void
  ) async throws -> PictureType {
    var restarts = 0
    var asksForWindows = true
    var best = part.length
    while !isWhole(part) {
      let before = part.length
      do {
        let response = try await ask(part, windows: asksForWindows, progress: progress)
        if response.status == 200 { break }
        if response.status == 416 { throw PartRefusal.changed }
        guard response.status == 206 else {
          throw DownloadFault.status(response.status, words: response.ownWords)
        }
        guard part.length > before else {
          throw DownloadFault.wrongLength("less came than was announced")
        }
      } catch let refusal as PartRefusal {
        guard restarts < Self.mostRestarts else { throw DownloadFault.changed }
        restarts += 1
        best = 0
        if case .unusable = refusal { asksForWindows = false }
        try part.restart()
      } catch let error as TransportError where error.mayPass {
        guard part.length >= best + Self.leastProgress else { throw error }
        best = part.length
      }
    }
    return try type(of: part)
  }

  private func ask(
    _ part: PartFile, windows: Bool, progress: @escaping @Sendable (Int, Int?) -> Void
  ) async throws -> HTTPResponse {
    let source = source
    let attempts = PartTransport(transport) {
      PartAttempt(part, source: source, asksForWindows: windows, progress: progress)
    }
    let retrying = RetryingTransport(
      attempts,
      verdict: { _, response in
        [408, 425, 429].contains(response.status) || response.status >= 500
          ? response.again("not now") : .page
      }, clock: patience.clock, randomness: patience.randomness)
    return try await retrying.send(HTTPRequest(url: url, headers: ["Accept": "image/*,*/*;q=0.5"]))
  }

  private func isWhole(_ part: PartFile) -> Bool {
    part.length > 0 && part.note?.total == part.length
  }

  private func type(of part: PartFile) throws -> PictureType {
    if let total = part.note?.total, total != part.length {
      throw DownloadFault.wrongLength("\(part.length) of \(total) bytes came")
    }
    let start = part.start(PictureType.looked)
    guard !start.isEmpty else { throw DownloadFault.notPicture("nothing") }
    guard let type = PictureType(start: start) else {
      let first = start.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
      throw DownloadFault.notPicture(
        first == UInt8(ascii: "<") ? "a web page" : "of no known type")
    }
    return type
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
