import Foundation

/// What the two Unsplash adapters have in common: address, key, single photos
struct UnsplashService: Sendable {
  static let service = "unsplash"
  static let site = "Unsplash"
  /// Characters of an id
  private static let idLength = 11
  /// More are silently cut to this
  static let pageSize = 30
  static let terms = URL(constant: "https://unsplash.com/api-terms")
  static let keyRequirement = KeyRequirement(
    variable: "UNSPLASH_ACCESS_KEY",
    address: URL(constant: "https://unsplash.com/oauth/applications"))

  let provider: ProviderID
  let key: String?
  let api: APIDescription

  init(provider: ProviderID, key: String?, base: URL?, defaults: [String: String]) {
    self.provider = provider
    self.key = key
    api = APIDescription(
      defaultBase: URL(constant: "https://api.unsplash.com"), base: base,
      immaterial: ["client_id", "per_page"], defaults: defaults, paging: ["page": "1"])
  }

  func request(_ path: String, _ items: [(String, String?)]) throws(ProviderError) -> HTTPRequest {
    guard let key, !key.isEmpty else {
      throw ProviderError(
        provider,
        .keyMissing(
          variable: Self.keyRequirement.variable, address: Self.keyRequirement.address))
    }
    return HTTPRequest(
      base: api.base, path: path, items: items,
      headers: ["Authorization": "Client-ID \(key)", "Accept-Version": "v1"])
  }

  /// - Parameter native: Unsplash's id or slug
  func requests(forPhoto native: String) throws(ProviderError) -> [HTTPRequest] {
    guard UnsplashPhoto.isID(native) else {
      throw ProviderError(provider, .noSuchPhoto("\(Self.service):\(native)"))
    }
    return [try request("/photos/\(native)", [])]
  }

  func photo(
    from answers: [Result<HTTPResponse, ProviderError>]
  ) throws(ProviderError) -> Photo {
    guard let first = answers.first else {
      throw ProviderError(provider, .unreadable(path: "the top", problem: "no reply"))
    }
    let root = try root(of: try first.get())
    do throws(JSONProblem) {
      let row = UnsplashPhoto(provider: provider)
      var photo = try row.photo(in: root)
      photo.details = row.details(in: root)
      return photo
    } catch {
      throw unreadable(error)
    }
  }

  /// The id in the address of a photo's page, which ends in it: `/photos/a-cat-NqkTxxK_2ZY`
  func native(ofPage url: URL) -> String? {
    guard let host = url.host?.lowercased(), ["unsplash.com", "www.unsplash.com"].contains(host)
    else { return nil }
    let path = url.pathComponents.dropFirst()
    // Other languages put their own words before it: `/de/fotos/…`.
    guard let first = path.first, let slug = path.last,
      path.count == 2 && first == "photos" || path.count == 3 && first.count == 2 && first != "me"
    else { return nil }
    let id = String(slug.suffix(Self.idLength))
    return UnsplashPhoto.isID(id) ? id : nil
  }

  func root(of response: HTTPResponse) throws(ProviderError) -> JSONValue {
    do throws(JSONProblem) {
      return try JSONDocument(response.body).root
    } catch {
      throw unreadable(error)
    }
  }

  func unreadable(_ problem: JSONProblem) -> ProviderError {
    ProviderError(provider, .unreadable(path: problem.path, problem: problem.problem))
  }

  func page(_ cursor: PageCursor?, last: Int) throws(ProviderError) -> NumberedPage {
    guard let page = NumberedPage(cursor), page.number <= last else {
      throw ProviderError(provider, .unknownPage(cursor ?? PageCursor("")))
    }
    return page
  }

  /// The objection to a licence filter: the Unsplash License satisfies some, and there is no other
  func licenseObjection(_ filters: PhotoFilters) -> String? {
    filters.licenses.isEmpty || filters.licenses.contains { $0.admits(.unsplash) }
      ? nil : "all its photos are under the Unsplash License"
  }
}
