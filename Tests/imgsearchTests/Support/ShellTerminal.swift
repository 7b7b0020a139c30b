import CommandSyntax
import Foundation
import Testing

@testable import imgsearch

/// A shell in a terminal of its own, in which lines are typed and a key asks what is offered
final class ShellTerminal {
  private let shell: RunningProgram
  private let home = Home()

  /// Starts it in a folder in which there are some files and folders, and with some collections
  /// among the favorites and searches in the history
  init(
    _ shell: Shell, files: [String], folders: [String], collections: [String], searches: [String]
  ) async throws {
    for name in collections {
      _ = try home.process("favorites", "add", "-", "--to", name, input: Home.lines(1...1))
    }
    for words in searches { _ = try await home.replay(words, "-n", "1") }
    let built = URL(filePath: try Program.path).deletingLastPathComponent().path
    let work = home.folder.appending(path: "work")
    for name in folders + ["."] {
      let path = work.appending(path: name)
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }
    for name in files { try Data().write(to: work.appending(path: name)) }
    try home.write(shell.completions(of: "imgsearch"), to: "completions")
    try home.write(shell.setup, to: ".zshrc")

    self.shell = try RunningProgram(
      ["script", "-q", "-c", "exec \(shell.command)", "/dev/null"], of: "/usr/bin/env",
      environment: home.with([
        "ZDOTDIR": home.folder.path, "SCRIPT": home.path("completions"), "TERM": "dumb",
        "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh", "PATH": "\(built):/usr/bin:/bin",
      ]), in: work, input: nil)
  }

  /// Whether there is such a shell, and script(1) to give it a terminal
  static func isThere(_ shell: Shell) -> Bool {
    OtherTool.isThere("script") && OtherTool.isThere(shell.rawValue)
  }

  /// Types a line and asks what its last word may become
  ///
  /// - Returns: the line with all of that in place of the word
  func offered(for line: String) throws -> String {
    // Ctrl-T
    try shell.type("\(line)\u{14}")
    return try report()
  }

  /// Types a line and presses Tab once
  ///
  /// - Returns: what the line has become
  func completed(_ line: String) throws -> String {
    // Tab, Ctrl-X 2
    try shell.type("\(line)\t\u{18}2")
    return try report()
  }

  /// What the shell says next between <<< and >>>
  func report() throws -> String {
    while true {
      let text = try shell.text(until: ">>>")
      if let start = text.firstRange(of: "<<<") {
        return String(text[start.upperBound...].dropLast(3))
      }
    }
  }
}

extension Shell {
  /// Starts it with nothing but ``setup`` read
  fileprivate var command: String {
    switch self {
    case .bash: "bash --noprofile --rcfile ~/.zshrc -i"
    case .zsh: "zsh -d -i"
    case .fish: "fish --no-config --init-command 'source ~/.zshrc'"
    }
  }

  /// Reads the completions, reports what that printed, and makes Ctrl-T report what is offered
  fileprivate var setup: String {
    switch self {
    case .bash:
      #"""
      unset HISTFILE
      bind 'set enable-bracketed-paste off'
      report() { printf '<<<%s>>>' "$READLINE_LINE"; READLINE_LINE= READLINE_POINT=0; }
      bind '"\C-x1": insert-completions'
      bind -x '"\C-x2": report'
      bind '"\C-t": "\C-x1\C-x2"'
      printed=$(source "$SCRIPT" 2>&1)
      source "$SCRIPT"
      printf '<<<%s>>>' "$printed"
      """#
    case .zsh:
      #"""
      unset zle_bracketed_paste
      autoload -Uz compinit; compinit -u -D
      all() { _main_complete; compstate[insert]=all compstate[list]= }
      report() { zle all; printf '<<<%s>>>' "$BUFFER"; BUFFER= }
      zle -C all complete-word all; zle -N report; bindkey '^T' report
      told() { printf '<<<%s>>>' "$BUFFER"; BUFFER= }
      zle -N told; bindkey '^X2' told
      printed=$(source "$SCRIPT" 2>&1)
      source "$SCRIPT"
      printf '<<<%s>>>' "$printed"
      """#
    case .fish:
      #"""
      function report
          set -l line (commandline)
          set -l offers (complete -C $line | string replace -r '\t.*' '' | string escape -n)
          if set -q offers[1]
              set line (string replace -r '(\\\\.|[^ ])*$' '' -- $line)(string join ' ' -- $offers)
          end
          printf '<<<%s>>>' $line
          commandline ''
      end
      bind \ct report
      function told
          printf '<<<%s>>>' (commandline)
          commandline ''
      end
      bind \cx2 told
      set -l printed (source $SCRIPT 2>&1)
      printf '<<<%s>>>' "$printed"
      """#
    }
  }
}
