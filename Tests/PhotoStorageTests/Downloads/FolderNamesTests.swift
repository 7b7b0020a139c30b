import Foundation
import PhotoSearch
import PhotoStorage
import Pictures
import Platform
import Testing

struct FolderNamesTests {
  private let temporary = SampleFolder()
  private var folder: URL { temporary.url }

  private enum Form: CaseIterable { case table, sidecars }

  private struct Setup {
    let folder: URL
    var form = Form.table
    var template = "{title}"
    var overwrites = false

    var credits: any PictureCredits {
      form == .table ? CreditsFile(in: folder) : CreditSidecars(in: folder)
    }

    /// As much of one as is looked at
    static let picture = Data([0xFF, 0xD8, 0xFF])

    func names() throws -> FolderNames {
      try FolderNames(
        in: folder, credits: credits, template: FileNameTemplate(template), overwrites: overwrites)
    }

    /// What becomes of a photo, for a program that begins
    func destination(for photo: Photo) throws -> FolderNames.Destination {
      var names = try names()
      return try names.destination(for: photo)
    }

    func write(_ names: String...) throws {
      for name in names {
        let isPicture = PictureType.isExtension(URL(filePath: name).pathExtension)
        try (isPicture ? Self.picture : Data()).write(to: folder.appending(path: name))
      }
    }
  }

  private func photo(_ id: String, _ title: String) -> Photo {
    .sample(id, title: title, picture: URL(filePath: "/"))
  }

  @Test func `two photos of one name get two names`() throws {
    var names = try Setup(folder: folder).names()
    #expect(try names.destination(for: photo("flickr:1", "Kitten")) == .free("Kitten"))
    #expect(try names.destination(for: photo("flickr:2", "kitten")) == .free("kitten-2"))
    #expect(try names.destination(for: photo("flickr:3", "Kitten")) == .free("Kitten-3"))
  }

  @Test(.timeLimit(.minutes(20))) func `thousands of photos of one name get a number each`()
    throws
  {
    let count = 20_000
    var names = try Setup(folder: folder).names()
    let destinations = try (1...count).map {
      try names.destination(for: photo("flickr:\($0)", "Kitten"))
    }
    let numbered = (2...count).map { FolderNames.Destination.free("Kitten-\($0)") }
    #expect(destinations == [.free("Kitten")] + numbered)
  }

  @Test func `what is there is not saved again, whatever its type`() throws {
    let setup = Setup(folder: folder)
    try setup.write("kitten.webp", "notes.txt", "data.json", "half.part")
    var names = try setup.names()
    #expect(try names.destination(for: photo("flickr:1", "kitten")) == .saved("kitten.webp"))
    for (id, name) in ["notes", "data", "half"].enumerated() {
      #expect(try names.destination(for: photo("flickr:\(id + 2)", name)) == .free(name))
    }
  }

  @Test(arguments: [false, true], Form.allCases)
  private func `another photo's file is left alone`(overwrites: Bool, form: Form) throws {
    for kept in Form.allCases {
      let name = kept == .table ? "kitten" : "puppy"
      let setup = Setup(folder: folder, form: kept)
      try setup.write(name + ".jpg")
      try setup.credits.add(photo("flickr:9", name), file: name + ".jpg")
    }
    let setup = Setup(folder: folder, form: form, overwrites: overwrites)
    for name in ["kitten", "puppy"] {
      var names = try setup.names()
      #expect(try names.destination(for: photo("flickr:1", name)) == .free(name + "-2"))
      let own = overwrites ? FolderNames.Destination.free(name) : .saved(name + ".jpg")
      #expect(try names.destination(for: photo("flickr:9", name)) == own)
    }
  }

  @Test func `of two pictures of one name each photo has its own`() throws {
    let setup = Setup(folder: folder)
    for (id, ending) in ["jpg", "png"].enumerated() {
      try setup.write("k." + ending)
      try setup.credits.add(photo("flickr:\(id)", "k"), file: "k." + ending)
    }
    for (id, ending) in ["jpg", "png"].enumerated() {
      #expect(try setup.destination(for: photo("flickr:\(id)", "k")) == .saved("k." + ending))
    }
  }

  @Test(arguments: ["package.json", "Package.JSON"])
  func `a file beside is not replaced, unless it is the photo's own`(name: String) throws {
    let setup = Setup(folder: folder, form: .sidecars, overwrites: true)
    try setup.write(name)
    try setup.credits.add(photo("flickr:1", "own"), file: "own.jpg")
    var names = try setup.names()
    #expect(try names.destination(for: photo("flickr:1", "package")) == .free("package-2"))
    #expect(try names.destination(for: photo("flickr:1", "own")) == .free("own"))
    #expect(try setup.destination(for: photo("flickr:2", "own")) == .free("own-2"))
  }

