import Foundation

/// Lines of standard input or a file, one at a time, each of bounded length
struct InputLines {
  /// A line, or that it was too long to be taken
  enum Line: Equatable {
    case text(String)
    case tooLong
  }

  /// Bytes that a line may have
  var longest: Int

  private let file: FileHandle
  private let name: String
  private var bytes: [UInt8] = []
  /// Where the next line begins, and up to where there is no end of it
  private var start = 0
  private var searched = 0
  private var isAtBeginning = true
  private var isAtEnd = false

  /// - Parameter name: of the input, for messages
  init(_ file: FileHandle, longest: Int, name: String = "the input") {
    self.file = file
    self.longest = longest
    self.name = name
  }

  /// - Throws: a failure with code 66 when it cannot be read.
  init(path: String, longest: Int) throws {
    if path == "-" {
      self.init(.standardInput, longest: longest)
      return
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw CommandFailure("\(path) is a folder; name a file in it", code: .noInput)
    }
    do {
      self.init(
        try FileHandle(forReadingFrom: URL(filePath: path)), longest: longest,
        name: "the file \(path)")
    } catch {
      throw CommandFailure(
        "the file \(path) cannot be read; check the name and its permissions", code: .noInput)
    }
  }

  /// The next line without its break; nil at the end
  mutating func next() throws -> Line? {
    var isTooLong = false
    while true {
      if let end = nextBreak() {
        defer { (start, searched) = (end + 1, end + 1) }
        return isTooLong || end - start > longest ? .tooLong : .text(text(upTo: end))
      }
      if bytes.count - start > longest {
        isTooLong = true
        bytes.removeAll(keepingCapacity: true)
        (start, searched) = (0, 0)
      }
      if isAtEnd {
        defer { (start, searched) = (bytes.count, bytes.count) }
        if isTooLong { return .tooLong }
        return start == bytes.count ? nil : .text(text(upTo: bytes.count))
      }
      try fill()
    }
  }

  private mutating func nextBreak() -> Int? {
    let from = searched
    let found = bytes.withUnsafeBytes { all -> Int? in
      guard let base = all.baseAddress, from < all.count,
        let place = memchr(base + from, 0x0A, all.count - from)
      else { return nil }
      return UnsafeRawPointer(place) - base
    }
    searched = found ?? bytes.count
    return found
  }

  private mutating func fill() throws {
    bytes.removeSubrange(..<start)
    (start, searched) = (0, searched - start)
    do {
      var more = try file.read(upToCount: 65_536) ?? Data()
      isAtEnd = more.isEmpty
      // Some programs begin a text with a mark of its encoding.
      if isAtBeginning, more.starts(with: [0xEF, 0xBB, 0xBF]) { more = more.dropFirst(3) }
      isAtBeginning = false
      bytes += more
    } catch {
      throw CommandFailure("\(name) cannot be read to its end", code: .noInput)
    }
  }

  private func text(upTo end: Int) -> String {
    let line = bytes[start..<end]
    return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
  }
}
