import Foundation
import PhotoSearch

extension SamplePhotos {
  /// A photo of which everything is known
  static func full() throws -> Photo {
    var photo = try photo(
      "flickr:43213681030", title: "Two \"kittens\" \\ 1/2", author: "Jane Doe",
      pixels: (4_000, 3_000), license: .creativeCommons("by", version: "2.0"), likes: 1_234)
    photo.description = "They play\u{2028}with \u{202E}wool\u{7F}. 猫 👨‍👩‍👧‍👦"
    photo.published = Date(timeIntervalSince1970: 1_682_942_400)
    photo.taken = "2014-05-03T14:30:09"
    photo.color = "#0c2640"
    photo.blurHash = "LKO2?U%2Tw=w]~RBVZRi};RPxuwH"
    photo.tags = ["cat", "ball of wool"]
    photo.downloadLocation = try url("https://api.example.org/download?id=1&x=2")
    let place = PhotoPlace(
      name: "Kyoto, Japan", city: "Kyoto", country: "Japan", latitude: 35.011665,
      longitude: -135.768326)
    let camera = PhotoCamera(
      make: "NIKON CORPORATION", model: "NIKON D750", exposureTime: "1/250", aperture: "4.0",
      focalLength: "50.0", iso: 100)
    photo.details = PhotoDetails(place: place, camera: camera, views: 12_345, downloads: 0)
    return photo
  }

  /// A photo of which nothing is known but where it is
  static func bare() throws -> Photo {
    let page = try url("https://example.org/bare")
    return Photo(
      id: PhotoID(service: "flickr", native: "7"), provider: ProviderID(rawValue: "flickr"),
      site: "Flickr", pageURL: page)
  }
}
