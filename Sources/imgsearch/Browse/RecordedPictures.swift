import Foundation
import PhotoSearch
import PhotoStorage

/// The pictures of a recording, as the page can show them; what the recording lacks is drawn
struct RecordedPictures {
  /// The path, below the page's
  static let name = "picture"

  private static let shown: Set<PictureType> = [.jpeg, .png, .webp, .gif, .avif]
  private let recording: ReplayTransport

  init(_ recording: ReplayTransport) {
    self.recording = recording
  }

  /// Where the page asks for the picture of that address
  static func path(of address: String) -> String {
    var components = URLComponents()
    components.queryItems = [URLQueryItem(name: "at", value: address)]
    return name + "?" + (components.percentEncodedQuery ?? "").replacing(each: "+", by: "%2B")
  }

  /// Never anything but a picture that web browsers show, by its first bytes
  func picture(at address: String) -> (PictureType, Data) {
    let drawn = (PictureType.png, DrawnPicture(seed: address).png)
    guard let url = URL(string: address) else { return drawn }
    do throws(TransportError) {
      let reply = try recording.response(to: WebRequest(url: url))
      guard reply.status == 200, let type = PictureType(start: reply.body),
        Self.shown.contains(type)
      else { return drawn }
      return (type, reply.body)
    } catch {
      return drawn
    }
  }
}
