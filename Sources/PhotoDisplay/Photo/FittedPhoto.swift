package import PhotoSearch
import Terminal

extension Photo {
  /// Most bytes of an address
  private static let maxAddressBytes = 1_000
  /// Most tags
  private static let maxTags = 20

  /// The photo made short and safe, for readers that get all of it, such as assistants: each text
  /// is on one line and cut, and only http and https addresses of limited length are kept
  ///
  /// - Parameters:
  ///   - title: most terminal cells of the title; a character takes one or two
  ///   - names: most terminal cells of author, site and licence; nil for the usual limits
  /// - Returns: nil if the id or the page's address isn't safe to pass on
  package func fitted(title: Int, names: Int? = nil) -> Photo? {
    guard Self.isFit(id), let page = Self.fitted(page) else { return nil }
    var photo = self
    // No reader needs these, and they are as long as a service makes them.
    (photo.aliases, photo.blurHash, photo.download, photo.fetched) = ([], nil, nil, nil)
    photo.page = page
    photo.site = Self.text(site, names ?? 40) ?? ""
    if !Self.isFit(origin) { photo.origin = id }
    photo.title = Self.text(self.title, title)
    photo.description = Self.text(description, 500)
    photo.author = Author(
      name: Self.text(author?.name, names ?? 60), address: author?.address.flatMap(Self.fitted))
    photo.attribution = Self.text(attribution, names ?? 60)
    photo.renditions = renditions.compactMap { rendition in
      Rendition(
        rendition.role, Self.fitted(rendition.address), rendition.size,
        isPermanent: rendition.isPermanent)
    }
    photo.license = license.map { license in
      License(
        id: Self.text(license.id, 60) ?? "", name: Self.text(license.name, names ?? 60) ?? "",
        address: license.address.flatMap(Self.fitted), permits: license.permits)
    }
    photo.color = Self.text(color, 20)
    photo.tags = tags.prefix(Self.maxTags).compactMap { Self.text($0, 30) }
    photo.details = details.map(Self.fitted)
    return photo
  }

  private static func isFit(_ id: PhotoID) -> Bool {
    let text = id.description
    return text.utf8.count <= 200 && SafeText.line(text) == text
  }

  private static func fitted(_ address: WebAddress) -> WebAddress? {
    let text = address.printable
    guard address.isWeb, text.utf8.count <= maxAddressBytes else { return nil }
    return WebAddress(text)
  }

  private static func fitted(_ details: PhotoDetails) -> PhotoDetails {
    var fitted = details
    fitted.place = details.place.flatMap { place in
      PhotoPlace(
        name: text(place.name, 80), city: text(place.city, 60), country: text(place.country, 60),
        latitude: place.latitude, longitude: place.longitude)
    }
    fitted.camera = details.camera.flatMap { camera in
      PhotoCamera(
        make: text(camera.make, 60), model: text(camera.model, 60),
        exposureTime: text(camera.exposureTime, 20), aperture: text(camera.aperture, 20),
        focalLength: text(camera.focalLength, 20), iso: camera.iso)
    }
    return fitted
  }

  /// The text cut to terminal cells; nil if nothing in it is visible
  private static func text(_ text: String?, _ cells: Int) -> String? {
    text.map { SafeText.line($0, cells: cells) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
