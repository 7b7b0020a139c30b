import Foundation

/// The programs of the desktop that this program runs in, where there are any: a web browser, a
/// clipboard
package struct Desktop: Sendable {
  private let environment: [String: String]

  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// Opens an address in the web browser
  ///
  /// - Returns: whether a program for that was there and took it
  package func open(_ address: String) async -> Bool {
    for name in Self.openers {
      if await hasTaken([name, address]) { return true }
    }
    return false
  }

  /// The program that would open an address, e.g. `/usr/bin/xdg-open`; nil where there is none
  package var opener: String? { Self.openers.lazy.compactMap(path).first }

  private static let openers = ["open", "xdg-open", "wslview"]

  /// Where text is that was to be copied
  package enum CopyPlace: Sendable {
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
  package func copy(_ text: String, terminal: ((String) -> Void)?) async -> CopyPlace? {
    for (words, place) in copiers {
      if await hasTaken(words, input: text) { return place }
    }
    guard let terminal else { return nil }
    terminal("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}")
    return .terminal
  }

  /// The program that would put text on the clipboard; nil where there is none
  package var copier: String? { copiers.lazy.compactMap { path($0.words[0]) }.first }

  /// The command lines that may put text on the clipboard here, the best first
  private var copiers: [(words: [String], place: CopyPlace)] {
    let isWayland = environment["WAYLAND_DISPLAY"] != nil
    let isX = environment["DISPLAY"] != nil
    // What a program sends to its terminal ends at tmux, unless a setting of it says otherwise.
    let isTmux = environment["TMUX"] != nil
    let programs: [(words: [String], isUsable: Bool, place: CopyPlace)] = [
      (["pbcopy"], true, .clipboard), (["wl-copy"], isWayland, .clipboard),
      (["xclip", "-selection", "clipboard"], isX, .clipboard),
      (["tmux", "load-buffer", "-w", "-"], isTmux, .tmux),
    ]
    return programs.filter(\.isUsable).map { ($0.words, $0.place) }
  }

  /// Where a program is on the PATH; nil where it isn't
  package func path(_ name: String) -> String? {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(filePath: String($0)).appending(path: name).path }
      .first { FileManager.default.isExecutableFile(atPath: $0) && stat(at: $0)?.isFolder == false }
  }

  /// Runs a program, and leaves it alone when it stays: a browser may stay for as long as it is open
  ///
  /// What it prints is dropped: browsers print messages for developers.
  ///
  /// - Parameters:
  ///   - words: the name of the program and its arguments
  ///   - input: what it reads
  /// - Returns: whether it is there and took what it was given
  private func hasTaken(_ words: [String], input: String = "") async -> Bool {
    guard let path = path(words[0]) else { return false }
    let program = ChildProgram(
      path: path, arguments: Array(words.dropFirst()), input: Data(input.utf8))
    let (ends, end) = AsyncStream<Int32>.makeStream()
    do {
      try program.start {
        end.yield($0.status)
        end.finish()
      }
    } catch {
      return false
    }
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
