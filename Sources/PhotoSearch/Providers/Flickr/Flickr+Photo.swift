public import Foundation

extension Flickr {
  /// Three calls: what the photo is, its sizes, its exposure; the last two may be withheld
  public func requests(forPhoto native: String) throws(ProviderError) -> [HTTPRequest] {
    guard FlickrImageURL.isNumber(native) else {
      throw ProviderError(id, .noSuchPhoto("\(Self.service):\(native)"))
    }
    var requests: [HTTPRequest] = []
    for method in ["getInfo", "getSizes", "getExif"] {
      requests.append(try request("flickr.photos.\(method)", [("photo_id", native)]))
    }
    return requests
  }

  public func native(ofPage url: URL) -> String? { FlickrPage.photo(at: url) }

  public func photo(
    from answers: [Result<HTTPResponse, ProviderError>]
  ) throws(ProviderError) -> Photo {
    guard let first = answers.first else {
      throw ProviderError(id, .unreadable(path: "the top", problem: "no reply"))
    }
    let root = try reading(try first.get().body)
    if let failure = FlickrFailure.found(in: try first.get().body) {
      throw ProviderError(
        id,
        .rejected(
          status: failure.code ?? 200, message: serviceWords.shown(failure.message)))
    }
    var photo: Photo
    do throws(JSONProblem) {
      photo = try FlickrDetail(info: root).photo()
    } catch {
      throw unreadable(error)
    }
    if let sizes = added(answers, at: 1)?["sizes"]?["size"]?.elements {
      photo.take(FlickrRenditions(sizes: sizes))
    }
    if let exif = added(answers, at: 2)?["photo"] {
      photo.details?.camera = FlickrExposure(exif).camera
    }
    return photo
  }

  /// A reply that only adds: nil when it did not come, or cannot be read
  private func added(
    _ answers: [Result<HTTPResponse, ProviderError>], at place: Int
  ) -> JSONValue? {
    guard answers.indices.contains(place), case .success(let response) = answers[place],
      case .success(let root) = Result(catching: { () throws(ProviderError) in
        try reading(response.body)
      })
    else { return nil }
    return root
  }
}

extension Photo {
  fileprivate mutating func take(_ offered: FlickrRenditions) {
    guard !offered.renditions.isEmpty else { return }
    renditions = offered.renditions
    size = offered.largest ?? size
  }
}
