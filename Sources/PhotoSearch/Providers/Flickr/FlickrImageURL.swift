public import Foundation

/// The address of a Flickr picture: made from farm, server, id and secret, or taken apart into them
///
/// Two forms: `https://live.staticflickr.com/{server}/{id}_{secret}[_{size}].jpg`, which is in use,
/// and the legacy `https://farm{farm}.staticflickr.com/…`, which older replies and data carry.
public struct FlickrImageURL: Hashable, Sendable {
  /// Named by the legacy form only
  public let farm: Int?
  public let server: String
  /// The photo's id
  public let id: String
  /// Of this size: the photo's own, or for the larger sizes one of theirs
  public let secret: String
  public let size: FlickrSize
  /// The file's extension, e.g. `jpg`
  public let format: String

  /// The address of a size that shares the photo's secret
  ///
  /// - Returns: nil for a size that has a secret of its own (that address is only ever sent, see
  ///   ``init(_:)``), for server 0 (no picture there yet), and for parts that are none.
  public init?(
    farm: Int? = nil, server: String, id: String, secret: String, size: FlickrSize = .medium500
  ) {
    guard size.sharesSecret else { return nil }
    self.init(farm: farm, server: server, id: id, secret: secret, file: (size, "jpg"))
  }

  private init?(
    farm: Int?, server: String, id: String, secret: String, file: (FlickrSize, format: String)
  ) {
    guard Self.isNumber(server), server.utf8.contains(where: { $0 != UInt8(ascii: "0") }),
      Self.isNumber(id), Self.isSecret(secret), farm ?? 0 >= 0
    else { return nil }
    self.farm = farm == 0 ? nil : farm
    self.server = server
    self.id = id
    self.secret = secret
    size = file.0
    format = file.format
  }

  /// Reads an address of either form, also `http:` ones, those of before 2011
  /// (`farm1.static.flickr.com`), and of any size; nil for anything else
  public init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      ["http", "https"].contains(parts.scheme?.lowercased()), parts.port == nil,
      parts.user == nil, let host = Self.Host(parts.host)
    else { return nil }
    let path = parts.path.split(separator: "/", omittingEmptySubsequences: false)
    guard path.count == 3, path[0].isEmpty else { return nil }
    let file = path[2].split(separator: ".", omittingEmptySubsequences: false)
    guard file.count == 2, ["jpg", "jpeg", "png", "gif"].contains(file[1].lowercased()) else {
      return nil
    }
    let name = file[0].split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    guard name.count == 2 || name.count == 3 && !name[2].isEmpty,
      let size = FlickrSize(rawValue: name.count == 3 ? name[2] : "")
    else { return nil }
    self.init(
      farm: host.farm, server: String(path[1]), id: name[0], secret: name[1],
      file: (size, file[1].lowercased()))
  }

  /// In the form in use
  public var url: URL? { url(onHost: "live.staticflickr.com") }

  /// In the legacy form; nil when the farm is not known
  public var legacyURL: URL? {
    farm.flatMap { url(onHost: "farm\($0).staticflickr.com") }
  }

  private func url(onHost host: String) -> URL? {
    let suffix = size.rawValue.isEmpty ? "" : "_" + size.rawValue
    return URL(string: "https://\(host)/\(server)/\(id)_\(secret)\(suffix).\(format)")
  }
}

extension FlickrImageURL {
  /// The same picture in another size
  ///
  /// - Returns: nil unless both sizes share the photo's secret.
  public func resized(to other: FlickrSize) -> FlickrImageURL? {
    guard size.sharesSecret else { return nil }
    return FlickrImageURL(farm: farm, server: server, id: id, secret: secret, size: other)
  }

  /// Digits, not more than an id has
  static func isNumber(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
  }

  private static func isSecret(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(\.isHexDigit)
  }

  private struct Host {
    /// nil for the form in use
    var farm: Int?

    init?(_ name: String?) {
      guard let name = name?.lowercased() else { return nil }
      if name == "live.staticflickr.com" { return }
      let domains = [".staticflickr.com", ".static.flickr.com"]
      guard name.hasPrefix("farm"), let domain = domains.first(where: name.hasSuffix) else {
        return nil
      }
      let number = String(name.dropFirst(4).dropLast(domain.count))
      guard FlickrImageURL.isNumber(number), let farm = Int(number) else { return nil }
      self.farm = farm
    }
  }
}
