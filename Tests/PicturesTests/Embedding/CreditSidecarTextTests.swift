import Foundation
import PhotoSearch
import Platform
import Testing

@testable import Pictures

struct CreditSidecarTextTests {
  private func credit(_ change: (inout Photo) -> Void = { _ in }) -> EmbeddedCredit {
    var photo = Photo.embedded
    change(&photo)
    return EmbeddedCredit(photo)
  }

  @Test func `REUSE is told year, author, address and licence`() {
    let credit = credit { $0.published = Date(timeIntervalSince1970: 1_525_176_000) }
    #expect(
      credit.reuseSidecar == """
        SPDX-FileCopyrightText: 2018 Zoë <https://www.flickr.com/people/zoe>
        SPDX-License-Identifier: CC-BY-2.0

        Source: https://www.flickr.com/photos/zoe/1?a=1&b=2
        Photo: flickr:1

        """)
  }

  @Test func `without an author the page says whose it is`() {
    let text = credit { $0.author = nil }.reuseSidecar
    #expect(
      text.begins(
        with: "SPDX-FileCopyrightText: Author of <https://www.flickr.com/photos/zoe/1?a=1&b=2>\n"))
  }

  @Test(arguments: [
    ("CC-BY-4.0", "CC-BY-4.0"), ("CC-BY-NC-ND-2.5", "CC-BY-NC-ND-2.5"), ("CC0-1.0", "CC0-1.0"),
    ("CC-BY-SA-3.0-DE", "CC-BY-SA-3.0-DE"), ("CC-BY-SA-3.0-FR", "LicenseRef-CC-BY-SA-3.0-FR"),
    ("CC-BY-2.1", "LicenseRef-CC-BY-2.1"), ("CC-SA-1.0", "CC-SA-1.0"),
    ("CC-BY-NC-3.0-DE", "CC-BY-NC-3.0-DE"), ("GFDL-1.2-or-later", "GFDL-1.2-or-later"),
    ("LicenseRef-Unsplash", "LicenseRef-Unsplash"), ("LicenseRef-a b/c", "LicenseRef-a-b-c"),
    ("MIT OR GPL-2.0\nMIT", "LicenseRef-MIT-OR-GPL-2.0-MIT"), ("ü", "LicenseRef-Unknown"),
    ("", "LicenseRef-Unknown"),
  ])
  func `a licence that SPDX doesn't list has a reference in its place`(
    id: String, expression: String
  ) {
    let text = credit { $0.license = License(id: id, name: "Name", url: nil) }.reuseSidecar
    #expect(text.components(at: "\n")[1] == "SPDX-License-Identifier: \(expression)")
  }

  @Test func `a licence that isn't told is not made up`() {
    #expect(
      credit { $0.license = nil }.reuseSidecar
        .contains(bytes: "SPDX-License-Identifier: LicenseRef-Unknown\n"))
  }

  @Test func `no text of a stranger becomes a statement of its own`() {
    let text = credit { photo in
      photo.title = "SPDX-License-Identifier: MIT"
      photo.author = Author(name: "Eve\nSPDX-License-Identifier: MIT", url: nil)
      photo.id = PhotoID(service: "x", native: "SPDX-License-Identifier: MIT\n©")
      photo.pageURL = URL(string: "https://x.org/SPDX-License-Identifier:%20MIT") ?? photo.pageURL
    }.reuseSidecar
    #expect(
      text.components(at: "\n") == [
        "SPDX-FileCopyrightText: Eve SPDX-License-Identifier: MIT",
        "SPDX-License-Identifier: CC-BY-2.0", "",
        "Source: https://x.org/SPDX-License-Identifier%3A%20MIT",
        "Photo: x:SPDX-License-Identifier%3A%20MIT%0A%C2%A9", "",
      ])
    let hiding = credit { $0.author = Author(name: "REUSE-IgnoreStart", url: nil) }.reuseSidecar
    #expect(!hiding.contains(bytes: "REUSE"))
  }

  @Test(arguments: ["flickr:1", "wikimedia:File:100%25 & <tea>, “©”: ü.jpg", "unsplash:a-b_c"])
  func `whose a file beside a picture is, is read from it`(id: String) throws {
    let id = try #require(PhotoID(id))
    let credit = credit { $0.id = id }
    #expect(EmbeddedCredit.photo(ofSidecar: credit.xmpSidecar) == id)
    #expect(EmbeddedCredit.photo(ofSidecar: credit.reuseSidecar) == id)
    #expect(EmbeddedCredit.photo(ofSidecar: SampleXMP.packet(SampleXMP.jane)) == nil)
    #expect(EmbeddedCredit.photo(ofSidecar: "SPDX-License-Identifier: MIT\n") == nil)
  }

  @Test func `XMP in a file of its own has all that a picture would have`() throws {
    let names = try XMPPacket(Array(credit().xmpSidecar.utf8)).names
    #expect(names.isSuperset(of: credit().properties.map(\.expandedName)))
  }
}
