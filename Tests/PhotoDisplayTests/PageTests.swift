import Foundation
import PhotoSearch
import Testing

@testable import PhotoDisplay

/// The page in one file; what it does in a browser is tried by `Tests/Page/journey.py`
struct PageTests {
  private func page(_ entries: [ListingEntry], title: String = "kittens") -> String {
    var renderer = PageRenderer(title: title)
    return renderer.all(entries)
  }

  @Test(arguments: [
    (PageFile.style, PageFile.styleHash), (PageFile.script, PageFile.scriptHash),
  ])
  func `style and scripts have the hashes by which the page lets them run`(
    text: String, hash: String
  ) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl", "dgst", "-sha256", "-binary"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let digest = try #require(try output.fileHandleForReading.readToEnd())
    // .ci/page-hashes tells both.
    #expect(digest.base64EncodedString() == hash)
  }

  @Test func `each photo is data that a reader of JSON takes, and that ends no element`() throws {
    let entries =
      try SamplePhotos.all() + [
        ListingEntry(
          number: 99,
          photo: SamplePhotos.photo(
            "flickr:7", title: "</script><script>alert(1)<!--", author: "<b>", pixels: nil,
            license: nil))
      ]
    let page = page(entries)
    let begin = #"<script type="application/json" class="photo">"#
    let photos = page.components(separatedBy: begin).dropFirst().map {
      $0.components(separatedBy: "</script>")[0]
    }
    #expect(photos.count == entries.count)
    for (text, entry) in zip(photos, entries) {
      #expect(!text.contains("<"))
      let json = try JSONValue(parsing: Data(text.utf8))
      let photo = try #require(json["photo"])
      #expect(try PhotoJSON.photo(photo).id == entry.photo.id)
      #expect(photo["title"]?.string == entry.photo.title)
    }
  }

  @Test func `the title is text, and only pictures come from elsewhere`() {
    let page = page([], title: "</title><script>\u{202E}")
    #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"))
    #expect(page.contains("<h1>&lt;/title&gt;&lt;script&gt;</h1>"))
    #expect(page.contains("default-src 'none'; style-src 'sha256-"))
    #expect(!page.contains("src=\"http") && !page.contains("@import"))
  }
}
