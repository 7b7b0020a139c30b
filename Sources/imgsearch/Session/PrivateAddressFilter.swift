import PhotoSearch
import Terminal

/// Keeps pictures at addresses in private networks, which rows of strangers may name, out of what
/// loads pictures or leads to them, and counts what it left out
///
/// The gallery goes by the same rule, and downloads refuse such addresses.
struct PrivateAddressFilter {
  private let apiOrigins: () throws -> [String: Set<Origin>]
  private var count = 0

  /// - Parameter apiOrigins: where services are, by their names; asked only where that matters
  init(apiOrigins: @escaping () throws -> [String: Set<Origin>]) {
    self.apiOrigins = apiOrigins
  }

  /// Where services are by the settings, for what is shown without asking them
  init(_ console: Console) {
    self.init {
      let settings = try Settings(environment: console.environment, note: { _ in })
      return ProviderRegistry(try settings.providers).apiOrigins(keys: settings.keys)
    }
  }

  /// A photo with the pictures that can be shown
  ///
  /// - Throws: a failure for settings that can't be used.
  mutating func shown(_ photo: Photo) throws -> Photo {
    guard photo.renditions.contains(where: { !Origin($0.url).isPublic }) else { return photo }
    let shown = photo.reachable(from: try apiOrigins())
    count += photo.renditions.count - shown.renditions.count
    return shown
  }

  /// What was left out, in words; nil for nothing
  var notice: String? {
    guard count > 0 else { return nil }
    return count == 1
      ? "imgsearch: the address of 1 picture leads into a private network, and is left out"
      : "imgsearch: the addresses of \(count) pictures lead into private networks, and are left out"
  }
}
