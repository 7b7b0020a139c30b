import Foundation

/// The pages that Flickr shows its photos on
enum FlickrPage {
  /// The photo id in `https://www.flickr.com/photos/OWNER/ID`, whatever follows it
  ///
  /// - Returns: nil for other pages and other sites
  static func photo(at page: URL) -> String? {
    guard let host = page.host?.lowercased(), hosts.contains(host) else { return nil }
    let parts = page.path.split(separator: "/")
    guard parts.count >= 3, parts[0] == "photos", FlickrImageURL.isNumber(String(parts[2]))
    else { return nil }
    return String(parts[2])
  }

  private static let hosts: Set<String> = ["flickr.com", "www.flickr.com", "m.flickr.com"]
}
