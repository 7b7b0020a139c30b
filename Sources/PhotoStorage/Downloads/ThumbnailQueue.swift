package import Foundation
package import PhotoSearch
package import Pictures
import Synchronization

/// The small pictures of a list's photos, several fetched at a time, in the order of the list
package final class ThumbnailQueue: Sendable {
  /// Counts of fetched pictures
  package struct Tally: Sendable {
    package fileprivate(set) var requests = 0
    /// Pictures that came and could be read
    package fileprivate(set) var pictures = 0
    package fileprivate(set) var bytes = 0
    /// Why the first missing picture could not be shown
    package fileprivate(set) var problem: (any Error)?
  }

  private typealias Job = (number: Int, photo: Photo, rendition: Rendition)

  /// Most requests at a time; each host has its own limit too
  private static let maxRequests = 30
  /// Most bytes of a picture
  private static let maxBytes = 2_000_000

  private let hashes: PictureHashes
  private let choose: @Sendable (Photo, Int) -> Rendition?
  private let picture: @Sendable (Photo, Rendition?, Int) async throws -> Data
  /// Pictures asked for, by service
  private let counts = Mutex<[String: Int]>([:])
  private let counted = Mutex(Tally())
  private let jobs: AsyncStream<Job>
  private let waiting: AsyncStream<Job>.Continuation

  /// - Parameters:
  ///   - hashes: collects the hashes of the pictures
  ///   - choose: gives the rendition to fetch for least pixels of the longer side; nil for none
  ///   - picture: fetches a rendition of at most so many bytes
  package init(
    hashes: PictureHashes, choose: @escaping @Sendable (Photo, Int) -> Rendition?,
    picture: @escaping @Sendable (Photo, Rendition?, Int) async throws -> Data
  ) {
    self.hashes = hashes
    self.choose = choose
    self.picture = picture
    (jobs, waiting) = AsyncStream.makeStream()
  }

  package var tally: Tally { counted.withLock { $0 } }

  /// Asks for a photo's picture
  ///
  /// - Parameters:
  ///   - number: the photo's number in the list
  ///   - pixels: least pixels of the longer side
  /// - Returns: whether the picture may come; not if the photo has none, or if its service allows no
  ///   more
  package func ask(for photo: Photo, _ number: Int, atLeast pixels: Int) -> Bool {
    // A slightly larger picture is needed to find look-alikes, too.
    let enough = max(pixels, PerceptualHash.minLongerSide)
    guard let rendition = choose(photo, enough) else { return false }
    let service = photo.id.service
    let limit = ProviderCatalog.profile(ofService: service)?.display.maxPictures ?? .max
    let isAllowed = counts.withLock { counts in
      counts[service, default: 0] += 1
      return counts[service, default: 0] <= limit
    }
    if isAllowed { waiting.yield((number, photo, rendition)) }
    return isAllowed
  }

  /// Ends the list: no more pictures are asked for
  package func finish() { waiting.finish() }

  /// Fetches pictures until the list has ended and all have come
  ///
  /// - Parameters:
  ///   - isNeeded: whether a photo's picture, by its number, is still needed when its turn comes
  ///   - add: gets a photo's number and its picture, nil if that isn't needed any more, doesn't
  ///     come, or can't be read; and the picture's fingerprint, if it has enough detail
  package func fetchAll(
    isNeeded: @escaping @Sendable (Int) -> Bool,
    add: @escaping @Sendable (Int, SmallPicture?, PictureFingerprint?) -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      var busy = 0
      for await job in jobs {
        if busy == Self.maxRequests { await group.next() } else { busy += 1 }
        group.addTask { [self] in
          let picture = isNeeded(job.number) ? await fetch(job) : nil
          let address = job.rendition.url
          let fingerprint = picture.flatMap { hashes.add($0, of: job.photo, from: address) }
          add(job.number, picture, fingerprint)
        }
      }
    }
  }

  private func fetch(_ job: Job) async -> SmallPicture? {
    counted.withLock { $0.requests += 1 }
    do {
      let bytes = try await picture(job.photo, job.rendition, Self.maxBytes)
      counted.withLock { $0.bytes += bytes.count }
      let picture = try SmallPicture(eighthOfJPEG: bytes)
      counted.withLock { $0.pictures += 1 }
      return picture
    } catch {
      counted.withLock { $0.problem = $0.problem ?? error }
      return nil
    }
  }
}
