package import PhotoSearch
import Terminal

/// The counts of a download, and what is said of them
package struct DownloadTally: Sendable {
  /// Files being downloaded
  private var active: [(id: PhotoID, file: ProgressText.File)] = []
  private var saved = 0
  /// Photos whose pictures were there already
  private var skipped = 0
  /// Photos that an earlier run saved
  private var leftOut = 0
  /// Photos whose pictures look like saved ones
  private var copies = 0
  /// Pictures that would be saved, in a download that is only tried
  private var planned = 0
  private var failed = 0
  /// Saved pictures with all rights reserved
  private var reserved = 0
  /// The smallest of the renditions that are larger than saved pictures
  private var larger: Rendition.Role?
  /// Bytes of the saved pictures
  private var bytes = 0
  /// Bytes received over the network, and since when
  private var received = 0
  private var start: ContinuousClock.Instant?

  package init() {}

  package mutating func begin(_ id: PhotoID, _ name: String) {
    active.append((id, ProgressText.File(name: name)))
  }

  /// Notes the bytes of a file that have come so far, and how many it has if that is known
  package mutating func receive(_ count: Int, of total: Int?, for id: PhotoID) {
    guard let index = active.firstIndex(where: { $0.id == id }) else { return }
    let before = active[index].file.count
    // The first bytes may come from an earlier run, so they don't count.
    if before > 0 { received += max(0, count - before) }
    start = start ?? .now
    (active[index].file.count, active[index].file.total) = (count, total)
  }

  /// - Parameter larger: a size with more pixels than the picture that was saved
  package mutating func save(_ photo: Photo, bytes: Int, larger: Rendition.Role?) {
    end(photo.id)
    saved += 1
    self.bytes += bytes
    self.larger = [self.larger, larger].compactMap(\.self).min()
    if photo.license?.id == License.allRightsReserved.id { reserved += 1 }
  }

  /// Counts a picture that would be saved
  package mutating func plan() { planned += 1 }

  /// Counts a picture that is there already
  package mutating func skip(_ id: PhotoID) {
    end(id)
    skipped += 1
  }

  /// Counts a photo that an earlier run saved
  package mutating func leaveOut() { leftOut += 1 }

  /// Counts a photo whose picture looks like a saved one
  package mutating func leaveOut(copy id: PhotoID) {
    end(id)
    copies += 1
  }

  /// - Parameter id: nil for a photo that wasn't found
  package mutating func fail(_ id: PhotoID? = nil) {
    if let id { end(id) }
    failed += 1
  }

  private mutating func end(_ id: PhotoID) { active.removeAll { $0.id == id } }

  /// The progress as lines for a terminal; none while nothing is being downloaded
  ///
  /// - Parameters:
  ///   - all: photos in all; nil if unknown
  ///   - width: most terminal cells of a line
  ///   - height: most lines of files
  package func lines(of all: Int?, width: Int, height: Int) -> [String] {
    guard !active.isEmpty else { return [] }
    let done = saved + skipped + leftOut + copies + failed
    let total = ProgressText.total(
      done, of: all, bytes: active.reduce(bytes) { $0 + $1.file.count }, rate: rate, width: width)
    return ProgressText.lines(active.map(\.file), width: width, height: height) + [total]
  }

  private var rate: Int? {
    guard let start, .now - start > .seconds(1) else { return nil }
    return Int(Double(received) / ((.now - start) / .seconds(1)))
  }

  /// The lines at the end
  ///
  /// - Parameters:
  ///   - size: the option that chooses a larger size; nil if the size was chosen
  ///   - copies: the option that saves copies, too
  package func closing(size option: String?, copies all: String) -> [String] {
    let rights =
      "All rights are reserved for \(reserved) of \(saved) pictures saved; "
      + "ask their authors before you use them"
    let counts = [
      planned > 0 ? "\(planned) would be saved" : "\(saved) saved",
      skipped > 0 ? "\(skipped) there already" : nil,
      leftOut > 0 ? "\(leftOut) saved before" : nil,
      copies > 0 ? "\(copies) left out as copies (\(all) saves them)" : nil,
      failed > 0 ? "\(failed) failed" : nil,
      planned > 0 ? nil : Counts.bytes(bytes),
    ]
    return (reserved > 0 ? [rights] : [])
      + (larger.flatMap { role in option.map { ["larger ones: \($0) \(role.rawValue)"] } } ?? [])
      + [counts.compactMap(\.self).joined(separator: " · ")]
  }
}
