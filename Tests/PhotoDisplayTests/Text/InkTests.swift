import Foundation
import PhotoSearch
import Terminal
import Testing

@testable import PhotoDisplay

/// Whether colors can be read on a light and on a dark terminal, and told apart
struct InkTests {
  private static let colors = Ink.allCases.filter { ![.bold, .dim].contains($0) }
  private static let services = ProviderCatalog.profiles.filter { $0.kind == .search }
    .map(\.service)

  /// Red, green and blue, from 0 to 1, of a code such as `38;2;225;37;63` or `1;38;5;29`
  private func color(_ ink: Ink, _ depth: ColorDepth) throws -> [Double] {
    let numbers = try ink.code(depth).split(separator: ";").map { try #require(Int($0)) }
    let place = try #require(numbers.firstIndex(of: 38))
    if numbers[place + 1] == 2 { return numbers[(place + 2)...].map { Double($0) / 255 } }
    let index = numbers[place + 2]
    guard index < 232 else {
      return Array(repeating: Double(8 + 10 * (index - 232)) / 255, count: 3)
    }
    let levels = [0, 95, 135, 175, 215, 255]
    return [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map {
      Double(levels[$0]) / 255
    }
  }

  private func linear(_ color: [Double]) -> [Double] {
    color.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  }

  /// By WCAG 2: from 1 to 21
  private func contrast(_ color: [Double], luminance ground: Double) -> Double {
    let linear = linear(color)
    let own = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return (max(own, ground) + 0.05) / (min(own, ground) + 0.05)
  }

  @Test func `each service has a place among the colors`() {
    #expect(ProviderLabel.places.count == ProviderLabel.services.count)
  }

  @Test(arguments: [ColorDepth.full, .palette])
  func `every color has a contrast of 4.5 with white and with black`(depth: ColorDepth) throws {
    for ink in Self.colors {
      let color = try color(ink, depth)
      for ground in [1.0, 0.0] {
        let contrast = contrast(color, luminance: ground)
        // Of the 256 colors two that licences need have 4.46 and 4.47 with black.
        #expect((contrast * 10).rounded() / 10 >= 4.5, "\(ink) \(depth): \(contrast)")
        if depth == .full { #expect(contrast >= 4.5, "\(ink): \(contrast)") }
      }
    }
  }

  @Test(arguments: ColorDepth.allCases)
  func `nine services and four marks of licences look different`(depth: ColorDepth) {
    let inks = Self.services.map { ProviderLabel($0).ink } + [.green, .olive, .yellow, .red]
    let codes = Set(inks.map { $0.code(depth) })
    #expect(codes.count == 13)
  }

  @Test(arguments: services)
  func `the page names every service in a color that can be read`(service: String) throws {
    let parts = PageEntry.ink(of: service).split(separator: "#").dropFirst()
    for (color, ground) in zip(parts, [(0xfb, 0xfa, 0xf8), (0x1a, 0x1a, 0x19)]) {
      let number = try #require(Int(color.prefix(6), radix: 16))
      let (red, green, blue) = ground
      let back = linear([red, green, blue].map { Double($0) / 255 })
      let luminance = 0.2126 * back[0] + 0.7152 * back[1] + 0.0722 * back[2]
      let own = [16, 8, 0].map { Double(number >> $0 & 255) / 255 }
      #expect(contrast(own, luminance: luminance) >= 4.5)
    }
  }

  @Test func `no two colors are near each other where there are all`() throws {
    let colors = try Self.colors.map { ($0, try oklab(color($0, .full))) }
    for (index, (ink, one)) in colors.enumerated() {
      for (other, two) in colors[..<index] {
        let distance = zip(one, two).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
        // What can just be told apart is 0.02.
        #expect(distance > 0.08, "\(ink) and \(other)")
      }
    }
  }

  /// See bottosson.github.io/posts/oklab
  private func oklab(_ color: [Double]) -> [Double] {
    let rgb = linear(color)
    func sum(_ row: [Double], _ column: [Double]) -> Double {
      zip(row, column).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let cones = [
      [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ].map { cbrt(sum($0, rgb)) }
    return [
      [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.8086757660],
    ].map { sum($0, cones) }
  }
}
