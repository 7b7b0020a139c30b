import Foundation
import Testing

/// `--quiet`: results, and why something failed, but nothing else
struct QuietTests {
  private let home = Home()

  @Test func `results are the same, and nothing is said of what went well`() async throws {
    let loud = try await home.replay("kittens", "-n", "3")
    let quiet = try await home.replay("kittens", "-n", "3", "--quiet")
    #expect(quiet.output == loud.output && quiet.code == loud.code)
    #expect(!loud.errors.isEmpty && quiet.errors.isEmpty, "\(quiet.errors)")
    let saved = try await home.replay("download", "1-2", "-q", "-o", home.path("pictures")).ended()
    #expect(saved.lines.count == 3 && saved.errors.isEmpty, "\(saved.errors)")
    let kept = try await home.run("favorites", "add", "1", "--quiet").ended()
    #expect(kept.errors.isEmpty, "\(kept.errors)")
  }

  @Test func `what failed is still said`() async throws {
    for line in [["kittens", "--quiet", "--no-such"], ["show", "99", "-q"]] {
      let outcome = try await home.run(line)
      #expect(outcome.code != 0 && outcome.errors.hasPrefix("imgsearch: "), "\(outcome.errors)")
    }
    let refused = try await home.replay("refused", "-p", "flickr", "-q")
    #expect(refused.code != 0)
    let loud = try await home.replay("refused", "-p", "flickr")
    #expect(refused.errors == loud.errors && !refused.errors.isEmpty, "\(refused.errors)")
  }
}
