import Foundation

/// What the two adapters have from their common service: all but their pages
protocol UnsplashAdapter: PhotoProvider {
  var service: UnsplashService { get }
}

extension UnsplashAdapter {
  public var api: APIDescription { service.api }

  public func requests(forPhoto native: String) throws(ProviderError) -> [HTTPRequest] {
    try service.requests(forPhoto: native)
  }

  public func photo(
    from answers: [Result<HTTPResponse, ProviderError>]
  ) throws(ProviderError) -> Photo {
    try service.photo(from: answers)
  }

  public func native(ofPage url: URL) -> String? { service.native(ofPage: url) }

  public func verdict(on response: HTTPResponse) -> Verdict { service.verdict(on: response) }

  public func request(onSaving photo: Photo) -> HTTPRequest? { service.request(onSaving: photo) }

  public func quota(in response: HTTPResponse) -> Quota? { service.quota(in: response) }
}
