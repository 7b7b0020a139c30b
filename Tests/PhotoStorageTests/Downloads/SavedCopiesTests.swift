import Foundation
import PhotoSearch
import Testing

@testable import PhotoStorage
@testable import Pictures

/// Which of several pictures that look the same is saved, when they come at once
struct SavedCopiesTests {
  private let copies = SavedCopies()

  private func photo(_ id: String) throws -> Photo { .sample(id, picture: URL(filePath: "/")) }

  private func fingerprint(_ photo: Photo) throws -> PictureFingerprint { try .sample(photo.id) }

  private func saved(_ photo: Photo) -> PictureDownload.Event {
    .saved(
      SavedPicture(
        PictureOrder(photo), in: URL(filePath: "/a.jpg"),
        PictureFacts(sha256: "", bytes: 1, size: nil)))
  }

  private func failed(_ photo: Photo) -> PictureDownload.Event {
    .failed(photo.id, DownloadFault.changed)
  }

  @Test(arguments: [true, false])
  func `one that comes first waits for those before it`(isSaved: Bool) async throws {
    let (first, second) = (try photo("unsplash:a"), try photo("pexels:1"))
    for photo in [first, first, second] { copies.begin(photo) }
    let fingerprint = (try fingerprint(first), try fingerprint(second))
    let later = Task { [copies] in try await copies.check(fingerprint.1) }
    try await Task.sleep(for: .milliseconds(50))
    try await copies.check(fingerprint.0)
    copies.update(with: isSaved ? saved(first) : failed(first))
    if isSaved {
      let fault = await #expect(throws: DownloadFault.self) { try await later.value }
      #expect(fault == .copy(of: first.id))
    } else {
      try await later.value
    }
  }

  @Test func `one that was saved before needs no waiting, nor one of the same service`()
    async throws
  {
    let (first, second) = (try photo("unsplash:a"), try photo("unsplash:b"))
    copies.add([try fingerprint(first)])
    #expect(try copies.lookAlike(of: fingerprint(photo("pexels:1"))) == first.id)
    #expect(
      try (copies.lookAlike(of: fingerprint(second)), copies.lookAlike(of: nil)) == (nil, nil))
    copies.begin(second)
    try await copies.check(fingerprint(second))
  }

  @Test func `waiting ends when the run is cancelled`() async throws {
    let (first, second) = (try photo("unsplash:a"), try photo("pexels:1"))
    for photo in [first, second] { copies.begin(photo) }
    let fingerprint = try fingerprint(second)
    let task = Task { [copies] in try await copies.check(fingerprint) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

struct ContinuedLookAlikesTests {
  private func hash(_ id: String) throws -> PictureFingerprint {
    try .sample(#require(PhotoID(id)))
  }

  @Test func `a batch that is asked for again begins with what was known before it`() throws {
    let kept = ContinuedLookAlikes()
    #expect(kept.marks(nil).0 == nil && kept.marks(nil).count == 0)
    let first = LookAlikes()
    first.add(1, try hash("unsplash:a"))
    kept.store(first, count: 1, as: "cursor")
    for id in ["pexels:1", "unsplash:b"] {
      let (kept, count) = kept.marks("cursor")
      let marks = try #require(kept)
      #expect(count == 1)
      marks.add(2, try hash(id))
      #expect((marks.lookAlike(of: 2) != nil) == id.hasPrefix("pexels"))
    }
    #expect(kept.marks("another").0 == nil)
  }
}
