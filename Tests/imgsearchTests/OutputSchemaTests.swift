import FixtureMaker
import Foundation
import Testing

/// The JSON Schema of `help json --schema`, judged by Python's jsonschema
@Suite(.enabled(if: OtherTool.hasModule("jsonschema"), "Python's jsonschema isn't installed"))
struct OutputSchemaTests {
  private let home = Home()

  /// The schema's verdict on each document: nil where it fits, else what doesn't
  private func verdicts(on documents: [String]) async throws -> [String?] {
    let schema = try await home.run("help", "json", "--schema").ended()
    #expect(schema.errors.isEmpty)
    try home.write(schema.output, to: "schema.json")
    try home.write(documents.map { $0.replacing("\n", with: " ") + "\n" }.joined(), to: "documents")
    let outcome = try await OtherTool.run(
      """
      \(OtherTool.python) -c '
      import json, sys
      from jsonschema import Draft202012Validator as Validator
      schema = json.load(open("\(home.path("schema.json"))"))
      Validator.check_schema(schema)
      validator = Validator(schema)
      for line in open("\(home.path("documents"))"):
          faults = [error.message for error in validator.iter_errors(json.loads(line))]
          faults = faults and [one.message for error in validator.iter_errors(json.loads(line))
                               for one in error.context] or faults
          print(json.dumps(faults[0][:300] if faults else None))
      '
      """, in: home.folder, environment: [:])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let verdicts = try outcome.lines.filter { !$0.isEmpty }.map {
      try JSONDecoder().decode(String?.self, from: Data($0.utf8))
    }
    #expect(verdicts.count == documents.count)
    return verdicts
  }

  /// What a search prints as JSON, as lines, and what show prints of some of its photos
  private func documents(_ line: [String], shown: Int) async throws -> [String] {
    let lines = try await home.run(line + ["-f", "ndjson", "-n", "100"])
    let photos = lines.output.split(separator: "\n").map(String.init)
    let list = try await home.run(line + ["-f", "json", "-n", "100"]).output
    let ids = stride(from: 0, to: photos.count, by: max(1, photos.count / max(1, shown))).map {
      "\($0 + 1)"
    }
    let cards = try ids.prefix(shown).map { try home.process("show", $0, "-f", "json").output }
    return (photos + [list] + cards).filter { !$0.isEmpty }
  }

  @Test func `all that the recordings make fits it`() async throws {
    var all: [String] = []
    for words in ["kittens", "nothing", "refused"] {
      all += try await documents(
        [words, "-p", "all,nasa,inaturalist,searxng", "--replay", Program.fixtures], shown: 3)
    }
    all += try await documents(["list", "--replay", Program.fixtures], shown: 2)
    all += try await documents(
      ["kittens", "--license", "free", "--no-ai", "--replay", Program.fixtures], shown: 0)
    if let recordings = Program.recordings {
      for words in LongRun.isAsked ? ["forest", "paris"] : ["forest"] {
        for file in ["har/real.har", "har/real-2.har"] {
          all += try await documents(
            [words, "-p", "all,nasa,inaturalist,searxng", "--replay", "\(recordings)/\(file)"],
            shown: 2)
        }
      }
    }
    #expect(all.count > 200)
    for (document, verdict) in zip(all, try await verdicts(on: all)) {
      #expect(verdict == nil, "\(verdict ?? "") in \(document.prefix(200))")
    }
  }

  @Test func `a member more, or less, or of another type doesn't fit it`() async throws {
    let line = try await home.replay("kittens", "-n", "1", "-f", "ndjson").output
    let list = try await home.replay("kittens", "-n", "1", "-f", "json").output
    let wrong = [
      line.replacing("\"favorite\":false", with: "\"favourite\":false"),
      line.replacing(#","favorite":false"#, with: ""),
      line.replacing(/"likes":\d+/, with: #""likes":"many""#),
      list.replacing(#""shown":1"#, with: #""shown":-1"#),
      list.replacing(/"status":"\w+"/, with: #""status":"fine""#),
    ]
    for (document, verdict) in zip(wrong, try await verdicts(on: wrong)) {
      #expect(verdict != nil, "\(document)")
      #expect(document != line && document != list)
    }
  }

  @Test func `it is of help json alone`() async throws {
    try await home.run("help", "--schema").ended(with: 64)
    try await home.run("help", "exit", "--schema").ended(with: 64)
  }
}
