import Foundation
import Terminal
import Terminal
import Testing

/// Short lists that aren't photos
struct TextTableTests {
  private static let addresses = [
    "https://example.org/of/a/length/that/fits", "https://example.org/a/longer/one/that/does/not",
  ]

  private func table() -> TextTable {
    var table = TextTable([
      TextTable.Column("NAME"), TextTable.Column("MORE", rank: 1),
      TextTable.Column("ADDRESS", hasAddresses: true),
    ])
    for (index, address) in Self.addresses.enumerated() {
      table.add([
        TextTable.Cell("number \(index)"), TextTable.Cell("said of it"),
        TextTable.Cell(address, link: address),
      ])
    }
    return table
  }

  @Test func `what goes first where there is no room is what has a rank`() {
    #expect(
      table().text(width: 60, style: .plain) == """
        NAME      ADDRESS
        number 0  https://example.org/of/a/length/that/fits
        number 1  https://example.org/a/longer/one/that/does/not

        """)
  }

  @Test func `an address that has no room beside the rest is on a line of its own`() {
    #expect(
      table().text(width: 50, style: .plain) == """
        NAME      MORE
        number 0  said of it
          https://example.org/of/a/length/that/fits
        number 1  said of it
          https://example.org/a/longer/one/that/does/not

        """)
  }

  @Test func `there it goes without its scheme, or else is whole, and no other line too wide`() {
    #expect(
      table().text(width: 36, style: .plain) == """
        NAME      MORE
        number 0  said of it
          example.org/of/a/length/that/fits
        number 1  said of it
          https://example.org/a/longer/one/that/does/not

        """)
  }

  @Test func `where there are links, each leads to all of the address`() {
    let style = TerminalStyle(color: false, hyperlinks: true)
    for width in [200, 50, 36, 10] {
      let text = table().text(width: width, style: style)
      for address in Self.addresses { #expect(text.contains("\u{1B}]8;;\(address)\u{1B}\\")) }
    }
  }
}
