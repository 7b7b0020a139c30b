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
    if !Self.isFit(origin) { photo.origin = id }
    photo.author = Author(name: author?.name, address: author?.address.flatMap(Self.fitted))
    photo.renditions = renditions.compactMap { rendition in
      Rendition(
        rendition.role, Self.fitted(rendition.address), rendition.size,
        isPermanent: rendition.isPermanent)
    }
    photo.license = license.map { license in
      License(
        id: license.id, name: license.name, address: license.address.flatMap(Self.fitted),
        permits: license.permits)
    }
    photo.tags = Array(tags.prefix(Self.maxTags))
    return photo.withTexts(title: title, names: names) { text, cells in
      text.map { SafeText.line($0, cells: cells) }.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// The photo with its texts made safe, all of them: it is passed on as it is otherwise, so a new
  /// text of a photo has a line here
  ///
  /// - Parameter safe: gives what is shown in place of a text, nil for nothing, and is told how
  ///   many terminal cells that should take at most
  func withTexts(
    title: Int = .max, names: Int? = nil, safe: (_ text: String?, _ cells: Int) -> String?
  ) -> Photo {
    var photo = self
    photo.site = safe(site, names ?? 40) ?? ""
    photo.title = safe(self.title, title)
    photo.description = safe(description, 500)
    photo.author = Author(name: safe(author?.name, names ?? 60), address: author?.address)
    photo.attribution = safe(attribution, names ?? 60)
    photo.license = license.map { license in
      License(
        id: safe(license.id, 60) ?? "", name: safe(license.name, names ?? 60) ?? "",
        address: license.address, permits: license.permits)
    }
    photo.taken = safe(taken, 20)
    photo.color = safe(color, 20)
    photo.tags = tags.compactMap { safe($0, 30) }
    photo.details?.place = details?.place.flatMap { place in
      PhotoPlace(
        name: safe(place.name, 80), city: safe(place.city, 60), country: safe(place.country, 60),
        latitude: place.latitude, longitude: place.longitude)
    }
    photo.details?.camera = details?.camera.flatMap { camera in
      PhotoCamera(
        make: safe(camera.make, 60), model: safe(camera.model, 60),
        exposureTime: safe(camera.exposureTime, 20), aperture: safe(camera.aperture, 20),
        focalLength: safe(camera.focalLength, 20), iso: camera.iso)
    }
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
}
