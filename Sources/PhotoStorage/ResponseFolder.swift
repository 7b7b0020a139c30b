package import Foundation
package import PhotoSearch

/// Replies as files in a folder: what the oldest take is given up when all take too much
///
/// Several programs may use one folder at once: a file is written aside and moved into place whole.
package struct ResponseFolder: ResponseStore {
  private let folder: URL
  private let limit: Int

  /// - Parameters:
  ///   - folder: made when first written to
  ///   - limit: bytes that all files together may take
  package init(_ folder: URL, limit: Int = 64_000_000) {
    self.folder = folder
    self.limit = limit
  }

  package func response(named name: String) -> WebReply? {
    guard let data = FileManager.default.contents(atPath: file(for: name).path) else { return nil }
    do {
      let kept = try PropertyListDecoder().decode(KeptResponse.self, from: data)
      // Two names may share a file: then the one that came last is there.
      return kept.name == name ? kept.response : nil
    } catch {
      return nil
    }
  }

  package func keep(_ response: WebReply, named name: String) {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    do {
      let data = try encoder.encode(KeptResponse(name: name, response: response))
      guard data.count <= limit / 4 else { return }
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try data.write(to: file(for: name), options: .atomic)
      try makeRoom()
    } catch {
      // A full or read-only disk: the answer is there all the same.
    }
  }

  private func file(for name: String) -> URL {
    var hash = StableHash()
    hash.add(contentsOf: name.utf8)
    return folder.appending(path: String(hash.value, radix: 16) + ".reply")
  }

  /// Deletes the oldest files until what is left is well below the limit
  private func makeRoom() throws {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: Array(keys)
    ).map { (url: $0, values: try $0.resourceValues(forKeys: keys)) }
    var total = files.reduce(0) { $0 + ($1.values.fileSize ?? 0) }
    guard total > limit else { return }
    let byAge = files.sorted {
      ($0.values.contentModificationDate ?? .distantPast)
        < ($1.values.contentModificationDate ?? .distantPast)
    }
    for file in byAge where total > limit * 3 / 4 {
      try FileManager.default.removeItem(at: file.url)
      total -= file.values.fileSize ?? 0
    }
  }
}

/// A reply as it is kept
private struct KeptResponse: Codable {
  let name: String
  let status: Int
  let headerNames: [String]
  let headerValues: [String]
  let body: Data
  let received: Date?

  init(name: String, response: WebReply) {
    self.name = name
    status = response.status
    headerNames = response.headers.fields.map(\.name)
    headerValues = response.headers.fields.map(\.value)
    body = response.body
    received = response.received
  }

  var response: WebReply {
    let fields = zip(headerNames, headerValues).map { HTTPHeaders.Field(name: $0, value: $1) }
    return WebReply(
      status: status, headers: HTTPHeaders(fields), body: body, source: .cache, received: received)
  }
}
