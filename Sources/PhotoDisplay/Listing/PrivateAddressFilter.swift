package import PhotoSearch
import Terminal

/// Removes pictures in private networks from output that leads to pictures, because a stranger's
/// row may name such addresses, and counts them
///
/// The gallery applies the same rule, and downloads refuse such addresses.
package struct PrivateAddressFilter {
  private let apiOrigins: () throws -> [String: Set<Origin>]
  private var count = 0

  /// - Parameter apiOrigins: gives the addresses of services, by name; only called if needed
  package init(apiOrigins: @escaping () throws -> [String: Set<Origin>]) {
    self.apiOrigins = apiOrigins
  }

  /// A photo with the pictures that may be shown
  ///
  /// - Throws: a failure if the settings can't be used.
  package mutating func shown(_ photo: Photo) throws -> Photo {
    guard photo.renditions.contains(where: { !Origin($0.url).isPublic }) else { return photo }
    let shown = photo.reachable(from: try apiOrigins())
    count += photo.renditions.count - shown.renditions.count
    return shown
  }

  /// A notice about removed pictures; nil if there are none
  package var notice: String? {
    guard count > 0 else { return nil }
    return count == 1
      ? "imgsearch: the address of 1 picture leads into a private network, and is left out"
      : "imgsearch: the addresses of \(count) pictures lead into private networks, and are left out"
  }
}

/// Counts pictures printed in a smaller size than asked for because the larger addresses expire,
/// for each service
package struct SmallerPictures {
  private let role: Rendition.Role
  /// Per service: the number, and the pixels of the longer side of the largest picture
  private var counts: [(service: String, count: Int, pixels: Int?)] = []

  /// - Parameter role: the rendition asked for
  package init(asked role: Rendition.Role) { self.role = role }

  package mutating func add(_ photo: Photo) {
    guard Self.lifetime(of: photo.id.service) != nil, let rendition = photo.lastingRendition(role),
      rendition.role < role
    else { return }
    let service = photo.id.service
    let pixels = rendition.size.map { max($0.width, $0.height) }
    guard let index = counts.firstIndex(where: { $0.service == service }) else {
      return counts.append((service, 1, pixels))
    }
    counts[index].count += 1
    counts[index].pixels = [counts[index].pixels, pixels].compactMap(\.self).max()
  }

  /// `imgsearch: pixabay: 3 pictures are named in a small size (150 pixels): …`; nil for none
  package var line: String? {
    guard !counts.isEmpty else { return nil }
    return counts.map { service, count, pixels in
      let hours = Int((Self.lifetime(of: service) ?? .zero) / .seconds(3_600))
      let verb = count == 1 ? "picture is" : "pictures are"
      return "imgsearch: \(service): \(Counts.grouped(count)) \(verb) named in a small size"
        + (pixels.map { " (\($0) pixels)" } ?? "") + ", as addresses of larger ones are good for "
        + "\(Counts.phrase(hours, "hour")) only; imgsearch download saves these"
    }.joined(separator: "\n")
  }

  private static func lifetime(of service: String) -> Duration? {
    ProviderCatalog.profile(ofService: service)?.display.addressLifetime
  }
}
