import Foundation

/// Whose copy an Openverse item is, told by the address of the original's page
///
/// Only by what the other service itself calls the photo: the addresses of pictures differ between
/// the two, so they tell nothing.
enum OpenverseOrigin {
  /// - Returns: `flickr:ID`, `wikimedia:PAGEID` or `wikimedia:File:TITLE`; nil for other sites
  static func identity(at page: URL) -> PhotoID? {
    flickrIdentity(at: page) ?? CommonsTitle.identity(at: page)
  }

  /// The id in `https://www.flickr.com/photos/NSID/ID`, whatever follows it
  private static func flickrIdentity(at page: URL) -> PhotoID? {
    guard let host = page.host?.lowercased(), hosts.contains(host) else { return nil }
    let parts = page.path.split(separator: "/")
    guard parts.count >= 3, parts[0] == "photos", (1...20).contains(parts[2].utf8.count),
      parts[2].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return PhotoID(service: "flickr", native: String(parts[2]))
  }

  private static let hosts: Set<String> = ["flickr.com", "www.flickr.com", "m.flickr.com"]
}
