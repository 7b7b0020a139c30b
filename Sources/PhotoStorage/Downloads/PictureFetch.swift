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
  private static let leastProgress = 64_000
  /// How many windows in a row may bring less than was asked for, and less than that
  private static let mostShort = 3
  /// How many may bring less than was asked for, and less than a megabyte, in all
  private static let mostSmall = 1_000
  /// How often a picture may begin anew, or come in parts that are of no use
  private static let mostRestarts = 3

  let url: URL
  /// The photo and its size, as the part's note has them
  let source: String
  let transport: any StreamingTransport
  var patience = Patience()
  /// Bytes asked for at once
  var window = Self.usualWindow
  /// Bytes of a picture
  var limit = PictureFolder.largestPicture
  /// Nearly every picture is one request, and of a larger one no more than this is asked for in
  /// vain when it has changed meanwhile
  static let usualWindow = 64_000_000

  /// Asks until all of it is there; what came stays in the part, whatever it ends with
  ///
  /// Whatever the host does, it is asked no more than a few times for each megabyte that comes, but
  /// for a thousand times in all.
  ///
  /// - Parameter progress: bytes there are and are to be
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  func fill(
    _ part: PartFile, progress: @escaping @Sendable (Int, Int?) -> Void
  ) async throws {
    var (refusals, short, small) = (0, 0, 0)
    var asksForWindows = true
    var best = part.length
    while !isWhole(part) {
      let before = part.length
      do {
        let response = try await ask(part, windows: asksForWindows, progress: progress)
        if response.status == 200 { return }
        if response.status == 416 { throw PartRefusal.changed }
        guard response.status == 206 else {
          throw DownloadFault.status(
            response.status, host: url.host ?? "its host", words: response.ownWords)
        }
        guard part.length > before else {
          throw PartRefusal.unusable("less came than was announced")
        }
        // A host may send less at a time than it is asked for, but not bytes one by one for ever.
        let brought = part.length - before
        short = brought >= min(window, Self.leastProgress) ? 0 : short + 1
        small += brought >= min(window, 1_000_000) ? 0 : 1
        guard short < Self.mostShort && small < Self.mostSmall || isWhole(part) else {
          throw DownloadFault.wrongLength("its host sends too little of it at a time")
        }
      } catch let refusal as PartRefusal {
        guard refusals < Self.mostRestarts else { throw refusal.fault }
        refusals += 1
        best = 0
        if case .unusable = refusal { asksForWindows = false }
        try part.restart()
      } catch let error as TransportError where error.mayPass {
        // A host that sends no parts may be cut off a little later each time, for ever.
        guard part.length >= best + Self.leastProgress, part.restarts <= Self.mostRestarts
        else { throw error }
        best = part.length
      }
    }
  }

  private func ask(
    _ part: PartFile, windows: Bool, progress: @escaping @Sendable (Int, Int?) -> Void
  ) async throws -> WebReply {
    let resuming = ResumingTransport(wrapped: transport) {
      PartReceiver(part, of: self, windows: windows, progress: progress)
    }
    let retrying = RetryingTransport(
      resuming,
      verdict: { _, response in
        [408, 425, 429].contains(response.status) || response.status >= 500
          ? response.again("not now") : .page
      }, clock: patience.clock, randomness: patience.randomness)
    return try await retrying.send(WebRequest(url: url, headers: ["Accept": "image/*,*/*;q=0.5"]))
  }

  private func isWhole(_ part: PartFile) -> Bool {
    part.length > 0 && part.note?.total == part.length
  }

  /// What kind of picture a filled part is
  ///
  /// - Throws: ``DownloadFault/notPicture(_:)``
  func type(of part: PartFile) throws(DownloadFault) -> PictureType {
    let start = part.start(PictureType.looked)
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
