import Foundation
import Testing

/// What is printed, in the hands of the tools that it is printed for
///
/// A tool that is not installed is named and passed over. One runs at a time, for some are heavy.
@Suite(.serialized, .timeLimit(.minutes(20))) struct OtherToolsTests {
  @Test(
    .enabled(if: OtherTool.isThere("curl"), "curl is not installed"),
    arguments: [
      "xargs -n 1 -P 4 curl -fsSO", "xargs curl -fsS --remote-name-all",
      "tr '\\n' '\\0' | xargs -0 -n 1 -P 4 curl -fsSO",
      "while read -r url; do curl -fsSO \"$url\"; done",
    ])
  func `urls are arguments for curl`(tool: String) async throws {
    try await expectPictures(by: tool)
  }

  @Test(.enabled(if: OtherTool.isThere("aria2c"), "aria2 is not installed"))
  func `urls are the input of aria2`() async throws {
    try await expectPictures(by: "aria2c --no-conf -q -i -")
  }

  @Test(.enabled(if: OtherTool.isThere("wget"), "wget is not installed"))
  func `urls are the input of wget`() async throws {
    try await expectPictures(by: "wget --no-config -q -i -")
  }

  @Test func `urls are what download takes, with the credits, while they come and later`()
    async throws
  {
    let host = try PictureHost()
    _ = try await host.run("$search --format urls | imgsearch download - -o now")
    #expect(try host.saved(".png") == PictureHost.pictures)
    _ = try await host.run("$search --format urls > ../urls; imgsearch download - < ../urls")
    #expect(try host.saved(".png").count == 2 * PictureHost.pictures.count)
    for table in try host.saved("credits.csv") {
      let rows = String(decoding: table, as: UTF8.self).split(separator: "\r\n")
      #expect(rows.count == 1 + PictureHost.rows.count)
    }
  }

  /// Each picture once, byte for byte
  private func expectPictures(by tool: String) async throws {
    let host = try PictureHost()
    _ = try await host.run("$search --format urls | \(tool)")
    #expect(try host.saved() == PictureHost.pictures)
  }

  @Test(
    .enabled(if: OtherTool.isThere("jq"), "jq is not installed"),
    arguments: ["ndjson | jq -c", "json | jq -c '.photos[]' | jq -c"])
  func `jq reads every photo`(format: String) async throws {
    let host = try PictureHost()
    let outcome = try await host.run(
      "$search --format \(format) '[.id, .title, .license.id, .renditions[0].url]'")
    let rows = try outcome.lines.filter { !$0.isEmpty }.map { line in
      try JSONDecoder().decode([String?].self, from: Data(line.utf8))
    }
    try #require(rows.count == PictureHost.rows.count)
    for (number, (row, expected)) in zip(rows, PictureHost.rows).enumerated() {
      #expect(Array(row[0..<3]) == [PictureHost.id(number), expected.title, expected.licenseID])
      #expect(row[3]?.contains("/pictures/\(number)-") ?? false)
    }
  }

  @Test(.enabled(if: OtherTool.isThere("jq"), "jq is not installed"))
  func `jq may leave when it has enough`() async throws {
    let host = try PictureHost()
    let outcome = try await host.run("$search --format ndjson | jq -n 'first(inputs) | .id'")
    #expect(outcome.output == "\"\(PictureHost.id(0))\"\n")
  }

  private struct Stored: Decodable, Equatable {
    let id: String
    let title: String?
    let license: String?
    let favorite: Int?
  }

  @Test(.enabled(if: OtherTool.isThere("sqlite-utils"), "sqlite-utils is not installed"))
  func `sqlite-utils keeps a search, the favorites, and the same again`() async throws {
    let upsert = "--format ndjson | sqlite-utils upsert x.db photos - --nl --pk id --alter"
    let host = try PictureHost()
    let outcome = try await host.run(
      """
      $search --format ndjson | sqlite-utils insert x.db photos - --nl --pk id || exit
      imgsearch favorites add 3 6 && imgsearch favorites list \(upsert) || exit
      $search \(upsert) || exit
      sqlite-utils x.db "select id, title, favorite, json_extract(license, '$.id') as license
      from photos order by rowid" > rows.json
      """)
    #expect(outcome.output.contains(PictureHost.id(5)))
    let rows = try JSONDecoder().decode(
      [Stored].self, from: Data(contentsOf: host.folder.appending(path: "rows.json")))
    let expected = PictureHost.rows.enumerated().map { number, row in
      Stored(
        id: PictureHost.id(number), title: row.title, license: row.licenseID,
        favorite: [2, 5].contains(number) ? 1 : 0)
    }
    #expect(rows == expected)
  }

  private struct Row: Decodable, Equatable {
    let id: String
    let caption: String
    let license: String
    let author: String

    static let expected = PictureHost.rows.enumerated().map { number, row in
      Row(
        id: PictureHost.id(number), caption: row.caption, license: row.licenseID ?? "",
        author: "O'Neil, Jr.")
    }
  }

  private static let columns =
    "'url', 'caption', 'width', 'height', 'license', 'id', 'author', 'page', 'credit', "
    + "'license_url', 'taken'"

  @Test(.enabled(if: OtherTool.isThere("python3"), "python3 is not installed"))
  func `Python's csv module reads every row`() async throws {
    let host = try PictureHost()
    let outcome = try await host.run(
      """
      $search --format csv > photos.csv && python3 -c "import csv, json
      rows = csv.DictReader(open('photos.csv', newline=''), strict=True)
      assert rows.fieldnames == [\(Self.columns)], rows.fieldnames
      print(json.dumps(list(rows)))"
      """)
    #expect(try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8)) == Row.expected)
  }

  @Test(.enabled(if: OtherTool.isThere("sqlite-utils"), "sqlite-utils is not installed"))
  func `sqlite-utils reads every row of csv`() async throws {
    let host = try PictureHost()
    let outcome = try await host.run(
      """
      $search --format csv | sqlite-utils insert x.db photos - --csv --pk id &&
      sqlite-utils x.db 'select * from photos order by rowid'
      """)
    #expect(try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8)) == Row.expected)
  }

  private struct Sample: Decodable {
    let id: String
    let caption: String
    let license: String
    let status: String
  }

  @Test(.enabled(if: OtherTool.isThere("img2dataset"), "img2dataset is not installed"))
  func `img2dataset fetches every row, its caption and licence with it`() async throws {
    let host = try PictureHost()
    _ = try await host.run(
      """
      $search --format csv > photos.csv &&
      img2dataset --url_list photos.csv --input_format csv --url_col url --caption_col caption \
      --save_additional_columns '["license","id"]' --output_folder data --timeout 60 \
      --disable_all_reencoding True --processes_count 1 --thread_count 4
      """)
    #expect(try host.saved(".jpg") == PictureHost.pictures)
    for (number, row) in PictureHost.rows.enumerated() {
      let name = "data/00000/00000" + String(10_000 + number).dropFirst()
      let file = host.folder.appending(path: name)
      let json = try Data(contentsOf: file.appendingPathExtension("json"))
      let sample = try JSONDecoder().decode(Sample.self, from: json)
      #expect((sample.status, sample.id) == ("success", PictureHost.id(number)))
      #expect((sample.license, sample.caption) == (row.licenseID ?? "", row.caption))
      let text = try String(contentsOf: file.appendingPathExtension("txt"), encoding: .utf8)
      #expect(text == row.caption)
    }
  }
}
