import Foundation
import Testing

/// The built program while it runs: what it prints is read as it comes, and it ends in any case
final class RunningProgram {
  private let process = Process()
  private let streams: ProgramStreams
  private let ended = DispatchGroup()
  private let start: ContinuousClock.Instant
  private var printed = Data()
  /// Of the program's own, if it was given no environment
  private let home: Home?

  /// - Parameters:
  ///   - program: another than the built one, if given
  ///   - environment: nil for that of a ``Home`` of its own
  ///   - folder: where it is run
  ///   - input: what standard input is; nil for what ``type(_:)`` says
  init(
    _ arguments: [String], of program: String? = nil, environment: [String: String]? = nil,
    in folder: URL = Program.root, input: String? = ""
  ) throws {
    home = environment == nil ? Home() : nil
    streams = try ProgramStreams(input: input)
    process.executableURL = URL(filePath: try program ?? Program.path)
    process.arguments = arguments
    process.environment = environment ?? home?.environment
    process.currentDirectoryURL = folder
    process.standardInput = streams.input
    process.standardOutput = streams.writing
    process.standardError = streams.errors
    ended.enter()
    process.terminationHandler = { [ended] _ in ended.leave() }
    start = .now
    try process.run()
    streams.closeOtherEnds()
  }

  /// A test that fails does not leave it behind
  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// What it uses, told from now on until its end
  func cost() -> ProgramCost { ProgramCost(of: process.processIdentifier) }

  /// Since it was started
  var elapsed: Duration { .now - start }

  /// The next line it prints
  func line(within limit: Duration = .seconds(300)) throws -> String {
    let deadline = ContinuousClock.now + limit
    while true {
      if let end = printed.firstIndex(of: 0x0A) {
        let line = String(decoding: printed[printed.startIndex..<end], as: UTF8.self)
        printed = Data(printed[(end + 1)...])
        return line
      }
      let more = try #require(streams.read(until: deadline), "no line came in time")
      try #require(!more.isEmpty, "the output ended without a line")
      printed += more
    }
  }

  /// What it prints up to a text, which need not end a line
  func text(until end: String, within limit: Duration = .seconds(300)) throws -> String {
    let deadline = ContinuousClock.now + limit
    while true {
      if let range = printed.firstRange(of: Data(end.utf8)) {
        let text = String(decoding: printed[..<range.upperBound], as: UTF8.self)
        printed = Data(printed[range.upperBound...])
        return text
      }
      let more = try #require(streams.read(until: deadline), "it didn't come in time: \(end)")
      try #require(!more.isEmpty, "the output ended without \(end)")
      printed += more
    }
  }

  /// More of standard input
  func type(_ text: String) throws { try streams.type(text) }

  /// Nothing more is typed
  func closeInput() throws { try streams.closeInput() }

  /// What it has said on standard error so far
  func said() throws -> String { try streams.said() }

  /// Waits until it has said that on standard error
  func waitUntilSaid(_ words: String) throws {
    try waitUntil("it wasn't said in time: \(words)") { try said().contains(words) }
  }

  /// A signal, by default that of Ctrl-C
  func interrupt(_ signal: Int32 = SIGINT) { kill(process.processIdentifier, signal) }

  /// Ends it without a word to it
  ///
  /// - Returns: whole lines that it printed since the last one that was read
  @discardableResult func crash() -> String {
    defer { streams.remove() }
    kill(process.processIdentifier, SIGKILL)
    ended.wait()
    while let more = streams.read(until: .now), !more.isEmpty { printed += more }
    let end = printed.lastIndex(of: 0x0A) ?? printed.startIndex
    return String(decoding: printed[printed.startIndex..<end], as: UTF8.self)
  }

  /// Reads no more, as `head` when it has enough
  func hangUp() { streams.closeReading() }

  /// Waits for its end; one that takes too long is killed, and an issue
  ///
  /// - Returns: what it printed since the last line that was read
  func finish(within limit: Duration = .seconds(300)) throws -> Program.Outcome {
    defer { streams.remove() }
    let deadline = ContinuousClock.now + limit
    while let more = streams.read(until: deadline), !more.isEmpty { printed += more }
    let left = max(.zero, deadline - .now) / .milliseconds(1)
    if ended.wait(timeout: .now() + .milliseconds(Int(left))) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
      Issue.record("the program did not end within \(limit)")
    }
    #expect(process.terminationReason == .exit)
    return Program.Outcome(
      output: String(decoding: printed, as: UTF8.self), errors: try streams.said(),
      code: process.terminationStatus)
  }
}
