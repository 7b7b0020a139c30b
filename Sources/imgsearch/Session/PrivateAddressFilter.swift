import PhotoSearch
import Terminal

/// Removes pictures in private networks from output that leads to pictures, because a stranger's
/// row may name such addresses, and counts them
///
/// The gallery applies the same rule, and downloads refuse such addresses.
struct PrivateAddressFilter {
  private let apiOrigins: () throws -> [String: Set<Origin>]
  private var count = 0

  /// - Parameter apiOrigins: gives the addresses of services, by name; only called if needed
  init(apiOrigins: @escaping () throws -> [String: Set<Origin>]) {
    self.apiOrigins = apiOrigins
  }

  /// A filter that knows the services' addresses from the settings, for output without a session
  init(_ console: Console) {
    self.init {
      let settings = try Settings(environment: console.environment, note: { _ in })
      return ProviderRegistry(try settings.providers).apiOrigins(keys: settings.keys)
    }
  }

  /// A photo with the pictures that may be shown
  ///
  /// - Throws: a failure if the settings can't be used.
  mutating func shown(_ photo: Photo) throws -> Photo {
    guard photo.renditions.contains(where: { !Origin($0.url).isPublic }) else { return photo }
    let shown = photo.reachable(from: try apiOrigins())
    count += photo.renditions.count - shown.renditions.count
    return shown
  }

  /// A notice about removed pictures; nil if there are none
  var notice: String? {
    guard count > 0 else { return nil }
    return count == 1
      ? "imgsearch: the address of 1 picture leads into a private network, and is left out"
      : "imgsearch: the addresses of \(count) pictures lead into private networks, and are left out"
  }
}
