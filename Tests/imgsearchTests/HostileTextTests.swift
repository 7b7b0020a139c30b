import FixtureMaker
import Foundation
import PhotoDisplay
import PhotoSearch
import PhotoStorage
import Platform
import Testing

/// What strangers write, through every provider into every output, and read again by the readers
/// that the outputs are for
///
/// Python has readers of its own for CSV, JSON and HTML; one for Markdown is `markdown-it-py`.
/// Where one is not installed, its test is named and passed over. IMGSEARCH_PYTHON names another
/// Python.
@Suite(.serialized, .timeLimit(.minutes(20))) struct HostileTextTests {
  /// The outputs' files by their names, written once
  private static let files = Task {
    let photos = try await HostilePhotos.all()
    // Less than that, and the strings of some provider were not found.
    try #require(photos.count > 15 * ProviderCatalog.adapters.count)
    let home = Home()
    let outputs = try HostileOutputs(photos, in: home.folder)
    try outputs.write()
    return try outputs.files()
  }

  /// What a reader finds in them, a line each
  private func faults(by script: String) async throws -> [String] {
    let home = Home()
    for (name, data) in try await Self.files.value {
      try data.write(to: home.folder.appending(path: name))
    }
    return try await faults(by: script, in: home.folder)
  }

  private func faults(by script: String, in folder: URL) async throws -> [String] {
    try Data((Self.preamble + script + Self.end).utf8).write(to: folder.appending(path: "read.py"))
    let outcome = try await OtherTool.run("\(Self.python) read.py", in: folder, environment: [:])
    try #require(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode([String].self, from: Data(outcome.output.utf8))
  }

  @Test func `no output has a character that does something to a terminal`() async throws {
    let files = try await Self.files.value
    for name in HostileOutputs.names {
      let text = String(decoding: try #require(files[name]), as: UTF8.self)
      #expect(!text.isEmpty)
      let odd = text.unicodeScalars.first { Self.isUnsafe($0, in: name) }
      #expect(odd == nil, "\(name): \(odd.map { String($0.value, radix: 16) } ?? "")")
    }
    // An escape is one of ours: a color, or a link's begin or end.
    let pieces = try #require(files["color.txt"]).split(separator: 0x1B).dropFirst()
    let escapes = Set(pieces.map { String(decoding: $0, as: UTF8.self) })
    let isOurs = escapes.allSatisfy { escape in
      escape.prefixMatch(of: /\[[0-9;]*m|\]8;;(?:https?:[!-~]*)?$|\\/) != nil
    }
    #expect(isOurs)
  }

  /// A picture's title is no place for any of these; soft hyphens, joiners and number signs are
  /// none
  private static func isUnsafe(_ scalar: Unicode.Scalar, in name: String) -> Bool {
    // Nearly all: what else there is takes far longer.
    if scalar.value >= 0x20 && scalar.value < 0x7F { return false }
    switch scalar.value {
    case 0x0A: return false
    case 0x0D: return !name.hasSuffix(".csv")
    case 0xAD, 0x200C, 0x200D: return false
    default:
      return [.control, .format, .lineSeparator, .paragraphSeparator].contains(
        scalar.properties.generalCategory)
    }
  }

  @Test(.enabled(if: OtherTool.isThere("python3"), "python3 is not installed"))
  func `Python reads every row, object and link as it was meant`() async throws {
    let faults = try await faults(by: Self.readers)
    #expect(faults.isEmpty, "\(faults.prefix(10).joined(separator: "\n"))")
  }

  @Test(.enabled(if: hasMarkdown, "markdown-it-py is not installed: pip install markdown-it-py"))
  func `a Markdown parser finds text and our links, and nothing else`() async throws {
    let faults = try await faults(by: Self.markdownReader)
    #expect(faults.isEmpty, "\(faults.prefix(10).joined(separator: "\n"))")
  }

  /// Names as files may have them, titles of any kind
  @Test func `any text comes back from credits.csv as it was written`() async throws {
    let home = Home()
    var random = SeededGenerator(seed: 7)
    let signs = HostileText.delimiters.flatMap { sign in HostileText.marks.map { sign + $0 } }
    func text() -> String {
      let pieces = (0...3).flatMap { _ in
        [signs.randomElement(using: &random) ?? "", RandomText.make(upTo: 5, using: &random)]
      }
      // Python's reader takes no NUL before its version 3.11.
      return pieces.joined().replacing(each: "\0", by: "")
    }
    let photos = try (0..<LongRun.count(1_500, otherwise: 200)).map { number in
      var photo = try PhotoJSON.photo(
        from: #"{"id":"flickr:\#(number + 1)","page":"https://example.org/\#(number)"}"#)
      photo.title = text()
      return photo
    }
    let names = photos.indices.map { "\(text())-\($0).jpg" }
    try HostileOutputs(photos, named: names, in: home.folder).writeCredits()
    let owners = try CreditsFile(in: home.folder, row: CSVText.row).owners(of: [])
    #expect(owners.count == names.count)
    let read = Dictionary(owners.map { ($1, Array($0.utf8)) }, uniquingKeysWith: { $1 })
    for (photo, name) in zip(photos, names) {
      let cell = try #require(read[photo.id])
      #expect([Array(name.utf8), Array(("'" + name).utf8)].contains(cell), "\(name)")
    }
    guard OtherTool.isThere("python3") else { return }
    let faults = try await faults(by: Self.creditsReader, in: home.folder)
    #expect(faults.isEmpty, "\(faults.prefix(10).joined(separator: "\n"))")
  }

  private static let python = OtherTool.python
  private static let hasMarkdown = OtherTool.hasModule("markdown_it")
}

extension HostileTextTests {
  private static let preamble = #"""
    import csv, json, sys
    from html.parser import HTMLParser

    csv.field_size_limit(10**9)
    faults = []

    def expect(holds, *what):
        if not holds:
            faults.append(" ".join(ascii(word) for word in what)[:400])

    def lines(name):
        with open(name, newline="", encoding="utf-8") as file:
            found = file.read().split("\n")
        expect(found[-1] == "" and len(found) == len(want) + 1, name, "has", len(found), "lines")
        return found[:-1]

    with open("expected.json", encoding="utf-8") as file:
        want = json.load(file)

    """#

  private static let end = "\nprint(json.dumps(faults))\n"

  private static let rows = #"""
    def rows(name, columns):
        with open(name, newline="", encoding="utf-8") as file:
            table = list(csv.reader(file, strict=True))
        expect(len(table) == len(want) + 1, name, "has", len(table), "rows")
        for row in table:
            expect(len(row) == columns, name, "has a row of", len(row), row)
            for cell in row:
                start = cell.strip(" \t\r\n\xA0\u3000")[:1]
                expect(not start or start not in "=+-@|%＝＋－＠", name, "would run", cell)
        return table[1:]

    def same(cell, text):
        return cell == text or cell == "'" + text

    """#

  private static let creditsReader =
    rows + #"""
      for row, photo in zip(rows("credits.csv", 12), want):
          expect(same(row[0], photo["file"]) and row[1] == photo["id"], row, photo)
          expect(same(row[2], photo["caption"]), row, photo)
      """#

  private static let readers =
    rows + #"""
      for row, photo in zip(rows("listing.csv", 11), want):
          expect(same(row[1], photo["caption"]) and same(row[6], photo["name"]), row, photo)
          expect(row[5] == photo["id"], row, photo)
      for row, photo in zip(rows("credits.csv", 12), want):
          expect(row[0] == photo["file"] and row[1] == photo["id"], row, photo)
          expect(same(row[3], photo["name"]), row, photo)

      def compare(name, found):
          expect(len(found) == len(want), name, "has", len(found), "photos")
          for one, photo in zip(found, want):
              for key in ["id", "title", "description", "tags"]:
                  expect(one[key] == photo.get(key), name, key, one[key], photo)
              expect((one["author"] or {"name": None})["name"] == photo.get("author"), name, one)

      with open("listing.json", encoding="utf-8") as file:
          compare("listing.json", json.load(file)["photos"])
      for name in ["listing.ndjson", "show.ndjson", "export.ndjson"]:
          compare(name, [json.loads(line) for line in lines(name)])

      class Credit(HTMLParser):
          def __init__(self):
              super().__init__(convert_charrefs=True)
              self.text, self.depth = "", 0
          def handle_starttag(self, tag, attributes):
              self.depth += 1
              kinds = [name for name, _ in attributes]
              expect(tag == "a" and kinds == ["href", "rel"] and self.depth == 1, tag, attributes)
              expect(attributes[0][1].startswith(("http://", "https://")), attributes)
          def handle_startendtag(self, tag, attributes):
              expect(False, tag, attributes)
          def handle_endtag(self, tag):
              self.depth -= 1
              expect(tag == "a" and self.depth == 0, tag)
          def handle_data(self, data):
              self.text += data
          def handle_comment(self, data):
              expect(False, "comment", data)
          handle_decl = handle_pi = unknown_decl = handle_comment

      for line, photo in zip(lines("credit.html"), want):
          reader = Credit()
          reader.feed(line)
          reader.close()
          expect(reader.text == photo["credit"] and reader.depth == 0, line, photo["credit"])

      with open("urls.txt", encoding="utf-8") as file:
          for line in file.read().split("\n")[:-1]:
              expect(line.startswith(("http://", "https://")), line)
              expect(all("!" <= sign <= "~" and sign not in "'\"\\" for sign in line), line)
      lines("credit.txt")
      """#

  private static let markdownReader = #"""
    from markdown_it import MarkdownIt
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    ours = {"link_open", "link_close", "image", "text"}

    def read(tokens, name):
        text, pictures = "", []
        for token in tokens or []:
            expect(token.type in ours, name, token.type, token.content)
            if token.type == "text":
                text += token.content
            if token.type == "image":
                pictures.append(read(token.children, name)[0])
            for key in ["href", "src"]:
                address = token.attrs.get(key)
                expect(address is None or address.startswith(("http://", "https://")), address)
        return text, pictures

    kinds = ["list_item_open", "paragraph_open", "inline", "paragraph_close", "list_item_close"]
    for line, photo in zip(lines("listing.md"), want):
        tokens = parser.parse(line)
        found = [token.type for token in tokens]
        expect(found == ["bullet_list_open"] + kinds + ["bullet_list_close"], found, line)
        text, pictures = read([one for token in tokens for one in token.children or []], "md")
        words = photo["credit"].strip()
        expect(text.strip() == words, text, words)
        expect(pictures == ([photo["picture"]] if "picture" in photo else []), pictures)
    with open("listing.md", encoding="utf-8") as file:
        tokens = parser.parse(file.read())
    expect([token.type for token in tokens[1:-1]] == kinds * len(want), "not one list")

    for line, photo in zip(lines("credit.md"), want):
        tokens = parser.parse(line)
        found = [token.type for token in tokens]
        expect(found == ["paragraph_open", "inline", "paragraph_close"], found, line)
        text, _ = read([one for token in tokens for one in token.children or []], "credit")
        expect(text.strip() == photo["credit"].strip(), text, photo["credit"])
    """#
}
