import FixtureMaker
import PhotoDisplay
import Testing

struct CSVTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("", ""),
    ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'=1"), ("\r=1", "'=1"), ("  =1", "'=1"), ("\u{200B}=1", "'=1"),
    ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""), ("a\nb", "a b"),
    ("|cmd", "'|cmd"), ("%1", "'%1"), ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"),
    ("＠1", "'＠1"), ("ａ＝1", "ａ＝1"), ("a=1", "a=1"), ("a \"b\", c", "\"a \"\"b\"\", c\""),
  ])
  func `a cell is never run, and read as it was`(text: String, cell: String) {
    #expect(CSVText.cell(text) == cell)
  }

  /// Compared by scalars: two strings are equal to Swift whatever their marks are made of
  @Test(arguments: ["\u{301}", "\u{20DD}", "\u{FE0F}", "\u{200D}x", "\u{E0100}"])
  func `a quote with a mark behind it is a quote`(mark: String) {
    let cell = CSVText.row("x\"\(mark),=1,\"\(mark)", [])
    #expect(Array(cell.utf8) == Array("\"x\"\"\(mark),=1,\"\"\(mark)\"".utf8))
    #expect(CSVText.cell("=\(mark)1").utf8.first == UInt8(ascii: "'"))
  }

  @Test func `no text makes a cell that a spreadsheet would run, or a line of its own`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3_000 {
      let prefix = ["", " ", "\t", "\u{FEFF}", "\u{202E}"].randomElement(using: &random) ?? ""
      let mark = ["=", "+", "-", "@", ""].randomElement(using: &random) ?? ""
      let cell = CSVText.cell(prefix + mark + RandomText.make(upTo: 12, using: &random))
      let first = cell.hasPrefix("\"") ? cell.dropFirst().first : cell.first
      #expect(!["=", "+", "-", "@", "\t", "\r"].contains(first ?? "x"), "\(cell)")
      #expect(!cell.unicodeScalars.contains { $0 == "\n" || $0 == "\r" })
      let isQuoted = cell.count > 1 && cell.hasPrefix("\"") && cell.hasSuffix("\"")
      if !isQuoted { #expect(!cell.contains(",") && !cell.contains("\"")) }
    }
  }

  @Test(arguments: [
    ("a, b.jpg", "\"a, b.jpg\""), ("a\u{301}\u{302}.jpg", "a\u{301}\u{302}.jpg"),
    ("👩‍👩‍👧‍👦‍👦.jpg", "👩‍👩‍👧‍👦‍👦.jpg"), ("=a.jpg", "'=a.jpg"), ("a  b.jpg", "a  b.jpg"),
  ])
  func `a row begins with its first cell to the letter`(first: String, cell: String) {
    let row = CSVText.row(first, ["", "=1", "a\nb"])
    #expect(Array(row.unicodeScalars) == Array((cell + ",,'=1,a b").unicodeScalars))
  }
}
