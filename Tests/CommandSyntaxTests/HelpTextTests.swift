import CommandSyntax
import Terminal
import Testing

struct HelpTextTests {
  private let page = HelpPage(width: 80, style: .plain)

  @Test func `a command's help has its usage, its options and its examples`() {
    let help = page.text(of: Kiosk.bill, in: Kiosk.language, first: [], remark: "Cash alone.")
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
    let order = page.text(of: Kiosk.order, in: Kiosk.language, first: ["size"], remark: nil)
    #expect(order.hasPrefix("kiosk [order] <words...>\n"))
    #expect(order.contains("\nCommon options\n      --size SIZE"))
  }

  @Test func `the man page has what the tables have, and no text that is a request`() {
    let page = ManPage(
      of: Kiosk.language, version: "1-2", "drinks", [".Hot", "Cold"],
      [ManPage.Section("FILES", isOfFiles: true, [("a.txt", "'Text'")])])
    let lines = page.text.split(separator: "\n")
    #expect(lines[0] == #".TH KIOSK 1 "" "kiosk 1\-2" "User Commands""#)
    for line in [
      #"\&.Hot"#, ".B kiosk <words...>", ".B kiosk bill [pay|split]", #".B \-n, \-\-count N"#,
      "For: order", "For: all", ".SH FILES", ".I a.txt", #"\&'Text'"#,
    ] {
      #expect(lines.contains(Substring(line)), "\(line)")
    }
  }
}
