package import Foundation
package import PhotoSearch

/// The picture of a photo that is to be saved: where it is, if it may be asked for there
package struct PictureSource: Sendable {
  package let url: URL
  /// The photo and its size, to know a half-saved picture again
  let name: String

  /// - Parameter servicesHere: the names of services whose pictures may be on this machine
  /// - Throws: ``DownloadFault/noPicture(reason:)`` when the photo has none, or one at an address
  ///   that is not asked: anything but https; and this machine, unless the service is here too.
  package init(
    of photo: Photo, size: Rendition.Role, servicesHere: Set<String>
  ) throws(DownloadFault) {
    guard let rendition = photo.rendition(size) else {
      throw .noPicture(reason: "its provider offers no picture of it")
    }
    let origin = Origin(rendition.url)
    let isHere = servicesHere.contains(photo.id.service)
    do throws(TransportError) {
      try Origin.check(rendition.url)
    } catch {
      throw .noPicture(reason: "\(error)")
    }
    guard !origin.isLoopback || isHere else {
      throw .noPicture(
        reason: "\(origin) is not asked: a service's pictures are not on this machine")
    }
    guard rendition.url.user == nil, rendition.url.password == nil else {
      throw .noPicture(reason: "\(origin) is not asked: there is a name or password in the address")
    }
    url = rendition.url
    name = "\(photo.id) \(rendition.role.rawValue)"
  }
}