  @Test(arguments: ["k.jpg", "k.part", "k.json"], [false, true])
  func `folders, pipes and links to nothing take a name`(
    name: String, overwrites: Bool
  ) async throws {
    for what in ["folder", "pipe", "link"] {
      try await SampleFolder.with { folder in
        let path = folder.appending(path: name).path
        switch what {
        case "folder":
          try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case "pipe": try #require(mkfifo(path, 0o644) == 0)
        default:
          try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nothing")
        }
        #expect(
          try Setup(folder: folder, form: .sidecars, overwrites: overwrites).destination(
            for: photo("flickr:1", "k")) == .free("k-2"), "\(what)")
      }
    }
  }

  @Test func `a link to a picture is a picture`() throws {
    try Setup.picture.write(to: folder.appending(path: "elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: "k.jpg").path, withDestinationPath: "elsewhere")
    #expect(try Setup(folder: folder).destination(for: photo("flickr:1", "k")) == .saved("k.jpg"))
  }

  @Test func `an empty file is replaced, and of several the picture counts`() throws {
    let setup = Setup(folder: folder)
    try Data().write(to: folder.appending(path: "k.jpg"))
    #expect(try setup.destination(for: photo("flickr:1", "k")) == .free("k"))
    try setup.write("k.png")
    #expect(try setup.destination(for: photo("flickr:1", "k")) == .saved("k.png"))
  }

  @Test func `what isn't a picture costs its photo, and the next of the name has the next number`()
    throws
  {
    try Data("words".utf8).write(to: folder.appending(path: "k.jpg"))
    var names = try Setup(folder: folder).names()
    #expect(throws: DownloadFault.notPictureThere("k.jpg")) {
      try names.destination(for: photo("flickr:1", "k"))
    }
    #expect(try names.destination(for: photo("flickr:2", "k")) == .free("k-2"))
    #expect(
      try Setup(folder: folder, overwrites: true).destination(for: photo("flickr:1", "k"))
        == .free("k"))
  }

  @Test(arguments: [
    ("{provider}-{id}-{title}", "flickr:1", "flickr-1-k", true),
    ("{title} {id} {provider}", "flickr:1", "k 1 flickr", true),
    ("{id}-{title}", "flickr:1", "1-k", false), ("{title}", "flickr:1", "k", false),
    // What was changed to make a name of it
    ("{provider}-{id}", "flickr:a/b", "flickr-a-b", false),
    ("{provider}-{id}", "flickr:Ab", "flickr-ab", false),
  ])
  func `a picture that is there gets its credit if it is the photo's for certain`(
    template: String, id: String, stem: String, isCertain: Bool
  ) async throws {
    for form in Form.allCases {
      try await SampleFolder.with { folder in
        let setup = Setup(folder: folder, form: form, template: template)
        try setup.write(stem + ".jpg")
        var names = try setup.names()
        let photo = photo(id, "k")
        try #require(try names.destination(for: photo) == .saved(stem + ".jpg"))
        try names.keepCredit(of: photo, in: stem + ".jpg")
        let owners = try setup.credits.owners(of: [stem + ".jpg", stem + ".json"])
        #expect(owners[stem + ".jpg"] == (isCertain ? photo.id : nil))
      }
    }
  }

  @Test(arguments: Form.allCases)
  private func `what is in the folders of a template is known`(form: Form) throws {
    let setup = Setup(folder: folder, form: form, template: "{author}/{title}")
    var photo = photo("flickr:1", "k")
    photo.author = Author(name: "Ann", url: nil)
    var other = self.photo("flickr:2", "k")
    other.author = photo.author
    try setup.credits.add(photo, file: "Ann/k.jpg")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Ann"), withIntermediateDirectories: true)
    try setup.write("Ann/k.jpg", "k.jpg")
    var names = try setup.names()
    #expect(try names.destination(for: other) == .free("Ann/k-2"))
    #expect(try names.destination(for: photo) == .saved("Ann/k.jpg"))
    #expect(try names.destination(for: photo, size: "original") == .free("Ann/k-original"))
    var all = try setup.names()
    try all.readFolders()
    #expect(all.creditedPhotos == [photo.id])
  }

  @Test func `what is no folder, or a link to one, is not gone into`() async throws {
    try await SampleFolder.with { elsewhere in
      let setup = Setup(folder: folder, template: "{author}/{title}")
      try setup.write("file")
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "link").path, withDestinationPath: elsewhere.path)
      var names = try setup.names()
      for author in ["file", "link"] {
        var photo = photo("flickr:1", "k")
        photo.author = Author(name: author, url: nil)
        let path = folder.appending(path: author).path
        #expect(throws: FileFault.noFolder(path: path)) { try names.destination(for: photo) }
        #expect(throws: FileFault.noFolder(path: path)) {
          try CreditSidecars(in: folder).add(photo, file: "\(author)/k.jpg")
        }
      }
      let outside = try FileManager.default.contentsOfDirectory(atPath: elsewhere.path)
      #expect(outside.isEmpty)
    }
  }

  @Test func `a credit of a picture that is there replaces nobody's file`() throws {
    var setup = Setup(folder: folder)
    try setup.write("k.jpg", "k.json")
    try setup.credits.add(photo("flickr:1", "k"), file: "k.jpg")
    setup.form = .sidecars
    var names = try setup.names()
    #expect(try names.destination(for: photo("flickr:1", "k")) == .saved("k.jpg"))
    try names.keepCredit(of: photo("flickr:1", "k"), in: "k.jpg")
    #expect(try Data(contentsOf: folder.appending(path: "k.json")).isEmpty)
  }
}
