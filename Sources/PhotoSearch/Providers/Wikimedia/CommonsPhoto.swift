import Foundation

/// A page of Commons as a photo
struct CommonsPhoto {
  let page: CommonsPage

  /// What becomes of the row that this page is
  ///
  /// - Parameter isInPart: whether the reply is a part of a batch, of which each part tells the
  ///   files of some of the pages only
  /// - Returns: nil when the file is on another part
  func row(isInPart: Bool) -> PageRow? {
    guard let id = page.id else { return .leftOut(page.isMissing ? .withoutImage : .unreadable) }
    guard let file = page.file else { return isInPart ? nil : .leftOut(.withoutImage) }
    if let reason = reasonToLeaveOut(file) { return .leftOut(reason) }
    guard let original = Self.address(file["url"]) else { return .leftOut(.withoutImage) }
    return .photo(photo(id: id, file: file, original: original))
  }

  private func photo(id: Int, file: JSONValue, original: URL) -> Photo {
    let metadata = CommonsMetadata(value: file["extmetadata"])
    let identity = PhotoID(service: CommonsTitle.service, native: "\(id)")
    var photo = Photo(
      id: identity, provider: .wikimedia, site: WikimediaCommons.profile.name,
      page: WebAddress.url(file["descriptionurl"]?.string)
        ?? URL(string: "https://commons.wikimedia.org/w/index.php?curid=\(id)")
        ?? URL(constant: "https://commons.wikimedia.org/"))
    photo.aliases = page.title.flatMap(CommonsTitle.identity).map { [$0] } ?? []
    photo.title = metadata.title ?? page.title.flatMap(Self.name)
    photo.description = metadata.description
    photo.author = metadata.author
    photo.size = PixelSize(width: file["width"]?.integer, height: file["height"]?.integer)
    photo.renditions = CommonsRenditions(file: file, size: photo.size, original: original).all
    photo.license = metadata.license
    photo.published = (file["timestamp"]?.string ?? metadata.uploaded).flatMap {
      Date(iso8601: $0)
    }
    return photo
  }

  /// By the type where the reply tells it, else by the ending of the name
  private func reasonToLeaveOut(_ file: JSONValue) -> LeftOut? {
    guard let type = file["mime"]?.string?.lowercased() else {
      let ending = page.title?.split(separator: ".").last?.lowercased() ?? ""
      return Self.endings.contains(ending) ? nil : .withoutImage
    }
    if type.hasPrefix("video/") || type == "application/ogg" { return .video }
    return Self.types.contains(type) ? nil : .withoutImage
  }

  private static let types: Set<String> = [
    "image/jpeg", "image/png", "image/gif", "image/webp", "image/tiff",
  ]
  private static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "png", "gif", "webp", "tif", "tiff",
  ]

  /// An address without the marks by which Wikimedia counts where its readers come from
  static func address(_ value: JSONValue?) -> URL? {
    guard let url = WebAddress.url(value?.string), url.query != nil,
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    else { return WebAddress.url(value?.string) }
    let items = parts.percentEncodedQueryItems?.filter { !$0.name.hasPrefix("utm_") } ?? []
    parts.percentEncodedQueryItems = items.isEmpty ? nil : items
    return parts.url ?? url
  }

  /// A file's title without its namespace and ending
  private static func name(_ title: String) -> String? {
    guard let title = CommonsTitle.normalized(title)?.dropFirst("File:".count) else {
      return PlainText.folded(title)
    }
    let point = title.lastIndex(of: ".") ?? title.endIndex
    return PlainText.folded(String(point == title.startIndex ? title : title[..<point]))
  }
}
