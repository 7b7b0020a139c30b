import Foundation
import Testing

/// `--fields`: some of what is known of each photo, in the order asked for
struct FieldsTests {
  private static let fields = "id,author.name,license.id,page"

  private func replay(_ format: String, _ fields: String = Self.fields) async throws
    -> Program.Outcome
  {
    try await Program.replay("kittens", "-n", "9", "-f", format, "--fields", fields)
  }

  /// The photos' whole JSON
  private func photos() async throws -> [[String: Any]] {
    let lines = try await Program.replay("kittens", "-n", "9", "-f", "ndjson").output
    return try lines.split(separator: "\n").map { try jsonObject($0) }
  }

  private func text(_ value: Any?) -> String { (value as? String).map { "\"\($0)\"" } ?? "null" }

  @Test func `a line has these alone, in this order`() async throws {
    let expected = try await photos().map { photo in
      let author = photo["author"] as? [String: Any]
      let license = photo["license"] as? [String: Any]
      return "{\"id\":\(text(photo["id"])),\"author.name\":\(text(author?["name"])),"
        + "\"license.id\":\(text(license?["id"])),\"page\":\(text(photo["page"]))}"
    }
    #expect(try await replay("ndjson").output == expected.map { $0 + "\n" }.joined())
    let whole = try await replay("json")
    #expect(whole.output.contains("\"photos\":[\n" + expected.joined(separator: ",\n") + "\n]"))
    #expect(whole.output.hasPrefix("{\"query\":") && whole.output.contains("\"providers\":["))
  }

  @Test func `without a format they are a table`() async throws {
    let plain = try await Program.replay("kittens", "-n", "2", "--fields", "id,title")
    let table = try await Program.replay(
      "kittens", "-n", "2", "--fields", "id,title", "-f", "table")
    #expect(plain.output == table.output && plain.output.hasPrefix("id\ttitle\n"))
  }

  @Test func `so does a line of favorites`() async throws {
    let home = Home()
    _ = try await home.replay("kittens", "-n", "2")
    _ = try await home.run("favorites", "add", "1")
    let kept = try await home.run("favorites", "-f", "ndjson", "--fields", "provider,favorite")
    #expect(kept.output == "{\"provider\":\"unsplash\",\"favorite\":true}\n")
  }

  @Test func `lists, numbers, objects and csv's own columns are there`() async throws {
    let photo = try await photos()[0]
    let lines = try await replay("ndjson", "width,caption,renditions,license,tags").lines
    let first = try jsonObject(lines[0])
    #expect(first["width"] as? Int == photo["width"] as? Int)
    #expect(first["caption"] as? String == (photo["title"] ?? photo["description"]) as? String)
    #expect((first["renditions"] as? [Any])?.count == (photo["renditions"] as? [Any])?.count)
    #expect((first["license"] as? [String: Any])?["id"] is String)
    #expect(first["tags"] as? [String] == photo["tags"] as? [String])
  }

  @Test(arguments: [("csv", ",", "\r\n"), ("table", "\t", "\n")])
  func `csv and table have them as columns, lists joined`(
    format: String, gap: String, end: String
  ) async throws {
    let output = try await replay(format, "id,license,tags,width,license_url,likes").output
    let rows = output.components(separatedBy: end)
    #expect(
      rows[0] == ["id", "license", "tags", "width", "license_url", "likes"].joined(separator: gap))
    #expect(rows.count == 11 && rows[10].isEmpty)
    let photos = try await photos()
    for (row, photo) in zip(rows.dropFirst(), photos) {
      let license = photo["license"] as? [String: Any]
      #expect(row.hasPrefix("\(photo["id"] ?? "")\(gap)\(license?["id"] ?? "")\(gap)"), "\(row)")
    }
    let tagged = try #require(photos.first { ($0["tags"] as? [String] ?? []).count > 1 })
    let tags = try tagged.texts("tags").joined(separator: "; ")
    #expect(output.contains(tags), "\(output)")
  }

  @Test(.enabled(if: OtherTool.isThere("script")))
  func `a table on a terminal has its columns below one another`() throws {
    let shown = try Screen.show(
      "kittens --replay Fixtures/odd -n 4 -f table --fields id,provider",
      environment: Home().environment)
    let lines = Screen.lines(of: shown.output)
    let column = try #require(lines[0].firstRange(of: "provider")?.lowerBound)
    let place = lines[0].distance(from: lines[0].startIndex, to: column)
    #expect(lines[0].hasPrefix("id ") && place > 5)
    for line in lines[1...4] { #expect(line.dropFirst(place - 2).hasPrefix("  "), "\(line)") }
  }
}
