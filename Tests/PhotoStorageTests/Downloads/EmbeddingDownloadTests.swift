import FixtureMaker
import Foundation
import LoopbackServer
import PhotoSearch
@testable import PhotoStorage
import Pictures
import Testing

/// Credits that go into the pictures as they are saved
@Suite(.serialized, .timeLimit(.minutes(20))) struct EmbeddingDownloadTests {
  private let temporary = SampleFolder()
  private var folder: URL { temporary.url }

  private static let pictures = [
    SamplePicture.jpeg(), SamplePicture.png(), SamplePicture.webP([SamplePicture.lossy]),
  ]
  private static let gif = Data("GIF89a".utf8) + Data(repeating: 7, count: 2_000)

  private func saved(
    _ picture: Data, _ setup: DownloadSetup
  ) async throws -> (file: URL, facts: PictureFacts, refusal: EmbeddingRefusal?) {
    let photo = Photo.sample(picture: setup.server.url("/kitten"))
    let source = try PictureSource(of: photo, apiOrigins: setup.apiOrigins)
    return try await setup.folder.save(photo, from: source, as: "kitten")
  }

  @Test(arguments: pictures) func `the credit is in the picture when it has its name`(
    picture: Data
  ) async throws {
    try await DownloadSetup.with(embeds: true, { _, _ in LoopbackAnswer(body: picture) }) { setup in
      let (file, facts, refusal) = try await saved(picture, setup)
      let data = try Data(contentsOf: file)
      let photo = Photo.sample(picture: setup.server.url("/kitten"))
      #expect(refusal == nil && facts.bytes == data.count)
      #expect(try data == EmbeddedCredit(photo).embedded(in: picture) && data != picture)
      // Nothing else is beside it, and another run knows it.
      #expect(try setup.names == ["credits.csv", file.lastPathComponent])
      var names = try setup.folder.names(by: FileNameTemplate("{title}"))
      _ = try names.destination(for: photo)
      await #expect(throws: DownloadFault.savedMeanwhile(file.lastPathComponent)) {
        _ = try await saved(picture, setup)
      }
      #expect(setup.server.requests.count == 1)
    }
  }

  @Test func `a picture that can't hold it stays as it is, with the credit beside it`()
    async throws
  {
    try await DownloadSetup.with(embeds: true, { _, _ in LoopbackAnswer(body: Self.gif) }) {
      setup in
      let (file, _, refusal) = try await saved(Self.gif, setup)
      #expect(try (refusal, Data(contentsOf: file)) == (.otherFormat, Self.gif))
      #expect(try setup.names == ["credits.csv", "kitten.gif", "kitten.xmp"])
      let sidecar = try String(contentsOf: setup.url.appending(path: "kitten.xmp"), encoding: .utf8)
      #expect(EmbeddedCredit.photo(ofSidecar: sidecar) == PhotoID("flickr:1"))
    }
  }

  @Test func `somebody's own XMP beside it stays`() async throws {
    try await DownloadSetup.with(embeds: true, { _, _ in LoopbackAnswer(body: Self.gif) }) {
      setup in
      let sidecar = setup.url.appending(path: "kitten.xmp")
      try Data("mine".utf8).write(to: sidecar)
      let (_, _, refusal) = try await saved(Self.gif, setup)
      #expect(try (refusal, Data(contentsOf: sidecar)) == (.otherFormat, Data("mine".utf8)))
    }
  }

  @Test func `a picture that was cut off has its credit once all of it is there`() async throws {
    let picture = SamplePicture.jpeg([
      SamplePicture.jfif, SamplePicture.segment(0xFE, [UInt8](repeating: 65, count: 60_000)),
    ])
    var served = ServedPicture(8)
    served.bytes = picture
    try await DownloadSetup.with(served, .cut(after: 30_000), first: 1, embeds: true) { setup in
      let (file, _, refusal) = try await saved(picture, setup)
      let photo = Photo.sample(picture: setup.server.url("/kitten"))
      #expect(
        try (refusal, Data(contentsOf: file)) == (nil, EmbeddedCredit(photo).embedded(in: picture)))
      #expect(setup.server.requests.count > 1)
    }
  }

  @Test(arguments: [SidecarForm.xmp, .reuse])
  func `a file beside each picture tells whose it is, in each form`(
    form: SidecarForm
  ) throws {
    let photo = Photo.sample(picture: folder)
    let sidecars = CreditSidecars(in: folder, form: form) { photo, _ in
      let credit = EmbeddedCredit(photo)
      return form.isName("a.xmp") ? credit.xmpSidecar : credit.reuseSidecar
    }
    try Data([0xFF, 0xD8, 0xFF, 0xE0, 1]).write(to: folder.appending(path: "Kitten.jpg"))
    try sidecars.add(photo, file: "Kitten.jpg")
    let name = form.isName("a.xmp") ? "Kitten.xmp" : "Kitten.jpg.license"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == ["Kitten.jpg", name])
    #expect(try sidecars.owners(of: files) == ["Kitten.jpg": photo.id, name: photo.id])
    // Runs that keep credits in another form know it, too.
    #expect(CreditSidecars.owners(ofPicturesIn: files, in: folder)["Kitten.jpg"] == photo.id)
    var names = try FolderNames(
      in: folder, credits: sidecars, template: FileNameTemplate("{title}"), overwrites: false)
    #expect(try names.destination(for: photo) == .saved("Kitten.jpg"))
    // Somebody else's file is no reason to write over it.
    try Data("mine".utf8).write(to: folder.appending(path: name))
    #expect(throws: DownloadFault.nameTaken(name)) {
      try sidecars.add(photo, file: "Kitten.jpg")
    }
  }
}
