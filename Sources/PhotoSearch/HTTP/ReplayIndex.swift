internal import Foundation
internal import Platform
internal import Synchronization

/// Finds the entry of a recording that answers a request
///
/// A recording may have thousands of pictures and one search. So entries are sorted by the text of
/// their host at first, and their requests are taken apart when that host is asked.
final class ReplayIndex: Sendable {
  let reading: RequestReading
  private let entries: [HAREntry]
  /// Positions of entries by host; those whose address may be spelled in another way are below ""
  private let hosts: [String: [Int]]
  private let known = Mutex<[Set<String>: [RequestKey: Int]]>([:])

  init(_ entries: [HAREntry], _ apis: [APIDescription]) {
    (self.entries, reading) = (entries, RequestReading(apis))
    var hosts: [String: [Int]] = [:]
    for (position, entry) in entries.enumerated() {
      hosts[Self.plainHost(of: entry.url), default: []].append(position)
    }
    self.hosts = hosts
  }

  /// The first entry that answers a request; nil if there is none
  func entry(for key: RequestKey) -> HAREntry? { positions(near: key)[key].map { entries[$0] } }

  /// All requests to the API or the host of a request, each with the position of its first entry
  func positions(near key: RequestKey) -> [RequestKey: Int] {
    let asked = reading.hosts(near: key)
    if let positions = known.withLock({ $0[asked] }) { return positions }
    var positions: [RequestKey: Int] = [:]
    for position in self.positions(at: asked) {
      let entry = entries[position]
      guard let key = reading.reading(method: entry.method, url: entry.url)?.key,
        positions[key] == nil
      else { continue }
      positions[key] = position
    }
    known.withLock { [positions] in $0[asked] = positions }
    return positions
  }

  /// The entries whose addresses may be at some hosts, in recorded order
  func entries(at asked: Set<String>) -> [HAREntry] { positions(at: asked).map { entries[$0] } }

  private func positions(at asked: Set<String>) -> [Int] {
    asked.union([""]).flatMap { hosts[$0] ?? [] }.sorted()
  }

  /// The host of an address, if nothing but `https://` is before it, nothing but a path or a query
  /// follows, and lower-case letters, digits, `-` and `.` are all it has; else ""
  private static func plainHost(of url: String) -> String {
    let scheme = "https://"
    guard url.begins(with: scheme) else { return "" }
    let rest = url.utf8.dropFirst(scheme.utf8.count)
    let host = rest.prefix {
      $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    let isWhole = rest[host.endIndex...].first.map { "/?".utf8.contains($0) } ?? true
    return isWhole ? String(Substring(host)) : ""
  }
}
