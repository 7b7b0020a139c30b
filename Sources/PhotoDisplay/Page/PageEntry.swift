package import Foundation
package import PhotoSearch
package import Pictures
import Platform
import Terminal

/// A photo as JSON for the page's scripts, in a file and from the app's server
package enum PageEntry {
  /// One line of JSON, here with line breaks:
  ///
  /// ```json
  /// {"site":"NASA","notice":null,"maxPictures":null,"isNamed":false,
  /// "ink":"light-dark(#00687a, #6fd3e3)","permits":["commercial"],"mark":"limited",
  /// "may":"You may use it commercially, but not change it; credit the author.","credits":{…},
  /// "camera":"Canon EOS R5","exposure":"1/250 s · f/3.5 · 50 mm · ISO 100","photo":{…},
  /// "pictures":null}
  /// ```
  ///
  /// The photo is as in a listing, with the details of `show` if they are known. Characters that
  /// are invisible or paint over other text are removed from its texts. `"blur":"data:…"` is the
  /// picture of its BlurHash, if it has one.
  ///
  /// - Parameters:
  ///   - lookAlike: the earlier photo of its listing, from another service, that it looks like
  ///   - pictures: addresses for renditions that the page may not request from their own hosts, by
  ///     the original address; "" for no picture; nil if there are no such renditions
  ///   - size: the rendition to save, told as `"saving":"full"`; nil to leave that to the page
  package static func json(
    _ photo: Photo, looksLike lookAlike: PhotoID? = nil, isFavorite: Bool,
    pictures: [(address: String, local: String)]? = nil, saving size: Rendition.Role? = nil
  ) -> String {
    let photo = photo.withTexts { text, _ in text.map { SafeText.line($0) } }
    let display = ProviderCatalog.profile(ofService: photo.id.service)?.display
    return JSONWriter.object(capacity: 4_096) { json in
      json.member("site", photo.site)
      json.member("notice", display?.notice)
      json.member("maxPictures", display?.maxPictures)
      json.member("isNamed", display?.namesEachPicture ?? false)
      json.member("ink", ink(of: photo.id.service))
      json.member("permits", permits(photo.license))
      json.member("mark", License.Mark(photo.license).rawValue)
      json.member("may", LicenseText.sentence(of: photo.license))
      json.member("credits") { json in
        json.member("text", CreditText.line(of: photo, as: .text))
        json.member("markdown", CreditText.line(of: photo, as: .markdown))
        json.member("html", CreditText.line(of: photo, as: .html))
      }
      let camera = photo.details?.camera
      json.member("camera", camera?.name)
      json.member("exposure", camera?.exposure)
      json.member(
        "photo",
        written: PhotoJSON.line(
          photo, looksLike: lookAlike, isFavorite: isFavorite, hasDetails: photo.details != nil))
      json.member("pictures", pictures?.map { (name: $0.address, value: $0.local) })
      if let blur = photo.blurHash.flatMap({ SmallPicture(blurHash: $0, side: 8) }) {
        json.member("blur", blur.bitmapAddress)
      }
      if let size { json.member("saving", size.rawValue) }
    }
  }

  /// Local addresses for pictures that the page can't load over https: those of the recording, or
  /// of services on this machine; "" for no picture; nil if all load over https
  package static func pictures(
    of photo: Photo, recorded: RecordedPictures?
  ) -> [(address: String, local: String)]? {
    let urls = photo.renditions.map(\.url)
    if let recorded {
      return urls.map { ($0.absoluteString, recorded.path(of: $0, photo.id) ?? "") }
    }
    let here = urls.filter { Origin($0).isLoopback }.map(\.absoluteString)
    return here.isEmpty ? nil : here.map { ($0, $0) }
  }

  /// The color of a service's name in CSS, the same as in the terminal
  package static func ink(of service: String) -> String { ProviderLabel.of(service).css }

  /// The uses that a licence permits, in the words of the page's filter
  private static func permits(_ license: License?) -> [String] {
    [("commercial", License.Permissions.commercialUse), ("modification", .modification)]
      .filter { license?.permits.contains($0.1) ?? false }.map(\.0)
  }
}

/// The pictures of a recording, served to the page
package struct RecordedPictures {
  /// The path below the page's address
  package static let name = "picture"

  private static let shownTypes: Set<PictureType> = [.jpeg, .png, .webp, .gif, .avif]
  private let recording: ReplayTransport

  /// - Returns: nil if services answer.
  package init?(_ source: AnswerSource) {
    guard case .recording(let recording) = source else { return nil }
    self.recording = recording
  }

  /// The address at which the page can load a recorded picture; nil if the recording lacks it
  ///
  /// - Parameter photo: the picture's photo
  fileprivate func path(of url: URL, _ photo: PhotoID) -> String? {
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
