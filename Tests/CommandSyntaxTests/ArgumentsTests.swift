import CommandSyntax
import Testing

struct ArgumentsTests {
  @Test(arguments: ["-n 7", "--count 7", "-n7", "-n=7", "--count=7", "-n 3 -n 7"])
  func `a value is typed in any of the usual ways`(option: String) throws {
    let arguments = try Kiosk.typed("green tea \(option)")
    #expect(arguments.value(Kiosk.count) == 7)
    #expect(arguments.commandRow == Kiosk.order && arguments.operands == ["green", "tea"])
    #expect(!arguments.isCommandNamed)
  }

  @Test func `other ways to write a value, and another name of a command, are taken`() throws {
    #expect(try Kiosk.typed("tea --size TALL").value(Kiosk.size) == .large)
    #expect(try Kiosk.typed("check").commandRow == Kiosk.bill)
    #expect(try Kiosk.typed("Cheque split").operands == ["split"])
    #expect(try Kiosk.typed("check mate").commandRow == Kiosk.order)
    #expect(Kiosk.bill.otherNames == ["check", "cheque"])
    #expect(try Kiosk.typed("version").value(Kiosk.version))
    #expect(try Kiosk.typed("tea -- --size").operands == ["tea", "--size"])
  }

  @Test func `settings are defaults of what doesn't go on as before`() throws {
    let settings = ["count": ["4"], "font": ["4"]]
    #expect(try Kiosk.typed("tea", defaults: settings).value(Kiosk.count) == 4)
    #expect(try Kiosk.typed("tea -n 2", defaults: settings).value(Kiosk.count) == 2)
    for line in ["bill", "--again"] {
      let arguments = try Kiosk.typed(line, defaults: settings)
      #expect((arguments.value(Kiosk.count), arguments.value(Kiosk.font)) == (1, 4))
    }
  }

  @Test(arguments: [
    ("tea -n 0", "invalid value '0' for --count: it takes a whole number from 1"),
    ("tea -n", "--count needs a value: a whole number from 1"),
    (
      "tea --size lage",
      "invalid value 'lage' for --size; did you mean large?\nAccepted: small, large"
    ),
    ("tea --again=yes", "--again takes no value, but got 'yes'"),
    ("bill --note x", "bill takes no option --note: it searches as the search did"),
    ("bill pay --size large", "bill pay takes no option --size"),
    // Whatever the order in which a dictionary has them
    ("bill pay --size large --note x", "bill pay takes no option --size"),
    ("bill pay --note x --size large", "bill pay takes no option --note"),
    ("tea --large", "unknown option --large; did you mean --size large?\nSee kiosk help"),
    ("tea --cuont 2", "unknown option --cuont; did you mean --count?\nSee kiosk help"),
    ("tea --Mugs", "unknown option --Mugs; did you mean --count 2?\nSee kiosk help"),
    ("bill pay --cups", "unknown option --cups\nSee kiosk help"),
    ("bill --tip", "unknown option --tip; leave it on the table\nSee kiosk help"),
    ("tea --tip", "unknown option --tip; did you mean --note?\nSee kiosk help"),
    ("tea --hot", "unknown option --hot; --note is for that\nSee kiosk help"),
    ("bill --hot", "unknown option --hot\nSee kiosk help"),
    ("tea --sugar", "there is no --sugar any more; it stands on the counter"),
    ("tea -bob", "'-bob' isn't an option; to leave that guest out: -g -bob"),
    ("tea -g ann -bob", "'-bob' isn't an option; to leave that guest out: -g ann,-bob"),
    ("tea -g ann bob", "-g ann bob: did you mean -g ann,bob?"),
    ("tea -nx", "'-nx' isn't an option: invalid value 'x' for --count"),
    ("pay", "did you mean kiosk bill pay?"),
  ])
  func `what isn't understood says what would be`(line: String, words: String) throws {
    let refusal = try #require(Kiosk.refusal(line))
    #expect(refusal.hasPrefix(words), "\(refusal)")
  }

  @Test func `a shorthand stands for other options, where all of them are taken`() throws {
    #expect(try Kiosk.typed("tea --pair").value(Kiosk.count) == 2)
    #expect(try Kiosk.typed("tea --dozen 2 --size large").value(Kiosk.count) == 24)
    #expect(try Kiosk.typed("tea --dozen=1 hot").operands == ["tea", "hot"])
    #expect(try Kiosk.typed("bill --pair").value(Kiosk.count) == 2)
    #expect(Kiosk.refusal("bill --dozen 2") == "unknown option --dozen\nSee kiosk help")
    #expect(Kiosk.refusal("tea --pair=2") == "--pair takes no value, but got '2'")
    #expect(Kiosk.refusal("tea --dozen") == "--dozen needs a value: a whole number")
    #expect(
      Kiosk.refusal("tea --dozen x") == "invalid value 'x' for --dozen: it takes a whole number")
  }

  @Test func `a line of a list has options of its own, and no command`() throws {
    let line = try Arguments(
      ["bill", "-n", "3"], ofLine: [Kiosk.count.row], in: Kiosk.language
    ) { [:] }
    #expect(line.operands == ["bill"] && line.value(Kiosk.count) == 3)
    #expect(throws: CommandFailure.self) {
      try Arguments(["tea", "--again"], ofLine: [Kiosk.count.row], in: Kiosk.language) {
        [:]
      }
    }
  }
}
