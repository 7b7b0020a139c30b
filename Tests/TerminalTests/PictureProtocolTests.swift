import Terminal
import Testing

import Terminal

/// How terminals can show pictures: by their variables, and by what they answer
struct PictureProtocolTests {
  @Test(arguments: [
    (["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"], PictureProtocol.kitty),
    (["TERM": "xterm-ghostty"], .kitty),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], .kitty),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .file),
    (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .file),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .file),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "mintty"], .file),
    (["TERM": "foot"], .sixels), (["TERM": "foot-extra"], .sixels),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .blocks),
    (["TERM": "xterm-256color", "VTE_VERSION": "7600"], .blocks),
    (["TERM": "alacritty", "KITTY_WINDOW_ID": "1"], .blocks), (["TERM": "linux"], .blocks),
    // What is within another terminal has its variables.
    (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .blocks),
    (["TERM": "screen.xterm-256color", "TERM_PROGRAM": "iTerm.app"], .blocks),
    (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"], .blocks),
    (["TERM": "xterm-kitty", "ZELLIJ": "0"], .blocks),
    (["TERM": "foot", "STY": "1.pts-0"], .blocks),
    (["TERM": "xterm-256color"], nil), ([:], nil), (["TERM": "xterm-256color", "TMUX": ""], nil),
    // A terminal that is started from another has these of it, and some can show none.
    (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], nil),
    (["TERM": "xterm-256color", "KONSOLE_VERSION": "230804"], nil),
    (["TERM": "xterm-256color", "WT_SESSION": "b1"], nil),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], nil),
    (["TERM": "xterm-256color", "LC_TERMINAL": "", "TERM_PROGRAM": "iTerm.app"], .file),
  ])
  func `its variables tell`(environment: [String: String], form: PictureProtocol?) {
    #expect(PictureProtocol(environment: environment) == form)
  }

  /// What terminals answer to the query, as their manuals and sources have it
  static let answers: KeyValuePairs<String, (form: PictureProtocol, name: String?)> = [
    "\u{1B}P>|kitty(0.36.4)\u{1B}\\\u{1B}[?62;c": (.kitty, "kitty(0.36.4)"),
    "\u{1B}P>|ghostty 1.1.3\u{1B}\\\u{1B}[?62;22c": (.kitty, "ghostty 1.1.3"),
    "\u{1B}P>|iTerm2 3.5.11\u{1B}\\\u{1B}[?64;1;2;4;6;17;18;21;22c": (.file, "iTerm2 3.5.11"),
    "\u{1B}P>|WezTerm 20240203-110809-5046fc22\u{1B}\\\u{1B}[?65;4;6;18;22c":
      (.file, "WezTerm 20240203-110809-5046fc22"),
    "\u{1B}P>|mintty 3.7.7\u{1B}\\\u{1B}[?64;1;2;4;6;9;15;21;22;28;29c": (.file, "mintty 3.7.7"),
    "\u{1B}P>|Konsole 24.08.3\u{1B}\\\u{1B}[?62;1;4c": (.file, "Konsole 24.08.3"),
    "\u{1B}P>|foot(1.20.2)\u{1B}\\\u{1B}[?62;4;22;28c": (.sixels, "foot(1.20.2)"),
    "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?63;1;2;4;6;9;15;16;22;28c": (.sixels, "XTerm(379)"),
    "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c": (.blocks, "XTerm(379)"),
    "\u{1B}P>|VTE(7600)\u{1B}\\\u{1B}[?65;1;9c": (.blocks, "VTE(7600)"),
    "\u{1B}P>|tmux 3.4\u{1B}\\\u{1B}[?1;2;4c": (.blocks, "tmux 3.4"),
    // Windows Terminal, VS Code, Alacritty, Apple's: no name
    "\u{1B}[?61;4;6;7;14;21;22;23;24;28;32;42c": (.sixels, nil),
    "\u{1B}[?1;2c": (.blocks, nil), "\u{1B}[?6c": (.blocks, nil),
  ]

  @Test func `what it answers tells, whatever was typed meanwhile`() {
    for (text, expected) in Self.answers {
      for typed in [text, "ls\r" + text, text + "q", "\u{1B}[A" + text] {
        let answer = TerminalAnswer(Array(typed.utf8))
        #expect(answer.isWhole && answer.name == expected.name, "\(typed.debugDescription)")
        #expect(PictureProtocol(answer: answer) == expected.form, "\(typed.debugDescription)")
      }
    }
  }

  @Test func `VS Code shows files where it says that it can show pictures at all`() {
    let environment = ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"]
    for (text, form) in [("\u{1B}[?62;4;22c", PictureProtocol.file), ("\u{1B}[?1;2c", .blocks)] {
      let answer = TerminalAnswer(Array(text.utf8))
      #expect(PictureProtocol(answer: answer, environment: environment) == form)
    }
  }

  @Test func `half an answer is none, and does no harm`() {
    for (text, _) in Self.answers {
      let bytes = Array(text.utf8)
      for count in bytes.indices { #expect(!TerminalAnswer(Array(bytes[..<count])).isWhole) }
    }
    var state: UInt64 = 1
    for _ in 0..<2_000 {
      let bytes = (0..<40).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        return [0x1B, 0x50, 0x5B, 0x3E, 0x7C, 0x3F, 0x34, 0x3B, 0x63, 0x5C, 0x07, 0xFF][
          Int(state >> 33) % 12] as UInt8
      }
      let name = TerminalAnswer(bytes).name ?? ""
      #expect(!name.unicodeScalars.contains { $0.value < 0x20 })
    }
  }
}
