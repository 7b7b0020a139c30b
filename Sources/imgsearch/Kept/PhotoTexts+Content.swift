import Foundation
import PhotoSearch
import PhotoStorage

extension PhotoTexts.Text {
  /// What a text names
  enum Content {
    /// A photo in full, added when it says so, else now
    case favorite(Favorite)
    /// An id, or the address of a photo's page
    case id(PhotoID)
  }

  /// - Throws: for a text that is no photo, with its place and the reason.
  func content(now: Date) throws(PhotoRecordError) -> Content {
    guard let text else { throw problem("too long to be a photo") }
    if text.hasPrefix("{") {
      do {
        return .favorite(try Favorite(line: text, now: now))
      } catch {
        throw problem(error.description)
      }
    }
    do {
      guard text.utf8.count <= 500 else { throw CommandFailure.usage("") }
      return .id(try PhotoID(reference: text))
    } catch {
      throw problem("neither JSON, nor an id such as flickr:43213681030, nor a page's address")
    }
  }

  private func problem(_ reason: String) -> PhotoRecordError {
    PhotoRecordError(description: "\(place) is no photo: \(reason)")
  }
}
