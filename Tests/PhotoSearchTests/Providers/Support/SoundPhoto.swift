import Foundation
import PhotoSearch
import Testing

/// Expects what holds for every photo, whoever sent it: nothing is `""` or 0 that is unknown, text
/// is on one line, addresses are web addresses, and those of known hosts are https
func expectSound(_ photo: Photo, sourceLocation: SourceLocation = #_sourceLocation) {
  let texts =
    [photo.title, photo.description, photo.author?.name, photo.color, photo.blurHash]
    + photo.tags.map { $0 }
  for text in texts.compactMap(\.self) {
    #expect(!text.isEmpty, sourceLocation: sourceLocation)
    #expect(text.split(whereSeparator: \.isNewline).count == 1, sourceLocation: sourceLocation)
    #expect(text.first?.isWhitespace == false, sourceLocation: sourceLocation)
    #expect(text.last?.isWhitespace == false, sourceLocation: sourceLocation)
  }
  let addresses =
    [photo.page, photo.author?.url, photo.downloadLocation] + photo.renditions.map(\.url)
  for address in addresses.compactMap(\.self) {
    #expect(["http", "https"].contains(address.scheme), sourceLocation: sourceLocation)
    #expect(address.host?.isEmpty == false, sourceLocation: sourceLocation)
  }
  for address in photo.renditions.map(\.url) {
    #expect(address.scheme == "https", sourceLocation: sourceLocation)
  }
  let sizes = [photo.size] + photo.renditions.map(\.size)
  for size in sizes.compactMap(\.self) {
    #expect(size.width > 0 && size.height > 0, sourceLocation: sourceLocation)
  }
  #expect(
    photo.renditions.map(\.role) == photo.renditions.map(\.role).sorted(),
    sourceLocation: sourceLocation)
  #expect(photo.identities.contains(photo.origin), sourceLocation: sourceLocation)
  #expect(!photo.id.native.isEmpty, sourceLocation: sourceLocation)
  #expect(photo.likes ?? 0 >= 0, sourceLocation: sourceLocation)
}
