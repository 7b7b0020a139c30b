import Terminal

/// Counts of fetched pictures
package struct PictureStatistics: Sendable {
  package var requests = 0
  /// Pictures that came and could be read
  package var pictures = 0
  package var bytes = 0
  /// Why the first missing picture could not be shown
  package var problem: String?

  package init() {}

  /// `28 of 30 pictures · 30 requests · 412 KB · 2 missing: …`; nil if none were requested, or if a
  /// recording had all of them
  package func words(isRecorded: Bool) -> String? {
    guard requests > 0, !isRecorded || pictures < requests else { return nil }
    let count = pictures < requests ? "\(pictures) of \(requests)" : "\(pictures)"
    let noun = requests == 1 ? "picture" : "pictures"
    let missing =
      pictures < requests
      ? "\(requests - pictures) missing: \(problem ?? "they didn't come in time")" : nil
    let size = bytes > 0 ? Counts.bytes(bytes) : nil
    let words =
      isRecorded
      ? ["\(count) \(noun) from the recording", missing]
      : [
        "\(count) \(noun)", "\(requests) \(requests == 1 ? "request" : "requests")", size, missing,
      ]
    return words.compactMap(\.self).joined(separator: " · ")
  }
}
