public import Foundation
import Platform

/// Values as photos need them; nil if a value is missing or invalid
extension JSONValue {
  /// Text without markup, on one line; nil if nothing is left
  public var plainText: String? { PlainText.resolved(string) }

  /// Text that has no markup, on one line; nil if nothing is left
  public var folded: String? { PlainText.folded(string) }

  /// A color as `#rrggbb` in lower case
  public var color: String? {
    guard let text = string, text.begins(with: "#"), text.utf8.count == 7,
      text.utf8.dropFirst().allSatisfy(\.isHexDigit)
    else { return nil }
    return text.lowercased()
  }
}

extension JSONPhotoProvider {
  /// A web address, with https if the host is known to support it; nil for anything else
  public static func address(_ value: JSONValue?) -> URL? { link(value)?.url }

  /// The address as text, which is cheaper than a URL
  static func link(_ value: JSONValue?) -> WebAddress? { link(value?.string) }

  static func link(_ text: String?) -> WebAddress? {
    WebAddress(text) { host in
      ProviderCatalog.isSecure(host) || HostName.isAny(host, of: profile.secureHosts)
    }
  }

  /// The parts of an address's path, decoded; nil for other hosts
  ///
  /// - Parameters:
  ///   - url: any address
  ///   - hosts: in lower case; they match with `www.` before them too
  public static func path(of url: URL, at hosts: [String]) -> [String]? {
    let plain = WebAddress.plainParts(of: url)
    guard let host = (plain?.first.map(String.init) ?? url.host)?.lowercased() else { return nil }
    let bare = host.begins(with: "www.") ? Substring(host.utf8.dropFirst(4)) : host[...]
    guard hosts.contains(where: { $0 == host || $0[...] == bare }) else { return nil }
    return (plain?.dropFirst() ?? url.path.parts(at: "/", keepsEmpty: false)[...]).map(String.init)
  }

  /// The second part of an address's path that has two; nil for other addresses
  ///
  /// - Parameters:
  ///   - url: any address
  ///   - hosts: see ``path(of:at:)``
  ///   - names: the first part is one of these
  static func part(of url: URL, at hosts: [String], behind names: [String]) -> String? {
    guard let path = path(of: url, at: hosts), path.count == 2, names.contains(path[0]) else {
      return nil
    }
    return path[1]
  }

  /// A photo of this provider with nothing but its id and page
  ///
  /// - Parameters:
  ///   - native: the service's own id
  ///   - page: the photo's page at the service
  public func photo(_ native: String, page: URL) -> Photo {
    photo(native, page: WebAddress(page))
  }

  /// A photo with the address of its page as a row has it; nil if that is no address
  public func photo(_ native: String, page: JSONValue?) -> Photo? {
    Self.link(page).map { photo(native, page: $0) }
  }

  /// Who made a photo; nil when neither is told
  ///
  /// - Parameters:
  ///   - name: as a credit line is to have it
  ///   - page: the address of the profile
  public static func author(_ name: String?, page: JSONValue?) -> Author? {
    Author(name: name, address: link(page))
  }

  /// One size of a photo's picture; nil without an address
  ///
  /// - Parameters:
  ///   - role: what it is good for
  ///   - address: of the picture
  ///   - size: nil when the service doesn't say
  ///   - isPermanent: whether it can always be found there
  public static func rendition(
    _ role: Rendition.Role, at address: JSONValue?, size: PixelSize? = nil,
    isPermanent: Bool = true
  ) -> Rendition? {
    Rendition(role, link(address), size, isPermanent: isPermanent)
  }

  /// A photo with the address of its page; nil if that is no address
  func photo(_ native: String, at page: String) -> Photo? {
    WebAddress(page).map { photo(native, page: $0) }
  }

  func photo(_ native: String, page: WebAddress) -> Photo {
    // Read once, because each access copies the whole profile.
    let profile = Self.profile
    return Photo(
      id: profile.photoID(native), provider: profile.id, site: profile.site, page: page)
  }

  /// Whether a text can be a numeric id
  public static func isNumber(_ text: String) -> Bool {
    (1...20).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
  }

  /// Whether a text can be an id of letters, digits, `-` and `_`, which can't change an address
  public static func isName(_ text: String, upTo length: Int = 300) -> Bool {
    (1...length).contains(text.utf8.count) && text.utf8.allSatisfy(\.isPartOfName)
  }
}

extension Photo {
  /// Sets the title, and the description if it says more than the title
  mutating func setTexts(title: String?, description: String?) {
    self.title = title
    self.description = description == title ? nil : description
  }
}

extension PixelSize {
  /// The size in an object of a reply; nil if the object or a side is missing
  ///
  /// - Parameters:
  ///   - value: the object that has both sides; may be nil
  ///   - width: the member with the width
  ///   - height: the member with the height
  public init?(
    in value: JSONValue?, width: StaticString = "width", height: StaticString = "height"
  ) {
    self.init(width: value?[width]?.integer, height: value?[height]?.integer)
  }
}
