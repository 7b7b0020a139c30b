package import Foundation
package import PhotoSearch
package import Pictures
import Platform

/// The pictures of a recording, served to the page
package struct RecordedPictures {
  /// The path below the page's address
  package static let name = "picture"

  private static let shownTypes: Set<PictureType> = [.jpeg, .png, .webp, .gif, .avif]
  private let recording: ReplayTransport

  package init(_ recording: ReplayTransport) {
    self.recording = recording
  }

  /// The address at which the page can load a recorded picture; nil if the recording lacks it
  ///
  /// - Parameter photo: the picture's photo
  package func path(of url: URL, _ photo: PhotoID) -> String? {
    guard recording.hasEntry(for: WebRequest(url: url)) else { return nil }
    let items = [
      URLQueryItem(name: "at", value: url.absoluteString),
      URLQueryItem(name: "of", value: photo.description),
    ]
    return Self.name + "?" + items.percentEncoded
  }

  /// A picture of a type that web browsers show, judged by its first bytes; nil for anything else
  package func picture(at address: String) -> (PictureType, Data)? {
    guard let url = URL(string: address) else { return nil }
    let reply = ifReadable { try recording.response(to: WebRequest(url: url)) }
    guard let reply, reply.status == 200, let type = PictureType(start: reply.body),
      Self.shownTypes.contains(type)
    else { return nil }
    return (type, reply.body)
  }
}

extension [URLQueryItem] {
  /// The items as the query part of an address; may be empty
  package var percentEncoded: String {
    var components = URLComponents()
    components.queryItems = isEmpty ? nil : self
    // In a query, `+` would mean a blank.
    return components.percentEncodedQuery?.replacing(each: "+", by: "%2B") ?? ""
  }
}
