import Foundation
import PhotoSearch
import PhotoStorage
import Testing

struct FileNameTests {
  private func stem(
    _ title: String?, id: String = "flickr:1", template: String = FileNameTemplate.standard
  ) throws -> String {
    try FileNameTemplate(template).stem(for: .sample(id, title: title, picture: URL(filePath: "/")))
  }

  @Test(arguments: [
    ("Sleepy kitten", "flickr-1-Sleepy-kitten"), (nil, "flickr-1"), ("", "flickr-1"),
    ("...", "flickr-1-..."), ("../../etc/passwd", "flickr-1-..-..-etc-passwd"),
    ("a/b\\c:d*e?f\"g<h>i|j", "flickr-1-a-b-c-d-e-f-g-h-i-j"),
    ("a\u{0}b\u{1B}[31mc\nd", "flickr-1-a-b-[31mc-d"), ("\u{202E}gpj.exe", "flickr-1-gpj.exe"),
    ("a\u{200B}b\u{FEFF}c", "flickr-1-abc"), ("cafe\u{301}", "flickr-1-caf\u{E9}"),
    ("猫と子猫", "flickr-1-猫と子猫"), ("fraction\u{2044}slash\u{FF0F}", "flickr-1-fraction-slash"),
    ("end. ", "flickr-1-end"), ("$(reboot)`id`", "flickr-1-(reboot)-id"),
    ("😺 smile", "flickr-1-😺-smile"), ("👩‍👩‍👧 at home", "flickr-1-👩‍👩‍👧-at-home"),
    ("❤️‍🔥", "flickr-1-❤️‍🔥"), ("گربه‌ها", "flickr-1-گربه‌ها"), ("क्‍ष", "flickr-1-क्‍ष"),
    ("a\u{200D}b", "flickr-1-ab"), ("\u{200C}گ\u{200C} \u{200C}ا\u{200C}", "flickr-1-گ-ا"),
    ("گ\u{200C}\u{200D}\u{200C}ا", "flickr-1-گ\u{200C}ا"), ("👩\u{200D}", "flickr-1-👩"),
  ])
  func `a title becomes a piece of a name`(title: String?, name: String) throws {
    let expected = name.hasSuffix("...") ? "flickr-1" : name
    #expect(try Array(stem(title).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("{title}", "..", "picture"), ("{title}", "/", "picture"), ("{title}", ".hidden", "hidden"),
    ("{title}", "-rf", "rf"), ("{title}", "~root", "root"), ("{title}", "=1+1", "1+1"),
    ("{title}", "CON", "file-CON"), ("{title}", "nul.txt", "file-nul.txt"),
    ("{title}", "com1", "file-com1"), ("{title}", "LPT³", "file-LPT³"),
    ("{title}", "console", "console"), ("{title}.{ext}", "a", "a"),
    ("my {title} pictures", "a", "my a pictures"), ("..{title}", ".", "picture"),
    ("{provider}_{id}", "a", "flickr_1"), ("{author}{title}", "a", "a"),
    ("{license} {title}", "a", "CC0-1.0 a"), ("C:{title}", "a", "Ca"), ("{title}", "%1", "1"),
    ("{title}", "＝1+1", "1+1"), ("＋{title}", "＠a", "a"), ("{title}", "=\u{301}a", "a"),
    ("{title}", "a\u{1FEF}b", "a-b"), ("گ\u{200C}{title}", "ا", "گا"),
    ("گ\u{200C}ا{title}", "b", "گ\u{200C}اb"),
  ])
  func `no name is hidden, an option, a device or a path`(
    template: String, title: String, name: String
  ) throws {
    #expect(try stem(title, template: template) == name)
  }

  @Test(arguments: [
    ("{id}.jpg", "1"), ("{id}.JPG", "1"), ("{id}.jpeg", "1"), ("{id}.webp", "1"),
    ("{id}.tif", "1"), ("{id}.{ext}", "1"), ("{id}", "1"), ("{id}.gif.{ext}", "1.gif"),
    ("{id}.txt", "1.txt"), ("{id}.", "1"), ("{id}.jpg-{title}", "1.jpg-a"),
  ])
  func `a picture's extension stands for any`(template: String, name: String) throws {
    #expect(try stem("a", template: template) == name)
  }

  @Test(arguments: [
    "", "kitten", ".jpg", "kitten.jpg", "../{id}", "{id}\\{title}", "{nothing}", "{title", "title}",
    "{ext}-{id}", "{id}{", "/{id}", "{id}/", "{author}//{id}", "{author}/../{id}", "./{id}",
    "{author}/.jpg", "a/b", "{title}/\u{301}/..",
  ])
  func `a template that is none is refused`(template: String) {
    #expect(throws: FileNameTemplate.Problem.self) { try FileNameTemplate(template) }
  }

  @Test(
    arguments: [
      ("{author}/{title}", "Jo", "a", "Jo/a"), ("by {author}/{id}.{ext}", "Jo", "a", "by Jo/1"),
      ("{author}/{title}.jpg", nil, "a", "unknown/a"),
      ("{author}/{title}", "..", nil, "unknown/picture"),
      ("{author}/{title}", "../../etc", "/passwd", "etc/passwd"),
      ("{author}/{title}", "a/b\\c", "..\u{2044}..", "a-b-c/picture"),
      ("{author}/{title}", ".ssh", "-rf", "ssh/rf"), ("{author}/{title}", "CON", "a", "file-CON/a"),
      ("{author}/{title}", "/\u{301}/", "..\u{301}", "unknown/picture"),
      ("{author}/{title}", "\u{20DD}Jo", "-\u{FE0F}\u{301}a", "Jo/a"),
      ("{provider}/{license}/{id}", nil, nil, "flickr/CC0-1.0/1"),
      ("{author}/{title}", "credits.csv", "a", "credits-csv/a"),
      ("{author}/{title}", "Credits.CSV.", "a", "Credits-CSV/a"),
      ("{author}/{title}", "x.imgsearch.part", "a", "x.imgsearch-part/a"),
      ("{author}/{title}", ".7.imgsearch.part.note", "a", "7.imgsearch.part-note/a"),
      ("credits.csv/{title}", nil, "x.part", "credits-csv/x.part"),
      ("{author}/{title}", "a.jpg", "credits.csv", "a-jpg/credits.csv"),
      ("{author}/{title}", "J. R. Hartley", "a", "J.-R.-Hartley/a"),
      ("{author}/{size}-{number}", "Jo", nil, "Jo/regular-007"),
    ] as [(String, String?, String?, String)])
  func `folders come of the template alone`(
    template: String, author: String?, title: String?, name: String
  ) throws {
    var photo = Photo.sample("flickr:1", title: title, picture: URL(filePath: "/"))
    photo.author = Author(name: author, url: nil)
    #expect(try FileNameTemplate(template).stem(for: photo, number: 7) == name)
    let second = FileNameTemplate.stem(name, number: 2)
    #expect(second == name + "-2")
  }

  @Test(arguments: [
    ("{title}", "a-original"), ("{title} {size}", "a original"), ("{size}/{title}", "original/a"),
    ("{author}/{title}", "unknown/a-original"),
  ])
  func `another size has another name`(template: String, name: String) throws {
    let photo = Photo.sample(title: "a", picture: URL(filePath: "/"))
    let template = try FileNameTemplate(template)
    #expect(template.stem(for: photo, size: "original") == name)
    #expect(template.stem(for: photo) != name)
    let long = Photo.sample(title: String(repeating: "猫", count: 400), picture: URL(filePath: "/"))
    #expect(template.stem(for: long, size: "original").utf8.count < 220)
  }

  @Test(arguments: ["a", "é", "猫", "👩‍👩‍👧‍👦", "e\u{301}\u{302}", "گ\u{200C}"])
  func `a long name is cut between characters, and keeps its id`(character: String) throws {
    let stem = try stem(String(repeating: character, count: 400))
    #expect(stem.utf8.count <= 194 && stem.hasPrefix("flickr-1-"))
    #expect(!stem.contains("\u{FFFD}") && stem.unicodeScalars.last != "\u{200C}")
    let numbered = FileNameTemplate.stem(stem + String(repeating: "x", count: 99), number: 12)
    #expect(numbered.utf8.count <= 194 && numbered.hasSuffix("-12"))
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
