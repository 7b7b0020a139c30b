package import PhotoSearch
import Foundation

/// A photo as `--format ndjson` and `json` write it, read back as far as saving it needs
package struct PhotoLine {
  package let photo: Photo

  /// nil for what is no photo of this program's
  ///
  /// - Parameter sites: the names of services as credit lines have them, by service
  package init?(_ text: String, sites: [String: String]) {
    do throws(JSONProblem) {
      let root = try JSONDocument(Data(text.utf8)).root
      guard let photo = Self.photo(root, sites: sites) else { return nil }
      self.photo = photo
    } catch {
      return nil
    }
  }

  private static func photo(_ root: JSONValue, sites: [String: String]) -> Photo? {
    guard let id = root["id"]?.string.flatMap({ PhotoID($0) }),
      let page = WebAddress.url(root["page"]?.string)
    else { return nil }
    var photo = Photo(
      id: id, provider: ProviderID(rawValue: root["provider"]?.string ?? id.service),
      site: site(in: root["credit"]?.string) ?? sites[id.service] ?? id.service, page: page)
    photo.title = PlainText.folded(root["title"]?.string)
    photo.author = Author(
      name: PlainText.folded(root["author"]?["name"]?.string),
      url: WebAddress.url(root["author"]?["url"]?.string))
    photo.size = size(root)
    photo.license = license(root["license"])
    photo.downloadLocation = WebAddress.url(root["downloadLocation"]?.string)
    photo.renditions = (root["renditions"]?.elements ?? []).compactMap { value in
      guard let role = value["role"]?.string.flatMap(Rendition.Role.init),
        let url = WebAddress.url(value["url"]?.string)
      else { return nil }
      return Rendition(role: role, url: url, size: size(value))
    }.sorted { $0.role < $1.role }
    return photo
  }

  /// The site that a credit line ends in: Openverse's photos are others' photos
  private static func site(in credit: String?) -> String? {
    guard let credit, let point = credit.range(of: " · ", options: .backwards) else { return nil }
    return PlainText.folded(String(credit[point.upperBound...]))
  }

  private static func size(_ value: JSONValue) -> PixelSize? {
    PixelSize(width: value["width"]?.integer, height: value["height"]?.integer)
  }

  private static func license(_ value: JSONValue?) -> License? {
    guard let id = value?["id"]?.string else { return nil }
    return License(
      id: id, name: PlainText.folded(value?["name"]?.string) ?? id,
      url: WebAddress.url(value?["url"]?.string))
  }
}
