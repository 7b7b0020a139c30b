import Foundation
import LoopbackServer
import PhotoSearch

/// The photo services on this machine, for tests in other languages: they answer from recordings
///
/// It prints the variables that send a program there, a line each, then an empty one. Then it does
/// what it reads, a command a line, and answers each with one line:
///
///     latency 300                every service takes 300 ms from now on fault flickr hang
///     also: broken, quota, cut, drip, slow, jumble, none; `pictures` is a service too asked
///     what was asked so far: a JSON array of addresses forget                     counts anew
///
/// It ends with its standard input, and after ten minutes in any case.
@main
enum FixtureServices {
  static func main() throws {
    alarm(600)
    let folder = CommandLine.arguments.dropFirst().first ?? "Fixtures/odd"
    let archive = try HARArchive(contentsOf: URL(filePath: folder))
    let server = try FixtureServer(archive, hasPictures: true, lifetime: 600)
    defer { server.stop() }
    for (name, value) in server.environment.sorted(by: { $0.key < $1.key }) {
      try say("\(name)=\(value)")
    }
    try say("")
    while let line = readLine() { try say(answer(to: line, server)) }
  }

  /// At once, also where a pipe is written to
  private static func say(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }

  private static func answer(to line: String, _ server: FixtureServer) -> String {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "latency":
      guard words.count == 2, let milliseconds = Double(words[1]) else { return "which?" }
      let seconds = milliseconds / 1_000
      for service in services { server.set(.slow(seconds...seconds), of: service) }
    case "fault":
      guard words.count == 3, services.contains(words[1]), let fault = faults[words[2]] else {
        return "which?"
      }
      server.set(fault, of: words[1])
    case "asked":
      let addresses = server.requests.map(\.url.absoluteString)
      do {
        return String(decoding: try JSONEncoder().encode(addresses), as: UTF8.self)
      } catch { return "\(error)" }
    case "forget": server.forget()
    default: return "what?"
    }
    return "ok"
  }

  private static let faults: [String: Fault?] = [
    "hang": .hang, "broken": .broken(), "quota": .tooMany(retryAfter: 3_600), "cut": .cut,
    "drip": drip, "slow": .slow(0.6...0.6), "jumble": .slow(0...0.5),
    "none": Fault?.none,
  ]

  /// Some 100 KB, in two seconds
  private static let drip = Fault { _, sound in
    var answer = sound
    answer.body += Data(count: max(0, 100_000 - sound.body.count))
    answer.delivery = .drip(bytes: 5_000, seconds: 0.1)
    return answer
  }

  private static let services = Set(ProviderCatalog.profiles.map(\.service) + ["pictures"])
}
