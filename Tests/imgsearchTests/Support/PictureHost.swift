import Foundation
import LoopbackServer
import PhotoSearch
import Testing

/// An Openverse on this machine whose photos are odd, with the pictures themselves
struct PictureHost {
  /// A photo, and the row that comes of it
  struct Row: Sendable {
    /// The end of its picture's address
    let file: String
    var title: String?
    /// As Openverse says it
    var license = "by"

    /// As the output says it
    var licenseID: String? { license.isEmpty ? nil : "CC-\(license.uppercased())-4.0" }

    /// As the csv has it
    var caption: String {
      let title = title ?? ""
      return ["=", "-", "+", "@"].contains(title.first) ? "'" + title : title
    }
  }

  static let rows = [
    Row(file: "plain.png", title: "A kitten"),
    Row(file: "with space.png", title: "commas, semicolons; and \"quotes\""),
    Row(file: "o'malley.png", title: "O'Malley's “cat”", license: "by-sa"),
    Row(file: "say\"hi\".png", title: "=1+1"), Row(file: "a|b.png", title: nil),
    Row(file: "[1-3]{a,b}.png", title: "2014", license: ""),
    Row(file: "back\\slash.png", title: "Émoji 😀 café 子猫"),
    Row(file: "100%25.png", title: "-minus", license: "by-nc-nd"),
    Row(file: "$HOME`x`.png", title: "NaN"), Row(file: "ünï😀.png", title: "it's", license: ""),
    Row(file: "k.png?size='large'&of=[2]", title: "null"),
    Row(file: "(1)&*!;~.png", title: "a back\\slash\\n"),
  ]

  /// A picture of one pixel, with its number after its end: no two are the same
  static let pictures: [Data] = rows.indices.map { number in
    let pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    return (Data(base64Encoded: pixel) ?? Data()) + Data("picture \(number)".utf8)
  }

  static func id(_ number: Int) -> String { "openverse:kitten-\(number)" }

  /// Where the tools put their files
  let folder: URL
  private var environment: [String: String]
  /// Gone with this, as the server is
  private let home: Home
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer(lifetime: 280, script: Self.answer)
    home = Home()
    folder = try home.makeFolder("work")
    // HOME stays where Python looks for what its user has installed.
    environment = home.folders
    for service in ["UNSPLASH", "FLICKR", "OPENVERSE", "WIKIMEDIA"] {
      environment["\(service)_API_URL"] = server.url("/v1").absoluteString
    }
  }

  /// Runs a line of shell that has to succeed; `$search` is a search for all rows
  func run(
    _ line: String, _ location: SourceLocation = #_sourceLocation
  ) async throws -> Program.Outcome {
    let search = "search='imgsearch kittens --provider openverse -n 50'; "
    let outcome = try await OtherTool.run(search + line, in: folder, environment: environment)
    #expect(outcome.code == 0, "\(outcome.errors)", sourceLocation: location)
    return outcome
  }

  /// The contents of all files that a tool has made, in the order of the rows they belong to
  func saved(_ ending: String = "") throws -> [Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.map { folder.appending(path: $0) }
      .filter { !$0.hasDirectoryPath && $0.lastPathComponent.hasSuffix(ending) }
      .map { try Data(contentsOf: $0) }
      .sorted { Self.pictures.firstIndex(of: $0) ?? 0 < Self.pictures.firstIndex(of: $1) ?? 0 }
  }

  private static func answer(_ request: WebRequest) -> LoopbackAnswer {
    let path = request.url.path
    guard path.hasPrefix("/pictures/") else { return .json(reply(request.url)) }
    let number = path.dropFirst("/pictures/".count).prefix(while: \.isNumber)
    guard let number = Int(number), pictures.indices.contains(number) else {
      return .text("no such picture", status: 404)
    }
    return LoopbackAnswer(headers: ["Content-Type": "image/png"], body: pictures[number])
  }

  private static func reply(_ url: URL) -> String {
    let host = "http://\(url.host ?? ""):\(url.port ?? 0)"
    let results: [[String: Any]] = rows.enumerated().map { number, row in
      [
        "id": "kitten-\(number)", "title": row.title ?? NSNull(), "license": row.license,
        "license_version": row.license.isEmpty ? "" : "4.0", "creator": "O'Neil, Jr.",
        "url": "\(host)/pictures/\(number)-\(row.file)", "source": "nappy",
        "foreign_landing_url": "https://nappy.example/\(number)", "width": 640, "height": 480,
      ]
    }
    let reply: [String: Any] = [
      "result_count": rows.count, "page_count": 1, "page_size": 20, "page": 1,
      "results": results,
    ]
    do {
      return String(decoding: try JSONSerialization.data(withJSONObject: reply), as: UTF8.self)
    } catch {
      Issue.record(error)
      return ""
    }
  }
}
