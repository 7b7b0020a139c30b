import Foundation
import PhotoSearch
import PhotoStorage
import Testing

/// The small pictures of a list that is being printed
struct ThumbnailQueueTests {
  private struct NoPicture: Error {}

  @Test func `a list has as many pictures as the service allows, and those that fail are counted`()
    async throws
  {
    let queue = ThumbnailQueue(
      hashes: PictureHashes(in: Folders(environment: [:])),
      choose: { photo, _ in photo.renditions.first }, picture: { _, _, _ in throw NoPicture() })
    let isAsked = (1...40).map { number in
      let photo = Photo.sample("flickr:\(number)", picture: URL(filePath: "/\(number).jpg"))
      return queue.ask(for: photo, number, atLeast: 10)
    }
    #expect(isAsked == (1...40).map { $0 <= 30 })
    queue.finish()
    let (taken, take) = AsyncStream<Int>.makeStream()
    // The place of one has left the screen.
    await queue.fetchAll(isNeeded: { $0 != 7 }) { number, picture, _ in
      if picture == nil { take.yield(number) }
    }
    take.finish()
    var missing: [Int] = []
    for await number in taken { missing.append(number) }
    #expect(missing.sorted() == Array(1...30))
    #expect(queue.tally.requests == 29 && queue.tally.pictures == 0)
    #expect(queue.tally.problem is NoPicture)
  }
}
