import Foundation

/// A photo as Unsplash words it, in lists and alone
struct UnsplashPhoto: Sendable {
  /// The adapter that reads
  let provider: ProviderID

  /// An id or slug: letters, digits, `-` and `_`
  static func isID(_ text: String) -> Bool {
    (1...300).contains(text.utf8.count) && text.utf8.allSatisfy(\.isPartOfName)
  }

  /// What becomes of a row of a list
  func row(in value: JSONValue) -> PageRow {
    if isAdvertisement(value) { return .leftOut(.advertisement) }
    if isPremium(value) { return .leftOut(.premium) }
    do throws(JSONProblem) {
      let photo = try photo(in: value)
      return photo.renditions.isEmpty ? .leftOut(.withoutImage) : .photo(photo)
    } catch {
      return .leftOut(.unreadable)
    }
  }

  /// - Throws: what is missing of what no photo lacks: `id` and `urls`.
  func photo(in value: JSONValue) throws(JSONProblem) -> Photo {
    guard let id = value["id"]?.string, Self.isID(id) else { throw value.problem("no photo id") }
    let urls = try value.object("urls")
    var photo = Photo(
      id: PhotoID(service: UnsplashService.service, native: id), provider: provider,
      site: UnsplashService.site, page: page(of: value, id: id))
    photo.size = PixelSize(width: value["width"]?.integer, height: value["height"]?.integer)
    photo.renditions = UnsplashRenditions(size: photo.size).renditions(in: urls)
    photo.license = .unsplash
    let description = PlainText.resolved(value["description"]?.string)
    photo.title = PlainText.resolved(value["alt_description"]?.string) ?? description
    photo.description = description == photo.title ? nil : description
    photo.author = value["user"].flatMap(author)
    photo.likes = value["likes"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
    photo.published = value["created_at"]?.string.flatMap { Date(iso8601: $0) }
    photo.color = value["color"]?.string.flatMap(color)
    photo.blurHash = value["blur_hash"]?.string.flatMap(blurHash)
    photo.tags = tags(of: value)
    photo.downloadLocation = WebAddress.url(value["links"]?["download_location"]?.string)
    return photo
  }

  private func isAdvertisement(_ value: JSONValue) -> Bool {
    value["sponsorship"]?.isObject == true || value["sponsored"]?.bool == true
  }

  private func isPremium(_ value: JSONValue) -> Bool {
    value["premium"]?.bool == true || value["plus"]?.bool == true
      || WebAddress.url(value["urls"]?["raw"]?.string)?.host == "plus.unsplash.com"
  }

  /// Recordings of other servers than Unsplash's own have no usable links: the address then is the
  /// one that every photo has
  private func page(of value: JSONValue, id: String) -> URL {
    let page = WebAddress.url(value["links"]?["html"]?.string)
    return referred(page) ?? referred(URL(string: "https://unsplash.com/photos/\(id)"))
      ?? URL(constant: "https://unsplash.com")
  }

  private func author(in user: JSONValue) -> Author? {
    let username = PlainText.folded(user["username"]?.string)
    let parts = [user["first_name"], user["last_name"]].compactMap { $0?.string }
    let name =
      PlainText.folded(user["name"]?.string) ?? PlainText.folded(parts.joined(separator: " "))
      ?? username
    let profile =
      WebAddress.url(user["links"]?["html"]?.string)
      ?? username.flatMap { URL(string: "https://unsplash.com/@\(HTTPRequest.encoded($0))") }
    return Author(name: name, url: referred(profile))
  }

  /// With the parameters by which Unsplash's guidelines have its links say where they stand
  private func referred(_ url: URL?) -> URL? {
    guard let url else { return nil }
    var parts = url.absoluteString.split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    parts[0] += parts[0].contains("?") ? "&" : "?"
    parts[0] += "utm_source=imgsearch&utm_medium=referral"
    return URL(string: parts.joined(separator: "#"))
  }

  private func color(_ text: String) -> String? {
    let digits = text.utf8.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6,
      digits.allSatisfy(\.isHexDigit)
    else { return nil }
    return text.lowercased()
  }

  private func blurHash(_ text: String) -> String? {
    let isHash = text.utf8.allSatisfy { (0x23...0x7E).contains($0) }
    return isHash && (6...200).contains(text.utf8.count) ? text : nil
  }

  private func tags(of value: JSONValue) -> [String] {
    value["tags"]?.elements?.compactMap { PlainText.folded($0["title"]?.string) } ?? []
  }
}
