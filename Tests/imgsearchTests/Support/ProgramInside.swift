import CommandSyntax
import Foundation
import Synchronization
import Terminal
import Testing

@testable import imgsearch

/// A run of the program inside of the test process, by the entry that `main` calls
///
/// It costs no start. Signals, standard input, terminals, programs that it starts and what it costs
/// need a process of its own.
enum ProgramInside {
  /// - Parameter environment: of the run; that of the test process stays as it is
  static func run(
    _ words: [String], environment: [String: String]
  ) async throws -> Program.Outcome {
    // Before any file is open: hundreds of tests wait here.
    await turns.take()
    defer { turns.giveBack() }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-inside-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    func writing(_ name: String) throws -> FileHandle {
      let file = folder.appending(path: name)
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    }
    func written(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
    let (output, errors) = (try writing("output"), try writing("errors"))
    let console = Console(
      environment: environment, output: output.fileDescriptor, errors: errors.fileDescriptor)
    let code = await Imgsearch.run(Imgsearch.arguments(words, console), console: console)
    try output.close()
    try errors.close()
    return Program.Outcome(
      output: try written("output"), errors: try written("errors"), code: code.rawValue)
  }

  /// More at once than there are processors would only make each of them later.
  private static let turns = Turns(2)
}

/// So many at once, and who came last goes first: a test that has begun ends before another begins
private final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func take() async {
    await withCheckedContinuation { turn in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(turn)
        return false
      }
      if isFree { turn.resume() }
    }
  }

  func giveBack() {
    let next = state.withLock { state in
      let next = state.waiting.popLast()
      if next == nil { state.free += 1 }
      return next
    }
    next?.resume()
  }
}
