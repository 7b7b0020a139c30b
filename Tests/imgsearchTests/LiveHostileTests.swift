import Foundation
import LoopbackServer
import PhotoSearch
import Testing

extension LiveTimeTests {
  /// What one service that means harm, or hangs, costs the program
  @Suite struct Hostile {
    private static let head = "HTTP/1.1 200 OK\r\n"
    private static let chunked = "\(head)Transfer-Encoding: chunked\r\n\r\n"

    private static let answers: [(what: String, answer: LoopbackAnswer)] = [
      ("a head that is cut", LoopbackAnswer(delivery: .raw(Data("\(head)Server: ngi".utf8)))),
      (
        "a size that no number holds",
        LoopbackAnswer(
          delivery: .raw(Data("\(head)Content-Length: 9223372036854775807\r\n\r\n{}".utf8)))
      ),
      (
        "endless chunks of a byte",
        LoopbackAnswer(
          delivery: .flood(
            Data(chunked.utf8), then: Data("1\r\nx\r\n".utf8), perSecond: 1_000_000))
      ),
      (
        "endless chunks of a byte, at full speed",
        LoopbackAnswer(delivery: .flood(Data(chunked.utf8), then: Data("1\r\nx\r\n".utf8)))
      ),
      (
        "endless trailers",
        LoopbackAnswer(
          delivery: .flood(Data("\(chunked)2\r\n{}\r\n0\r\n".utf8), then: Data("X: 1\r\n".utf8)))
      ),
      (
        "endless fields",
        LoopbackAnswer(delivery: .flood(Data(head.utf8), then: Data("X: 1\r\n".utf8)))
      ),
    ]

    @Test(arguments: answers.indices)
    func `a provider that means harm costs its own photos, no memory and nobody's time`(
      index: Int
    ) throws {
      let (what, answer) = Self.answers[index]
      try LiveSetup.with(faults: ["openverse": .answer(answer)]) { setup in
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
    }

    @Test func `waiting for a provider that hangs costs no processor time`() throws {
      let idle = try processorTime(waiting: 0)
      let waiting = try processorTime(waiting: 3)
      print("3 s of hanging: \(waiting) s of CPU, without: \(idle) s")
      #expect(waiting - idle < 0.3)
    }

    /// Of a program that is answered after so many seconds
    private func processorTime(waiting seconds: Double) throws -> Double {
      try LiveSetup.with(faults: ["openverse": .slow(seconds...seconds)]) { setup in
        let program = try setup.start("kittens", "-p", "openverse", "-n", "5", "-f", "urls")
        let cost = program.cost()
        #expect(try program.finish().code == 0)
        return cost.soFar?.processorTime ?? 0
      }
    }
  }
}
