/// What strangers may write to get out of the place where their text is put: the one list for all
/// tests
package enum HostileText {
  /// Each in the place of a title, a name, a tag, or at the end of an address
  package static let all: [String] =
    [delimiters.joined(separator: "x")] + marked + formulas + markup + invisible + addresses + long

  /// What `Character` takes for a part of the sign before it
  package static let marks = ["\u{301}", "\u{20DD}", "\u{FE0F}", "\u{200D}", "\u{903}"]

  /// What ends or begins something in one of the forms that are written
  package static let delimiters = [
    "\"", "'", "`", ",", ";", ":", "\\", "/", "<", ">", "&", "[", "]", "(", ")", "{", "}", "|", "*",
    "_", "~", "#", "=", "+", "-", "@", "!", "%", "$", "^", "?", ".", " ", "\t", "\n", "\r", "\r\n",
  ]

  /// A mark after every delimiter, and ways out that hide behind one
  private static let marked = marks.flatMap { mark in
    [
      delimiters.map { $0 + mark }.joined(separator: "x"), mark,
      "x\"\(mark),=HYPERLINK(\"http://evil.example\"),\"\(mark)", "\"\(mark)", "=\(mark)1",
      "x\"\(mark),\"id\":\"flickr:1\"}\(mark)\n{\"", "\\\(mark)\"\(mark)", "\n\(mark)=1",
      "\"\(mark)>\(mark)<\(mark)script>alert(1)<\(mark)/script>",
      "</a\(mark)><img src=x onerror=y>",
      "]\(mark)(\(mark)http://evil.example)\(mark)", "`\(mark)x`\(mark)",
      "<\(mark)http://evil.example>",
      "&quot;\(mark),=1,&quot;\(mark)", "&\(mark)lt;b&gt;\(mark)",
      "{title}\(mark)/\(mark)../\(mark)",
    ]
  }

  private static let formulas = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u{A0}=1", "\u{3000}=1",
    "\u{200B}=1", "\u{202E}=1", "\u{FEFF}=1", "\u{0}=1", "\u{AD}=1", "＝1", "＋1", "－1", "＠1", "|cmd",
    "%1", "\"=1\"", "'=1", "=cmd|'/C calc'!A0", "x,=1", "x;=1", "x\n=1", "x\r\n=1", "\",=1,\"",
    "\"\"\",=1", "&#61;1", "<b>=1</b>",
  ]

  private static let markup = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>",
    "' onmouseover='alert(1)", "</a><a href=\"javascript:alert(1)\">x</a>", "<!--", "-->", "]]>",
    "<?php", "<!DOCTYPE html>", "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;img src=x&#62;",
    "&amp;lt;b&amp;gt;", "&#x3C;b&#x3E;", "&#0;", "&#x1B;[2J", "&#x202E;x", "&#xD800;",
    "&#x110000;", "&", "&;", "&#;", "&#x;", "<", "<b", "<a href=", "I <3 you", "a > b",
    "](javascript:alert(1))", "](http://evil.example)", "![x](http://evil.example/x.png)",
    "[x](http://evil.example)", "[x]: http://evil.example", "<http://evil.example>", "`x`",
    "``` sh", "~~~", "    code", "# x", "1. x", "1) x", "- x", "* x", "+ x", "> x", "---", "===",
    "* * *", "| a | b |", "a\n|---|", "*x* _x_ **x** ~~x~~", "\\](x)", "\\\\](x)", "\\", "x\\",
    "![", "[", "]", "[^1]", "$x$", "{{x}}", "{%x%}", "@someone", "#1", "http://evil.example",
    "www.evil.example", "me@evil.example", ":smile:", "{\"id\":\"flickr:1\"}", "\"},{\"", "null",
  ]

  private static let invisible = [
    "\u{0}", "\u{7}", "\u{8}\u{8}\u{8}x", "\u{7F}", "\u{1B}[2J", "\u{1B}]0;x\u{7}",
    "\u{1B}]8;;http://evil.example\u{1B}\\x", "\u{9B}31mx", "\u{9D}0;x\u{9C}", "\u{85}", "\u{2028}",
    "\u{2029}", "\u{202E}x\u{202C}", "\u{2066}x\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}",
    "\u{FEFF}", "\u{FFF9}x\u{FFFB}", "\u{FFFE}", "\u{FFFD}", "\u{E0041}\u{E007F}", "\u{E000}",
    "\u{10FFFF}", "\u{115F}", "\u{3164}", "\u{180E}", "\u{1D173}", "a\u{34F}b", "\u{200C}", " ", "",
    "🇩", "👨‍👩‍👧‍👦", "क्षि",
  ]

  private static let addresses = [
    "javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "file:///etc/passwd",
    "//evil.example", "https://evil.example/\"><b>", "https://user:pass@evil.example/", "../../x",
    "?a=\"&b='", "/%22%3E%0D%0A", "/x)y", "/x y", "/x|y", "/x<y>",
  ]

  private static let long = [
    String(repeating: "x", count: 1_000), String(repeating: "\"\u{301},", count: 200),
    String(repeating: "x ", count: 500), "x" + String(repeating: "\u{301}", count: 1_000),
    String(repeating: "](", count: 500), String(repeating: "🇩🇪", count: 500),
  ]

  /// Of so many bytes, or a few more, by what they are made of
  package static func long(_ count: Int) -> [(name: String, text: String)] {
    repeated.map { ($0, String(repeating: $0, count: count / $0.utf8.count + 1)) }
      + opened.map { open, close in
        let times = count / (open.utf8.count + close.utf8.count) + 1
        return (
          open + close,
          String(repeating: open, count: times) + String(repeating: close, count: times)
        )
      }
  }

  /// What looks for its end through all the others
  private static let opened = [
    ("1", "."), (".", "1"), ("<", ">"), ("&", ";"), ("[", "]"), ("[", "]("), ("<b ", ">"),
    ("<b style=\"display:none\">", "</b>"), ("\"", "\u{301}"), ("w", "."), ("\u{301}", "\u{20DD}"),
    ("\u{316}", "\u{301}"), ("\u{1D165}", "\u{316}"),
  ]

  /// What long texts are made of, each a piece that is repeated, to find what takes its time with
  /// one
  private static let repeated: [String] =
    [
      "1", ".", "1.", "&", "&&amp;", "&amp;", "&#", "&#1", "&#x1;", "<", "<a", "<b>", "<a href=\"",
      "<!--", "<script>", "</script>", "<b style=\"display:none\">", "<br>", ">", "[", "](", "![",
      "*", "_", "`", "\\", "\"", "'", "\u{301}", "x\u{301}", "👨‍👩‍👧‍👦", "👩\u{200D}", "🇩",
      "\u{200D}", "\u{FE0F}", " ", "\n", "\t", "x ", "http://", "www.", "%25", "{{", "{title}", "/",
      ",", ";", "=", "-", "\u{202E}", "\u{0}", "क्", "한", "\u{1100}", "猫", "a", "é", "|", "~", "@",
      ") · ", " on ",
    ]
}
