import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What a program reads and writes: files, and a pipe for what is read while it runs
final class ProgramStreams {
  let input: FileHandle
  let writing: FileHandle
  let errors: FileHandle
  /// Where somebody types; nil when the input is a file
  private let typing: FileHandle?
  private let folder: URL
  /// -1 once closed
  private var reading: Int32

  /// - Parameter text: what the input is; nil for what is yet to be typed
  init(input text: String?) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: folder.appending(path: "errors"))
    errors = try FileHandle(forWritingTo: folder.appending(path: "errors"))
    if let text {
      try Data(text.utf8).write(to: folder.appending(path: "input"))
      input = try FileHandle(forReadingFrom: folder.appending(path: "input"))
      typing = nil
    } else {
      let ends = try Self.pipe()
      input = FileHandle(fileDescriptor: ends.reading, closeOnDealloc: true)
      typing = FileHandle(fileDescriptor: ends.writing, closeOnDealloc: true)
    }
    let ends = try Self.pipe()
    reading = ends.reading
    writing = FileHandle(fileDescriptor: ends.writing, closeOnDealloc: true)
  }

  /// No other program that is started meanwhile keeps it open
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(systemPipe(&ends) == 0)
    for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
    return (ends[0], ends[1])
  }

  /// Of a program that was ended, nothing stays either
  deinit { remove() }

  func type(_ text: String) throws { try #require(typing).write(contentsOf: Data(text.utf8)) }

  /// Nothing more is typed
  func closeInput() throws { try typing?.close() }

  /// The program has its own ends, and Foundation keeps a process, with its files, for ever
  func closeOtherEnds() {
    do { for end in [input, writing, errors] { try end.close() } } catch { Issue.record(error) }
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  /// Some of what was written; empty at its end, nil when the time is over
  func read(until deadline: ContinuousClock.Instant) -> Data? {
    guard reading >= 0 else { return Data() }
    while true {
      let left = max(.zero, deadline - .now) / .milliseconds(1)
      var polled = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      let count = poll(&polled, 1, Int32(left.rounded(.up)))
      if count == 0 { return nil }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let length = systemRead(reading, &buffer)
      if length >= 0 { return Data(buffer[0..<length]) }
      if errno != EINTR { return Data() }
    }
  }

  /// What was written to standard error so far
  func said() throws -> String {
    try String(contentsOf: folder.appending(path: "errors"), encoding: .utf8)
  }

  func remove() {
    closeReading()
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
  }
}

/// pipe(2), out of reach of the methods of that name
private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

/// read(2), out of reach of the methods of that name
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
