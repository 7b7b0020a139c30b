import FixtureMaker
import Foundation
import PhotoSearch
import PhotoSearchTesting
import Testing

/// Replies that were damaged on the way, or made by somebody with bad intent: whatever they say,
/// nothing traps, and what is shown is sound
@Suite struct ProviderMutationTests {
  private static let pieces = [
    "null", "-1", "0", "9223372036854775808", "1e308", "-9223372036854775808", "\"\"", "[]", "{}",
    "\\", "\"", "\\ud800", "http://[", "//", "<b", "&#x110000;", "\u{0}", "%", "{\"_content\":7}",
    "[[[[[[[[[[[[", "true", "../", "&", ",", ":", "\u{202E}", "stat\":\"fail",
  ].map { Array($0.utf8) }

  private func damaged(_ bytes: [UInt8], with generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0...2, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let length = Int.random(in: 0...min(40, bytes.count - start), using: &generator)
      let range = start..<start + length
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes.removeSubrange(range)
      case 1: bytes.insert(contentsOf: bytes[range], at: start)
      case 2: bytes.replaceSubrange(range, with: Self.pieces.randomElement(using: &generator) ?? [])
      case 3:
        bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: start)
      default:
        if start < bytes.count { bytes[start] = UInt8.random(in: 0...255, using: &generator) }
      }
    }
    return bytes
  }

  /// All that is done with a reply; what it makes of it is sound
  private func read(_ bytes: [UInt8], as contract: ProviderContract, asPhoto: Bool) {
    let provider = contract.provider
    let reply = WebReply(status: 200, body: Data(bytes))
    let verdict = provider.verdict(on: reply)
    #expect(!"\(verdict)".contains(ProviderContract.key))
    do throws(ProviderError) {
      if asPhoto {
        let photo = try provider.photo(
          contract.native ?? "", from: contract.answers.map { _ in .success(reply) })
        #expect(ProviderContract.fault(in: photo) == nil)
      } else {
        let page = try provider.page(from: reply, for: contract.query, at: nil)
        for photo in page.photos { #expect(ProviderContract.fault(in: photo) == nil) }
        #expect(page.total ?? 0 >= 0)
      }
    } catch { #expect(!error.description.isEmpty) }
  }

  @Test(arguments: ProviderContractTests.contracts)
  func `a reply that is cut anywhere traps nowhere`(contract: ProviderContract) {
    let page = Array(contract.reply(Array(contract.rows.prefix(2))).body)
    let step = LongRun.isAsked ? 3 : 23
    for length in stride(from: page.count % step, to: page.count, by: step) {
      read(Array(page.prefix(length)), as: contract, asPhoto: false)
    }
    for answer in contract.answers.map({ Array($0.body) }) {
      for length in stride(from: answer.count % step, to: answer.count, by: step) {
        read(Array(answer.prefix(length)), as: contract, asPhoto: true)
      }
    }
  }

  @Test(arguments: ProviderContractTests.contracts)
  func `a reply that is damaged anywhere traps nowhere`(contract: ProviderContract) {
    var generator = SeededGenerator(seed: 2_026)
    let page = Array(contract.reply(Array(contract.rows.prefix(2))).body)
    for _ in 0..<LongRun.count(3_000, otherwise: 75) {
      read(damaged(page, with: &generator), as: contract, asPhoto: false)
      for answer in contract.answers {
        read(damaged(Array(answer.body), with: &generator), as: contract, asPhoto: true)
      }
    }
  }
}
