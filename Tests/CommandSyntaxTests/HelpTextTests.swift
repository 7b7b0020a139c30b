import CommandSyntax
import Terminal
import Testing

struct HelpTextTests {
  private let page = HelpPage(width: 80, style: .plain)

  @Test func `a command's help has its usage, its options and its examples`() {
    let help = page.text(of: Kiosk.bill, in: Kiosk.language, [:], remarks: ["Cash alone."])
    #expect(
      help == """
        kiosk bill [pay|split]
          what is owed

        Cash alone.

        Options
          -n, --count N            how many (1)
          -g, --guest NAME[,NAME]  for whom (all) — ann, bob, cleo, all
          -h, --help               this help

        Examples
          kiosk bill pay

        """)
    let order = page.text(
      of: Kiosk.order, in: Kiosk.language, ["Cups": [Kiosk.size.row]], remarks: [])
    #expect(order.hasPrefix("kiosk [order] <words...>\n"))
    #expect(order.contains("\nOptions\n  -n"), "eight options need no groups")
  }

  @Test func `rows stand side by side where they fit`() {
    let rows = [("-a", "one"), ("--bcd", "two"), ("-e", "three")]
    #expect(
      page.pairs(rows) == "  -a     one" + String(repeating: " ", count: 27)
        + "  --bcd  two\n  -e     three\n")
    let wide = rows + [("-f", String(repeating: "long ", count: 8) + ".")]
    #expect(page.pairs(wide).split(separator: "\n").count == 4)
  }

  @Test func `the man page has what the tables have, and no text that is a request`() {
    let page = Kiosk.language.manPage(
      version: "1-2", "drinks", [".Hot", "Cold"], ["FILES": [("a.txt", "'Text'")]])
    let lines = page.split(separator: "\n")
    #expect(lines[0] == #".TH KIOSK 1 "" "kiosk 1\-2" "User Commands""#)
    for line in [
      #"\&.Hot"#, ".B kiosk <words...>", ".B kiosk bill [pay|split]", #".B \-n, \-\-count N"#,
      "For: order", "For: all", ".SH FILES", ".I a.txt", #"\&'Text'"#,
    ] { #expect(lines.contains(Substring(line)), "\(line)") }
  }
}
