import CommandSyntax
import Foundation
import Synchronization
import Testing

/// The built program, run as a person runs it
struct Program {
  struct Outcome {
    let output: String
    let errors: String
    let code: Int32

    var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }
    var errorLines: [Substring] { errors.split(separator: "\n") }

    /// The lines that tell of a provider, by itself or with others: `imgsearch: flickr, pexels: …`
    func errors(of provider: some StringProtocol) -> [Substring] {
      errorLines.filter { line in
        let parts = line.split(separator: ": ", maxSplits: 2)
        return parts.count == 3 && parts[1].split(separator: ", ").contains { $0 == provider }
      }
    }
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// What newcomers see
  static let firstFixtures = root.appending(path: "Fixtures").path

  /// Those with everything odd
  static let fixtures = root.appending(path: "Fixtures/odd").path

  /// The first pages of `kittens`, which make a list of up to 30 photos, all of `harbor`, and what
  /// is known of single photos
  static let fewFixtures = Result {
    try recording(named: "few") { name in
      if ["harbor.har", "show.har"].contains(name) { return .max }
      return name.hasSuffix("-kittens.har") ? 1 : 0
    }
  }

  /// The least of our fixtures that answer these arguments: reading them all takes most of the time
  /// of a program that prints three photos
  static func fixtures(for arguments: [String]) throws -> String {
    func value(of option: String) -> String? {
      arguments.firstIndex(of: option).flatMap { place in
        arguments.indices.contains(place + 1) ? arguments[place + 1] : nil
      }
    }
    if let providers = value(of: "-p"), !providers.contains("all") {
      let names = providers.split(separator: ",").sorted()
      return try recording(named: names.joined(separator: "-")) { name in
        let isTheirs = names.contains { name.hasPrefix("\($0)-") || name == "\($0).har" }
        return isTheirs || ["harbor.har", "kit.har"].contains(name) ? .max : 0
      }
    }
    if arguments.first == "show" { return fixtures + "/show.har" }
    let plain: Set = [
      "-n", "-f", "--format", "--no-history", "--verbose", "--replay", "-c", "--links",
    ]
    guard ["kittens", "harbor"].contains(arguments.first),
      value(of: "-n").map({ Int($0) ?? .max }) ?? 30 <= 30,
      arguments.allSatisfy({ !$0.hasPrefix("-") || plain.contains($0) })
    else { return fixtures }
    return try fewFixtures.get()
  }

  /// A line of shell of which the least of our fixtures that answers it takes the place of all
  static func withLeastFixtures(_ line: String) throws -> String {
    let words = line.split(separator: " ").map(String.init).drop { $0 == "imgsearch" }
    return line.replacing(" Fixtures/odd", with: try " " + fixtures(for: Array(words)))
  }

  /// A recording of some entries of our fixtures, made beside the program when it is first needed
  ///
  /// - Parameter count: how many entries of a file are in it, the first ones
  private static func recording(
    named name: String, count: (_ file: String) -> Int
  ) throws -> String {
    let file = try folder.appending(path: "\(name)-fixtures.har").path
    return try made.withLock { made in
      guard made.insert(name).inserted else { return file }
      let names = try FileManager.default.contentsOfDirectory(atPath: fixtures).sorted()
      let entries = try names.filter { $0.hasSuffix(".har") && count($0) > 0 }.flatMap { name in
        // An entry a line
        try String(contentsOfFile: "\(fixtures)/\(name)", encoding: .utf8).split(separator: "\n")
          .filter { $0.hasPrefix("{\"startedDateTime\"") }.prefix(count(name))
          .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
      }
      let text =
        "{\"log\":{\"version\":\"1.2\",\"entries\":[\(entries.joined(separator: ",\n"))]}}\n"
      try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
      return file
    }
  }

  /// Those that were made by this process
  private static let made = Mutex<Set<String>>([])

  /// The real services' recordings, where they are at hand
  static let recordings = ProcessInfo.processInfo.environment["IMGSEARCH_RECORDINGS"]

  /// The folder of what was built, where the test bundle is
  static var folder: URL {
    get throws {
      let bundle = URL(filePath: CommandLine.arguments[0])
      let folders = sequence(first: bundle.deletingLastPathComponent()) { folder in
        folder.pathComponents.count > 1 ? folder.deletingLastPathComponent() : nil
      }
      return try #require(
        folders.first {
          FileManager.default.isExecutableFile(atPath: $0.appending(path: "imgsearch").path)
        })
    }
  }

  /// The program that `IMGSEARCH_PROGRAM` names, such as that of a release, whose debug build takes
  /// most of the suite's time to read recordings; else the one beside the test bundle
  static var path: String {
    get throws {
      try ProcessInfo.processInfo.environment["IMGSEARCH_PROGRAM"]
        ?? folder.appending(path: "imgsearch").path
    }
  }

  /// Runs it to its end, inside of this process unless it reads standard input, starts programs
  /// that a test has put on its path, or answers a shell, which `main` does itself
  ///
  /// - Parameter environment: nil for that of a ``Home`` of its own
  static func run(
    _ arguments: [String], environment: [String: String]? = nil, input: String = ""
  ) async throws -> Outcome {
    guard input.isEmpty, environment.map({ $0["PATH"] == Home.path }) ?? true,
      arguments.first != CompletionAnswer.name
    else {
      return try process(arguments, environment: environment, input: input)
    }
    let home = environment == nil ? Home() : nil
    defer { withExtendedLifetime(home) {} }
    return try await ProgramInside.run(
      arguments, environment: environment ?? home?.environment ?? [:])
  }

  /// Runs it to its end as a process; standard input is empty unless text is given
  static func process(
    _ arguments: [String], environment: [String: String]? = nil, input: String = ""
  ) throws -> Outcome {
    try RunningProgram(arguments, environment: environment, input: input).finish()
  }

  /// A listing of our own fixtures
  static func replay(_ arguments: String...) async throws -> Outcome {
    try await run(arguments + ["--replay", fixtures(for: arguments)])
  }
}

extension String {
  /// The words of a line as a shell finds them; one may be in single quotation marks
  var words: [String] { matches(of: /'([^']*)'|(\S+)/).map { String($0.1 ?? $0.2 ?? "") } }
}
