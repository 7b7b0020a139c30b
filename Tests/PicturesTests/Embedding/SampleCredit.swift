import FixtureMaker
import Foundation
import PhotoSearch

@testable import Pictures

extension EmbeddedCredit {
  /// Of a photo with a title and an author that need care in XML
  static var sample: EmbeddedCredit { EmbeddedCredit(.embedded) }

  /// The edits that put it into a picture, made
  func result(in picture: Data) throws -> [UInt8] { [UInt8](try embedded(in: picture)) }

  /// Why it isn't put into a picture; nil where it is
  func refusal(of picture: Data) -> EmbeddingRefusal? {
    do { _ = try embedded(in: picture) } catch { return error }
    return nil
  }
}

extension Photo {
  static var embedded: Photo {
    var photo = Photo(
      id: PhotoID(service: "flickr", native: "1"), provider: ProviderID(rawValue: "flickr"),
      site: "Flickr", pageURL: URL(filePath: "/"))
    if let url = WebAddress("https://www.flickr.com/photos/zoe/1?a=1&b=2")?.url {
      photo.pageURL = url
    }
    photo.title = "Tea & <cake>"
    photo.author = Author(name: "Zoë", url: WebAddress("https://www.flickr.com/people/zoe")?.url)
    photo.license = .creativeCommons("by", version: "2.0")
    return photo
  }
}

/// XMP as other programs write it
enum SampleXMP {
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  /// - Parameters:
  ///   - inside: of `rdf:RDF`
  ///   - padding: bytes behind it
  ///   - end: of the packet: `w` or `r`
  static func packet(_ inside: String, padding: Int = 0, end: String = "w") -> String {
    "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>\n<x:xmpmeta xmlns:x='adobe:ns:meta/'>"
      + "<rdf:RDF xmlns:rdf='\(rdf)'>\(inside)</rdf:RDF></x:xmpmeta>"
      + String(repeating: " ", count: padding) + "<?xpacket end='\(end)'?>"
  }

  /// With a creator of its own
  static let jane = """
    <rdf:Description rdf:about='' xmlns:d='http://purl.org/dc/elements/1.1/'><d:creator>
    <rdf:Seq><rdf:li>Jane</rdf:li></rdf:Seq></d:creator></rdf:Description>
    """
}
