import Foundation

/// How long the program takes to begin and end, against `curl --version`: the one that was built
/// beside this, and others that IMGSEARCH_PROGRAMS names, with colons between them
enum StartSection {
  private static let runs = 40

  static func run(_ figures: inout Figures) throws {
    guard let folder = Bundle.main.executableURL?.deletingLastPathComponent() else { return }
    let named = ProcessInfo.processInfo.environment["IMGSEARCH_PROGRAMS"] ?? ""
    let debug = folder.deletingLastPathComponent().appending(path: "debug/imgsearch").path
    let programs =
      [folder.appending(path: "imgsearch").path, debug]
      + named.split(separator: ":").map(String.init)
    guard let yardstick = try times("curl", ["--version"]) else {
      return figures.add("no curl to compare with", [])
    }
    figures.add("curl --version", [.init("ms", yardstick.least * 1_000)])
    for program in programs {
      let name = program.split(separator: "/").suffix(2).joined(separator: "/")
      let replay: [String] = ["kittens", "--replay", "Fixtures/odd"]
      for arguments in [["--version"], replay] {
        guard let times = try times(program, arguments) else {
          figures.add("\(name): not built", [])
          break
        }
        figures.add(
          "\(name) \(arguments.joined(separator: " "))",
          [
            .init("ms", times.least * 1_000), .init("of curl", times.least / yardstick.least, "×"),
            .init("of curl, median", times.median / yardstick.median, "×"),
          ], ours: .init("", times.least * 1_000, "ms"),
          yardstick: .init("curl --version", yardstick.least * 1_000, "ms"))
      }
    }
  }

  private static func times(
    _ program: String, _ arguments: [String]
  ) throws -> (least: Double, median: Double)? {
    let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    var times: [Double] = []
    for _ in 0..<runs {
      let start = ContinuousClock.now
      guard try Child.run(program, arguments, environment: ["HOME": home.path]) != nil else {
        return nil
      }
      times.append((ContinuousClock.now - start) / .seconds(1))
    }
    times.sort()
    return (times[0], times[times.count / 2])
  }
}
