import Foundation

/// Lines of standard input or a file, one at a time, each of bounded length
struct InputLines {
  /// A line, or that it was too long to be taken
  enum Line: Equatable {
    case text(String)
    case tooLong
  }

  private let file: FileHandle
  private let longest: Int
  private var bytes = Data()
  private var isAtEnd = false

  /// - Parameter longest: bytes that a line may have
  init(_ file: FileHandle, longest: Int) {
    self.file = file
    self.longest = longest
  }

  /// - Throws: a failure with code 66 when it cannot be read.
  init(path: String, longest: Int) throws {
    if path == "-" {
      self.init(.standardInput, longest: longest)
      return
    }
    do {
      self.init(try FileHandle(forReadingFrom: URL(filePath: path)), longest: longest)
    } catch {
      throw CommandFailure(
        "the file \(path) cannot be read; check the name and its permissions", code: .noInput)
    }
  }

  /// The next line without its break; nil at the end
  mutating func next() throws -> Line? {
    var isTooLong = false
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        let line = bytes[..<end]
        bytes = Data(bytes[(end + 1)...])
        return isTooLong || line.count > longest ? .tooLong : .text(Self.text(line))
      }
      if bytes.count > longest {
        isTooLong = true
        bytes.removeAll(keepingCapacity: true)
      }
      if isAtEnd {
        defer { bytes.removeAll() }
        if isTooLong { return .tooLong }
        return bytes.isEmpty ? nil : .text(Self.text(bytes))
      }
      try fill()
    }
  }

  private mutating func fill() throws {
    do {
      let more = try file.read(upToCount: 65_536) ?? Data()
      isAtEnd = more.isEmpty
      bytes += more
    } catch {
      throw CommandFailure("the input cannot be read to its end", code: .noInput)
    }
  }

  private static func text(_ line: Data) -> String {
    String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
  }
}
