import Foundation
import PhotoSearch
import PhotoStorage
import Testing

struct FileNameTests {
  private func stem(
    _ title: String?, id: String = "flickr:1", template: String = FileNameTemplate.standard
  ) throws -> String {
    try FileNameTemplate(template).stem(
      for: .sample(id, title: title, picture: URL(filePath: "/")))
  }

  @Test(arguments: [
    ("Sleepy kitten", "flickr-1-Sleepy-kitten"),
    (nil, "flickr-1"), ("", "flickr-1"), ("...", "flickr-1-..."),
    ("../../etc/passwd", "flickr-1-..-..-etc-passwd"),
    ("a/b\\c:d*e?f\"g<h>i|j", "flickr-1-a-b-c-d-e-f-g-h-i-j"),
    ("a\u{0}b\u{1B}[31mc\nd", "flickr-1-a-b-[31mc-d"),
    ("\u{202E}gpj.exe", "flickr-1-gpj.exe"), ("a\u{200B}b\u{FEFF}c", "flickr-1-abc"),
    ("cafe\u{301}", "flickr-1-caf\u{E9}"), ("猫と子猫", "flickr-1-猫と子猫"),
    ("fraction\u{2044}slash\u{FF0F}", "flickr-1-fraction-slash"), ("end. ", "flickr-1-end"),
    ("$(reboot)`id`", "flickr-1-(reboot)-id"), ("😺 smile", "flickr-1-😺-smile"),
  ])
  func `a title becomes a piece of a name`(title: String?, name: String) throws {
    let expected = name.hasSuffix("...") ? "flickr-1" : name
    #expect(try stem(title) == expected)
  }

  @Test(arguments: [
    ("{title}", "..", "picture"), ("{title}", "/", "picture"), ("{title}", ".hidden", "hidden"),
    ("{title}", "-rf", "rf"), ("{title}", "~root", "root"), ("{title}", "=1+1", "1+1"),
    ("{title}", "CON", "file-CON"), ("{title}", "nul.txt", "file-nul.txt"),
    ("{title}", "com1", "file-com1"), ("{title}", "LPT³", "file-LPT³"),
    ("{title}", "console", "console"), ("{title}.{ext}", "a", "a"),
    ("my {title} pictures", "a", "my a pictures"), ("..{title}", ".", "picture"),
    ("{provider}_{id}", "a", "flickr_1"), ("{author}{title}", "a", "a"),
    ("{license} {title}", "a", "CC0-1.0 a"), ("C:{title}", "a", "Ca"),
  ])
  func `no name is hidden, an option, a device or a path`(
    template: String, title: String, name: String
  ) throws {
    #expect(try stem(title, template: template) == name)
  }

  @Test(arguments: [
    "", "kitten", "{title}/{id}", "../{id}", "{id}\\{title}", "{nothing}", "{title", "title}",
    "{ext}-{id}", "{id}{", "/{id}",
  ])
  func `a template that is none is refused`(template: String) {
    #expect(throws: FileNameTemplate.Problem.self) { try FileNameTemplate(template) }
  }

  @Test(arguments: ["a", "é", "猫", "👩‍👩‍👧‍👦", "e\u{301}\u{302}"])
  func `a long name is cut between characters, and keeps its id`(character: String) throws {
    let stem = try stem(String(repeating: character, count: 400))
    #expect(stem.utf8.count <= 194)
    #expect(stem.hasPrefix("flickr-1-"))
    #expect(!stem.contains("\u{FFFD}"))
    let numbered = FileNameTemplate.stem(stem + String(repeating: "x", count: 99), number: 12)
    #expect(numbered.utf8.count <= 194)
    #expect(numbered.hasSuffix("-12"))
  }

  @Test(arguments: [
    "flickr:../../../etc/passwd", "flickr:/etc", "flickr:..", "flickr:\u{0}.\u{0}.",
  ])
  func `an id from a file leads nowhere else`(id: String) throws {
    for template in ["{id}", "{provider}-{id}", "{title}{id}"] {
      let stem = try stem("..", id: id, template: template)
      let folder = URL(filePath: "/pictures/here")
      let file = folder.appending(path: stem + ".jpg").standardized
      #expect(file.deletingLastPathComponent().path == folder.path, "\(stem)")
      #expect(!stem.contains("/") && !stem.hasPrefix("."))
    }
  }
}

struct FolderNamesTests {
  private func photo(_ id: String, _ title: String) -> Photo {
    .sample(id, title: title, picture: URL(filePath: "/"))
  }

  private func names(
    _ files: [String] = [], owners: [String: PhotoID] = [:], overwrites: Bool = false
  ) throws -> FolderNames {
    FolderNames(
      files, owners: owners, template: try FileNameTemplate("{title}"), overwrites: overwrites)
  }

  @Test func `two photos of one name get two names`() throws {
    var names = try names()
    #expect(names.place(for: photo("flickr:1", "Kitten")) == .free("Kitten"))
    #expect(names.place(for: photo("flickr:2", "kitten")) == .free("kitten-2"))
    #expect(names.place(for: photo("flickr:3", "Kitten")) == .free("Kitten-3"))
  }

  @Test func `what is there is not saved again, whatever its type`() throws {
    var names = try names(["kitten.webp", "notes.txt"])
    #expect(names.place(for: photo("flickr:1", "kitten")) == .saved("kitten.webp"))
    #expect(names.place(for: photo("flickr:2", "notes")) == .free("notes"))
  }

  @Test(arguments: [false, true])
  func `another photo's file is left alone`(overwrites: Bool) throws {
    let owner = PhotoID(service: "flickr", native: "9")
    var names = try names(
      ["kitten.jpg"], owners: ["kitten.jpg": owner], overwrites: overwrites)
    #expect(names.place(for: photo("flickr:1", "kitten")) == .free("kitten-2"))
    let own = overwrites ? FolderNames.Place.free("kitten") : .saved("kitten.jpg")
    #expect(names.place(for: photo("flickr:9", "kitten")) == own)
  }
}
