import Foundation
import Testing

@testable import imgsearch

/// Completions in the shells themselves; a shell that is not there is named and passed over
struct CompletionTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let typed: String
    /// Some of what is offered, all of it beginning as the last word does
    let offered: [String]
    /// Some of what is not
    let withheld: [String]

    var testDescription: String { typed }

    init(_ typed: String, _ offered: [String], not withheld: [String] = []) {
      self.typed = typed
      self.offered = offered
      self.withheld = withheld
    }
  }

  static let lines = [
    Line("imgsearch ", ["search", "list", "show", "credit", "download", "help"]),
    Line("imgsearch do", ["download"], not: ["list"]),
    Line("imgsearch kittens --form", ["--format"], not: ["--output"]),
    Line("imgsearch kittens --format ", ["grid", "ndjson"], not: ["html"]),
    Line("imgsearch kittens -p unsplash,fl", ["unsplash,flickr"], not: ["unsplash,openverse"]),
    Line("imgsearch -n 3 dow", ["download"]),
    Line("imgsearch download --si", ["--size", "--sidecar"], not: ["--sort"]),
    Line("imgsearch download --sidecar ", ["csv", "json"]),
    Line("imgsearch completions ", ["bash", "zsh", "fish"]),
    Line("imgsearch help dow", ["download"]),
    Line("imgsearch credit --format m", ["markdown"], not: ["json"]),
  ]

  private static let bash = """
    source /dev/fd/3; read -r -a COMP_WORDS <<< "$1"
    if [[ $1 == *' ' ]]; then COMP_WORDS+=(''); fi
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _imgsearch; printf '%s\\n' "${COMPREPLY[@]}"
    """

  @Test(arguments: lines)
  func `bash completes`(line: Line) throws {
    let script = Self.bash.replacing("/dev/fd/3", with: "\"$2\"")
    try check(line, shell: "bash", ["--norc", "-c", script, "bash", line.typed])
  }

  @Test(.enabled(if: isThere("fish"), "fish is not installed"), arguments: lines)
  func `fish completes`(line: Line) throws {
    let script = "source $argv[2]; complete -C $argv[1] | string replace -r '\\t.*' ''"
    try check(line, shell: "fish", ["--no-config", "-c", script, line.typed])
  }

  @Test(.enabled(if: isThere("zsh"), "zsh is not installed"), arguments: lines)
  func `zsh completes`(line: Line) throws {
    // A terminal of its own, in which a key that lists completions is pressed.
    let script = """
      zmodload zsh/zpty; zpty shell zsh -f -i
      send() { zpty -w shell "$1" }
      send 'PROMPT=; unset zle_bracketed_paste; autoload -Uz compinit; compinit -u -D'
      send "source ${(q)2}"
      send "zstyle ':completion:*' list-separator ' '; zstyle ':completion:*:default' list-prompt ''"
      send 'LISTMAX=1000; setopt no_auto_menu no_list_ambiguous no_always_last_prompt'
      send 'bindkey "^I" list-choices; bindkey "^X" expand-or-complete; stty rows 200 columns 150'
      send 'print BEGIN''NING'
      zpty -r shell text '*BEGINNING*'
      zpty -w -n shell "$1"$'\\t'
      sleep 1
      zpty -w -n shell $'\\x18'
      sleep 0.3
      while zpty -r -t shell text; do print -r -- "$text"; done
      zpty -d shell
      """
    try check(line, shell: "zsh", ["-f", "-c", script, "zsh", line.typed], splits: true)
  }

  private static func isThere(_ shell: String) -> Bool { path(of: shell) != nil }

  private static func path(of shell: String) -> String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/"].map { $0 + shell }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// - Parameter splits: whether what is offered stands among other words, and of a list only what
  ///   is new in it
  private func check(
    _ line: Line, shell: String, _ arguments: [String], splits: Bool = false
  ) throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "imgsearch-completions-\(UUID().uuidString)")
    let kind = try #require(Shell(rawValue: shell))
    try Data(kind.completions.utf8).write(to: file)
    defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record(error) } }
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.path(of: shell)))
    process.arguments = arguments + [file.path]
    process.environment = Program.environment(["TERM": "dumb"])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let words = Set(
      text.split { splits ? $0.isWhitespace : $0.isNewline }.map(String.init))
    func isOffered(_ word: String) -> Bool {
      let new = splits ? word.split(separator: ",").last.map(String.init) ?? word : word
      return words.contains(new)
    }
    for word in line.offered { #expect(isOffered(word), "\(text)") }
    for word in line.withheld { #expect(!isOffered(word), "\(text)") }
  }
}
