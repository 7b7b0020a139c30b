import Foundation
import PhotoSearch

extension Photo {
  /// A photo with one rendition
  static func sample(
    _ id: String = "flickr:1", title: String? = "Kitten", picture: URL
  ) -> Photo {
    let id = PhotoID(id) ?? PhotoID(service: "flickr", native: "1")
    var photo = Photo(
      id: id, provider: ProviderID(rawValue: id.service), site: "Flickr", page: picture)
    photo.title = title
    photo.license = .cc0
    photo.renditions = [Rendition(role: .regular, url: picture, size: nil)]
    return photo
  }
}
