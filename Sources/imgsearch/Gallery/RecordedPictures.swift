import Foundation
import PhotoSearch
import Pictures

/// The pictures of a recording, as the page can show them
struct RecordedPictures {
  /// The path, below the page's
  static let name = "picture"

  private static let shownTypes: Set<PictureType> = [.jpeg, .png, .webp, .gif, .avif]
  private let recording: ReplayTransport

  init(_ recording: ReplayTransport) {
    self.recording = recording
  }

  /// Where the page asks for the picture of that address; nil when the recording doesn't have it
  ///
  /// - Parameter photo: whose picture it is
  func path(of url: URL, _ photo: PhotoID) -> String? {
    guard recording.hasEntry(for: WebRequest(url: url)) else { return nil }
    let items = [
      URLQueryItem(name: "at", value: url.absoluteString),
      URLQueryItem(name: "of", value: photo.description),
    ]
    return Self.name + "?" + items.percentEncoded
  }

  /// Never anything but a picture that web browsers show, by its first bytes; nil for anything else
  func picture(at address: String) -> (PictureType, Data)? {
    guard let url = URL(string: address) else { return nil }
    do throws(TransportError) {
      let reply = try recording.response(to: WebRequest(url: url))
      guard reply.status == 200, let type = PictureType(start: reply.body),
        Self.shownTypes.contains(type)
      else { return nil }
      return (type, reply.body)
    } catch {
      return nil
    }
  }
}

extension [URLQueryItem] {
  /// As the query part of an address; empty for none
  var percentEncoded: String {
    var components = URLComponents()
    components.queryItems = isEmpty ? nil : self
    // A page reads `+` as a blank.
    return components.percentEncodedQuery?.replacing(each: "+", by: "%2B") ?? ""
  }
}
