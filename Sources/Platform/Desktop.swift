import Foundation

/// Programs of the user's desktop: a web browser and a clipboard, if there are any
package struct Desktop: Sendable {
  private let environment: [String: String]

  package init(environment: [String: String]) { self.environment = environment }

  /// Opens an address in the web browser
  ///
  /// - Returns: whether a program was found and accepted it
  package func open(_ address: String) async -> Bool {
    for name in Self.openers {
      if await run([name, address]) { return true }
    }
    return false
  }

  /// The program that would open an address, e.g. `/usr/bin/xdg-open`; nil if there is none
  package var opener: String? { Self.openers.lazy.compactMap(path).first }

  /// Whether the program that would open an address has no display to open it on
  package var lacksDisplay: Bool {
    opener != nil && opener == path("xdg-open")
      && ["DISPLAY", "WAYLAND_DISPLAY"].allSatisfy { (environment[$0] ?? "").isEmpty }
  }

  private static let openers = ["xdg-open", "wslview", "open"]

  /// The place where copied text has gone
  package enum CopyPlace: Sendable {
    case clipboard
    /// tmux's paste buffer, and the terminal around tmux
    case tmux
    /// The terminal, which doesn't report whether it has put text on the clipboard
    case terminal
  }

  /// Puts text on the clipboard
  ///
  /// - Parameter terminal: writes to the terminal, which is asked to copy (OSC 52) if there is no
  ///   program; nil without a terminal
  /// - Returns: nil if nothing accepted the text
  package func copy(_ text: String, terminal: ((String) -> Void)?) async -> CopyPlace? {
    for (words, place) in commands {
      if await run(words, input: text) { return place }
    }
    guard let terminal else { return nil }
    terminal("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}")
    return .terminal
  }

  /// The program that would put text on the clipboard; nil if there is none
  package var copier: String? { commands.lazy.compactMap { path($0.words[0]) }.first }

  /// Command lines that may put text on this desktop's clipboard, the best first
  private var commands: [(words: [String], place: CopyPlace)] {
    var commands: [(words: [String], place: CopyPlace)] = [(["pbcopy"], .clipboard)]
    if environment["WAYLAND_DISPLAY"] != nil { commands.append((["wl-copy"], .clipboard)) }
    if environment["DISPLAY"] != nil {
      commands.append((["xclip", "-selection", "clipboard"], .clipboard))
    }
    // tmux doesn't pass a program's sequences to its terminal unless a setting allows it.
    if environment["TMUX"] != nil { commands.append((["tmux", "load-buffer", "-w", "-"], .tmux)) }
    return commands
  }

  /// The path of a program found on the PATH; nil if it isn't there
  package func path(_ name: String) -> String? {
    let folders = (environment["PATH"] ?? "").components(at: ":", keepsEmpty: false)
    return folders.map { URL(filePath: String($0)).appending(path: name).path }
      .first { FileManager.default.isExecutableFile(atPath: $0) && stat(at: $0)?.isFolder == false }
  }

  /// Runs a program, without waiting for it if it stays, as a browser may stay open
  ///
  /// Its output is discarded: browsers print messages for developers.
  ///
  /// - Parameters:
  ///   - words: the name of the program and its arguments
  ///   - input: its standard input
  /// - Returns: whether it was found and accepted its input
  private func run(_ words: [String], input: String = "") async -> Bool {
    guard let path = path(words[0]) else { return false }
    let program = ChildProgram(
      path: path, arguments: Array(words.dropFirst()), input: Data(input.utf8))
    let ends: AsyncStream<ChildProgram.End>
    do { ends = try program.start().ends } catch { return false }
    return await withTaskGroup(of: Int32?.self) { group in
      group.addTask { await ends.first { _ in true }?.status }
      group.addTask {
        do { try await Task.sleep(for: .seconds(3)) } catch {}
        return 0
      }
      defer { group.cancelAll() }
      return (await group.next() ?? nil) == 0
    }
  }
}
