import Foundation
import PhotoSearch
import Platform
import Terminal
import Testing

@testable import PhotoDisplay

/// The page in one file; what it does in a browser is tried by `Tests/Page/page.py`
struct PageTests {
  private func page(_ entries: [ListingEntry], title: String = "kittens") -> String {
    var renderer = PageRenderer(title: title, date: Date(timeIntervalSince1970: 1_700_000_000))
    return renderer.all(entries)
  }

  @Test func `style and scripts have the hashes by which the page lets them run`() throws {
    for (kind, text) in [("style", PageFile.style), ("script", PageFile.script)] {
      let hash = try openssl(text).base64EncodedString()
      #expect(page([]).contains("\(kind)-src 'sha256-\(hash)'"))
      #expect(page([]).contains("<\(kind)>\(text)</\(kind)>"))
    }
  }

  @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000])
  func `a hash is what openssl says`(count: Int) throws {
    let text = String(repeating: "a", count: count)
    #expect(SHA256.digest(text.utf8) == (try openssl(text)))
  }

  private func openssl(_ text: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl", "dgst", "-sha256", "-binary"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    return try #require(try output.fileHandleForReading.readToEnd())
  }

  /// Another kind would be shown as one that nobody has words for
  @Test func `the gallery has words for each kind of reason that the program gives`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardized
    let swift = try String(
      contentsOf: sources.appending(path: "PhotoDisplay/Page/ProviderStates.swift"), encoding: .utf8
    )
    let script = try String(
      contentsOf: sources.appending(path: "PageFiles/App/reasons.js"), encoding: .utf8)
    let kind = /(?:self\.init|GalleryReason)\((?:isAddress \? "(\w+)" : )?"(\w+)"/
    let made = swift.matches(of: kind)
    let kinds = Set(made.flatMap { [$0.1.map(String.init), String($0.2)].compactMap(\.self) })
    #expect(kinds.count > 15 && kinds.isSuperset(of: ["noKey", "noAddress", "late", "other"]))
    for kind in kinds.subtracting(["exhausted"]) {
      #expect(script.contains("\n  \(kind): ("), "\(kind)")
    }
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
      #expect(photo["title"]?.string == entry.photo.title.map { SafeText.line($0) })
    }
  }

  @Test func `the title is text, and only pictures come from elsewhere`() {
    let page = page([], title: "</title><script>\u{202E}")
    #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"))
    #expect(page.contains("<h1>&lt;/title&gt;&lt;script&gt;</h1>"))
    #expect(page.contains("default-src 'none'; style-src 'sha256-"))
    #expect(!page.contains("src=\"http") && !page.contains("@import"))
  }

  @Test func `the app's document runs and styles nothing in itself`() {
    let page = PageFile.app
    #expect(page.contains("<title>imgsearch</title>"))
    #expect(page.contains("<link rel=\"stylesheet\" href=\"page.css\">"))
    #expect(page.contains("<script src=\"app.js\" defer></script>"))
    let scripts = page.components(separatedBy: "<script").count - 1
    #expect(scripts == 1 && !page.contains("<style") && !page.contains(" style="))
    #expect(!page.contains(" onclick=") && !page.contains("http-equiv"))
  }

  @Test func `modules become one script, each after those that it imports`() {
    let files = [
      "App/app.js": """
      // The beginning
      import {
        one,
        two,
      } from "../Shared/kit.js";
      import * as list from "./list.js";
      list.show(one, two);
      """,
      "App/list.js": """
      import { one } from "../Shared/kit.js";
      export const show = () => one;
      """,
      "Shared/kit.js": "export const one = 1;\nexport const two = 2;",
    ]
    let script = ScriptModules.joined(to: "App/app.js") { files[$0] ?? "" }
    #expect(
      script == """
        "use strict";
        const $kit = (() => {
        const one = 1;
        const two = 2;
        return { one, two };
        })();
        const $list = (() => {
        const { one } = $kit;
        const show = () => one;
        return { show };
        })();
        const $app = (() => {
        // The beginning
        const {  one,  two,} = $kit;
        const list = $list;
        list.show(one, two);
        return {  };
        })();

        """)
  }

  @Test(arguments: [PageFile.script, PageFile.appScript])
  func `no script makes elements of text`(script: String) {
    for name in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
      #expect(!script.contains(name))
    }
  }

  @Test func `a photo for the page is one line, with its details and where its pictures are`()
    throws
  {
    var photo = try #require(try SamplePhotos.all().first).photo
    photo.details = PhotoDetails(views: 7)
    let address = try #require(photo.renditions.first).url.absoluteString
    let line = PageEntry.json(
      photo, isFavorite: true, pictures: [(address: address, local: "picture?at=\"1\"")])
    #expect(!line.utf8.contains(UInt8(ascii: "\n")))
    let json = try JSONValue(parsing: Data(line.utf8))
    #expect((json["photo"]?["views"]?.integer, json["photo"]?["favorite"]?.bool) == (7, true))
    let picture = try #require(json["pictures"]?.members?.first)
    #expect(picture.name == address && picture.value.string == "picture?at=\"1\"")
    #expect(json["site"]?.string == photo.site)

    let bare = PageEntry.json(photo, isFavorite: false)
    #expect(bare.hasSuffix(",\"pictures\":null}"))
  }

  @Test(arguments: [
    (License.unsplash, "free", "You may use it commercially and change it."),
    (.cc0, "free", "You may use it commercially and change it."),
    (
      .creativeCommons("by-sa", version: "4.0"), "free with credit",
      "You may use it commercially and change it; credit the author and keep the licence."
    ),
    (
      .creativeCommons("by-nd", version: "4.0"), "limited",
      "You may use it commercially, but not change it; credit the author."
    ),
    (.allRightsReserved, "ask", "You may not use it without asking: all rights are reserved."),
  ])
  func `the licence's mark and what it allows are told`(
    license: License, mark: String, may: String
  ) throws {
    let photo = try SamplePhotos.photo(
      "flickr:7", title: "A cat", author: "A", pixels: nil, license: license)
    let json = try JSONValue(parsing: Data(PageEntry.json(photo, isFavorite: false).utf8))
    #expect((json["mark"]?.string, json["may"]?.string) == (mark, may))
  }

  @Test func `nothing that is copied or shown of a photo is hidden, turns or towers`() throws {
    let odd = "a\u{1B}[31m\nb\u{202E}" + String(repeating: "\u{301}", count: 5_000) + "c"
    var photo = try SamplePhotos.photo(
      "flickr:7", title: odd, author: odd, pixels: nil, license: nil)
    photo.description = odd
    photo.tags = [odd]
    let line = PageEntry.json(photo, isFavorite: false)
    #expect(line.unicodeScalars.count { $0 == "\u{301}" } < 200)
    let json = try JSONValue(parsing: Data(line.utf8))
    for text in [
      json["photo"]?["title"]?.string, json["photo"]?["credit"]?.string,
      json["photo"]?["author"]?["name"]?.string, json["photo"]?["tags"]?.elements?.first?.string,
    ] {
      let text = try #require(text)
      #expect(text.contains("a"))
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" }, "\(text)")
    }
  }
}
