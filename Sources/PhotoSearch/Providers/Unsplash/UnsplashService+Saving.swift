import Foundation

extension UnsplashService {
  /// The call that Unsplash's guidelines ask for when a photo is saved
  ///
  /// The address is the photo's own, and a photo may come from a file that anybody wrote: so it is
  /// called only where the API is, and only for what it is there for.
  ///
  /// Source: help.unsplash.com, "Guideline: Triggering a Download".
  func request(onSaving photo: Photo) -> HTTPRequest? {
    guard let key, !key.isEmpty, let location = photo.downloadLocation,
      photo.id.service == Self.service, UnsplashPhoto.isID(photo.id.native),
      Origin(location) == Origin(api.base), location.user == nil, location.password == nil,
      location.path == api.base.appending(path: "photos/\(photo.id.native)/download").path
    else { return nil }
    return HTTPRequest(
      url: location, headers: ["Authorization": "Client-ID \(key)", "Accept-Version": "v1"])
  }
}
