import Foundation
import PhotoDisplay
import PhotoSearch

/// The programs of the desktop that this program runs in, where there are any: a web browser, a
/// clipboard
struct Desktop {
  private let environment: [String: String]

  init(environment: [String: String]) {
    self.environment = environment
  }

  /// Opens an address in the web browser
  ///
  /// - Returns: whether a program for that was there and took it
  func open(_ url: URL) async -> Bool {
    let address = WebAddress.printable(url)
    for name in ["open", "xdg-open", "wslview"] {
      guard let process = process([name, address], input: FileHandle.nullDevice) else { continue }
      if await hasTaken(process) { return true }
    }
    return false
  }

  /// A program to run, without what it prints: browsers print messages for developers
  ///
  /// - Parameter words: the name of the program and its arguments
  /// - Returns: nil where it isn't there
  private func process(_ words: [String], input: Any) -> Process? {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let program = folders.map { URL(filePath: String($0)).appending(path: words[0]) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let program else { return nil }
    let process = Process()
    process.executableURL = program
    process.arguments = Array(words.dropFirst())
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  /// Where text is that was to be copied
  enum CopyPlace {
    case clipboard
    /// In the buffer that tmux pastes from, and sent to the terminal around it
    case tmux
    /// Sent to the terminal, which doesn't report whether it puts text on the clipboard
    case terminal
  }

  /// Puts text on the clipboard
  ///
  /// - Parameter terminal: told to do it where there is no program for it (OSC 52); nil without one
  /// - Returns: nil when nobody was there to take it
  func copy(_ text: String, terminal: ((String) -> Void)?) async -> CopyPlace? {
    let isWayland = environment["WAYLAND_DISPLAY"] != nil
    let isX = environment["DISPLAY"] != nil
    // What a program sends to its terminal ends at tmux, unless a setting of it says otherwise.
    let isTmux = environment["TMUX"] != nil
    let programs: [(words: [String], isUsable: Bool, place: CopyPlace)] = [
      (["pbcopy"], true, .clipboard), (["wl-copy"], isWayland, .clipboard),
      (["xclip", "-selection", "clipboard"], isX, .clipboard),
      (["tmux", "load-buffer", "-w", "-"], isTmux, .tmux),
    ]
    for (words, isUsable, place) in programs where isUsable {
      if await hand(text, to: words) { return place }
    }
    guard let terminal else { return nil }
    terminal("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}")
    return .terminal
  }

  /// - Parameter words: the name of a program and its arguments
  /// - Returns: whether it is there and took the text
  private func hand(_ text: String, to words: [String]) async -> Bool {
    let input = Pipe()
    guard let process = process(words, input: input) else { return false }
    return await hasTaken(process) {
      do {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
      } catch {}
    }
  }

  /// Runs a program, and leaves it alone when it stays: a browser may stay for as long as it is open
  private func hasTaken(_ process: Process, then: () -> Void = {}) async -> Bool {
    let (ends, end) = AsyncStream<Int32>.makeStream()
    process.terminationHandler = { process in
      end.yield(process.terminationStatus)
      end.finish()
    }
    do { try process.run() } catch { return false }
    then()
    return await withTaskGroup(of: Int32?.self) { group in
      group.addTask { await ends.first { _ in true } }
      group.addTask {
        do { try await Task.sleep(for: .seconds(3)) } catch {}
        return 0
      }
      defer { group.cancelAll() }
      return (await group.next() ?? nil) == 0
    }
  }
}
