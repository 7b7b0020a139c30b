import Foundation
import PhotoSearch
import PhotoStorage

extension ConfigFile {
  /// Puts a key in, or takes it out; all else stays as somebody wrote it
  ///
  /// Nobody else can read the file afterwards. One that is a link of its owner's stays that, and the
  /// file it leads to is changed.
  ///
  /// - Parameters:
  ///   - variable: the environment variable that the key has the name of
  ///   - key: nil to take it out
  /// - Returns: whether there was something to change
  /// - Throws: a failure with code 65 for a file that can't be used, which is left as it is, and with
  ///   code 74 when it can't be written.
  func keep(_ key: String?, as variable: String) throws -> Bool {
    let file = try RegularFile.target(of: URL(filePath: path))
    let contents = try contents()
    if contents == nil, RegularFile.isThere(file) {
      throw CommandFailure(
        "\(path): can't be read, so it isn't changed; check its permissions", code: .cannotWrite)
    }
    var text = ConfigText(contents ?? Data("{}\n".utf8))
    guard try text.set(variable, to: key) else { return false }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try RegularFile.replace(file, with: text.data, permissions: 0o600)
    } catch {
      throw CommandFailure("\(ErrorText.line(error)); nothing was changed", code: .cannotWrite)
    }
    return true
  }
}

/// The text of a config.json, in which one member is changed and every other byte stays
struct ConfigText {
  private(set) var data: Data

  /// - Parameter data: a JSON object
  init(_ data: Data) {
    self.data = Data(data)
  }

  /// - Parameters:
  ///   - name: of a member
  ///   - value: its text; nil to take it out, however often it is there
  /// - Returns: whether something was changed
  mutating func set(_ name: String, to value: String?) throws -> Bool {
    var members = try members()
    var places = members.indices.filter { members[$0].name == name }
    guard let value else {
      let isThere = !places.isEmpty
      while let place = places.last {
        remove(place, of: members)
        members = try self.members()
        places = members.indices.filter { members[$0].name == name }
      }
      return isThere
    }
    var json = JSONWriter(capacity: value.utf8.count + 2)
    json.string(value)
    if places.isEmpty { try add(name, json.text, after: members) }
    // The last first, so that the places of the others stay.
    for place in places.reversed() {
      data.replaceSubrange(members[place].range, with: Data(json.text.utf8))
    }
    return true
  }

  private mutating func add(_ name: String, _ value: String, after members: [Member]) throws {
    let begin = try JSONDocument(data).root.range.lowerBound + 1
    let blanks = data[begin...].prefix { Self.blanks.contains($0) }
    let member = "\"\(name)\": \(value)"
    if let last = members.last {
      let gap = blanks.isEmpty ? " " : String(decoding: blanks, as: UTF8.self)
      data.insert(contentsOf: Data(",\(gap)\(member)".utf8), at: last.range.upperBound)
    } else {
      data.replaceSubrange(begin..<blanks.endIndex, with: Data("\n  \(member)\n".utf8))
    }
  }

  /// With the comma that goes with it: the one before it, for the first the one after it
  private mutating func remove(_ index: Int, of members: [Member]) {
    let member = members[index]
    if index > 0 {
      data.removeSubrange(members[index - 1].range.upperBound..<member.range.upperBound)
      return
    }
    let name = data[..<member.range.lowerBound].firstIndex(of: UInt8(ascii: "\"")) ?? 0
    guard members.count > 1 else {
      data.removeSubrange(name..<member.range.upperBound)
      return
    }
    let comma = data[member.range.upperBound...].firstIndex(of: UInt8(ascii: ",")) ?? 0
    let next = data[(comma + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? 0
    data.removeSubrange(name..<next)
  }

  private struct Member {
    let name: String
    /// Of its value, a text's quotes included
    let range: Range<Int>
  }

  private func members() throws -> [Member] {
    try (JSONDocument(data).root.members ?? []).map { name, value in
      guard value.string == nil else {
        return Member(
          name: name, range: value.range.lowerBound - 1..<value.range.upperBound + 1)
      }
      // Blanks after a bracket are taken for a part of it.
      let blanks = data[value.range].reversed().prefix { Self.blanks.contains($0) }.count
      return Member(
        name: name, range: value.range.lowerBound..<value.range.upperBound - blanks)
    }
  }

  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
}
