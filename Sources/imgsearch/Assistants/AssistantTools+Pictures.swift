import Foundation
import ModelContext
import PhotoSearch
import PhotoStorage
import Pictures
import Terminal

extension AssistantTools {
  /// Formats that hosts can show
  private static let shownTypes: Set<PictureType> = [.jpeg, .png, .webp, .gif]
  /// Most bytes of a picture: some hosts give models its base64 as text
  private static let maxPictureBytes = 20_000

  /// Answers with small pictures, each below its number
  func look(_ arguments: ToolArguments) async throws -> ToolAnswer {
    let outcome = try await photos(named: arguments.named) { named in
      try await session.current(named, .role(.small), lastSeen: lookup.storedPhoto)
    }
    let pictures = await withTaskGroup { group in
      for (index, photo) in outcome.photos.enumerated() {
        group.addTask { (index, await self.smallPicture(of: photo)) }
      }
      return await group.reduce(into: [Int: SmallFile]()) { $0[$1.0] = $1.1 }
    }
    try Task.checkCancellation()
    session.hashes.keep()
    let alikes = LookAlikes()
    var failed = outcome.failed
    var parts: [(text: String, picture: ToolAnswer.Picture?)] = []
    for (index, photo) in outcome.photos.enumerated() {
      let name = "\(index + 1): \(photo.id)"
      switch pictures[index] {
      case .success((let picture, let hash)):
        if let hash { alikes.take(index + 1, hash) }
        let original = alikes.original(of: index + 1)?.number
        parts.append(
          ("\(name)\(original.map { ", looks like \($0)" } ?? "")", picture))
      case .failure(let error): failed.append((name, Self.words(for: error)))
      case nil: break
      }
    }
    if parts.isEmpty { try Outcome(failed: failed).check(hasResult: false) }
    return .pictures(
      parts
        + failed.map { (SafeText.line("\($0.name): \($0.reason)", jsonBytes: 500), nil) })
  }

  private typealias SmallFile = Result<(ToolAnswer.Picture, PictureFingerprint?), any Error>

  /// The smallest picture of a photo that still shows what is in it; if that is too large, a
  /// smaller one. It is fetched as small as it is sent: nothing is decoded to shrink it
  private func smallPicture(of seen: Photo) async -> SmallFile {
    var photo = seen
    photo.renditions = session.recorded(photo.renditions)
    let rendition = photo.rendition(atLeast: PerceptualHash.minLongerSide)
    let thumb = photo.rendition(.thumb)
    do {
      let bytes: Data
      do {
        bytes = try await session.picture(of: photo, rendition, limit: Self.maxPictureBytes)
      } catch DownloadFault.tooLarge where thumb != rendition {
        bytes = try await session.picture(of: photo, thumb, limit: Self.maxPictureBytes)
      }
      guard let type = PictureType(start: bytes), Self.shownTypes.contains(type) else {
        throw DownloadFault.notPicture("of a type that can't be shown here")
      }
      let hash = rendition.flatMap {
        session.hashes.take(file: bytes, of: photo, from: $0.url)
      }
      return .success((ToolAnswer.Picture(bytes, mediaType: "image/\(type.rawValue)"), hash))
    } catch {
      return .failure(error)
    }
  }
}
