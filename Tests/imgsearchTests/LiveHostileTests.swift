import Foundation
import LoopbackServer
import Testing

extension LiveTimeTests {
  /// What one service that means harm, or hangs, costs the program
  @Suite struct Hostile {
    private static let head = "HTTP/1.1 200 OK\r\n"
    private static let chunked = "\(head)Transfer-Encoding: chunked\r\n\r\n"

    private static func flood(
      _ start: String, then more: String, perSecond: Int? = nil
    ) -> LoopbackAnswer.Delivery {
      .flood(Data(start.utf8), then: Data(more.utf8), perSecond: perSecond)
    }

    private static let answers: [String: LoopbackAnswer.Delivery] = [
      "a head that is cut": .raw(Data("\(head)Server: ngi".utf8)),
      "a size that no number holds":
        .raw(Data("\(head)Content-Length: 9223372036854775807\r\n\r\n{}".utf8)),
      "endless chunks of a byte": flood(chunked, then: "1\r\nx\r\n", perSecond: 1_000_000),
      "endless chunks of a byte, at full speed": flood(chunked, then: "1\r\nx\r\n"),
      "endless trailers": flood("\(chunked)2\r\n{}\r\n0\r\n", then: "X: 1\r\n"),
      "endless fields": flood(head, then: "X: 1\r\n"),
    ]

    @Test(arguments: answers.keys.sorted())
    func `a provider that means harm costs its own photos, no memory and nobody's time`(
      what: String
    ) throws {
      let answer = LoopbackAnswer(delivery: try #require(Self.answers[what]))
      let setup = try LiveSetup(faults: ["openverse": .answer(answer)])
      let program = try setup.start(
        "kittens", "--format", "json", "--patience", "forever", "--timeout", "3")
      let cost = program.cost()
      let outcome = try program.finish()
      let listing = try Listing(outcome)
      #expect(outcome.code == 0, "\(what): \(outcome.errors)")
      #expect(listing.photos.count == 30, "\(what)")
      #expect(
        listing.providers.filter { $0.status == "failed" }.map(\.id) == ["openverse"], "\(what)")
      if let use = cost.soFar {
        print("\(what): \(use.memory) MB at the peak, \(use.processorTime) s of CPU")
        #expect(use.memory < 100, "\(what)")
      }
    }

    @Test func `waiting for a provider that hangs costs no processor time`() throws {
      let idle = try processorTime(waiting: 0)
      let waiting = try processorTime(waiting: 3)
      print("3 s of hanging: \(waiting) s of CPU, without: \(idle) s")
      #expect(waiting - idle < 0.3)
    }

    /// Of a program that is answered after so many seconds
    private func processorTime(waiting seconds: Double) throws -> Double {
      let setup = try LiveSetup(faults: ["openverse": .slow(seconds...seconds)])
      let program = try setup.start("kittens", "-p", "openverse", "-n", "5", "-f", "urls")
      let cost = program.cost()
      try program.finish().ended()
      return cost.soFar?.processorTime ?? 0
    }
  }
}
