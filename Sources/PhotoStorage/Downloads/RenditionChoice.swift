package import Foundation
package import PhotoSearch
package import Pictures
import Synchronization

/// Which of a photo's renditions to save
package enum RenditionChoice: Hashable, Sendable {
  /// The rendition for a role, see ``Photo/rendition(_:)``
  case role(Rendition.Role)
  /// The smallest rendition at least so wide; exactly so wide where the service scales to any width
  case width(Int)
  /// The smallest rendition that these size filters of a search admit
  case fitting(PhotoFilters)

  /// The rendition that is saved by default
  package static let standard = RenditionChoice.role(PictureSource.defaultSize)

  /// The choice by a search's size filters; nil if it has none
  package init?(_ filters: PhotoFilters) {
    let sizes = filters.keeping(FilterRow.sizes.contains)
    guard sizes != PhotoFilters() else { return nil }
    self = .fitting(sizes)
  }

  /// The role that is asked for; nil if pixels are
  package var role: Rendition.Role? { if case .role(let role) = self { role } else { nil } }

  /// The options that ask for these pixels, e.g. `--min-width 3840`; empty for a role
  fileprivate func words(option: (_ name: String) -> String) -> String {
    switch self {
    case .role: ""
    case .width(let width): "\(option("width")) \(width)"
    case .fitting(let filters):
      FilterRow.sizes.compactMap { filter in
        filter.text(in: filters).map { "\(option(filter.name)) \($0)" }
      }.joined(separator: " ")
    }
  }

  /// The rendition to save: the largest if none has the pixels asked for; nil if there is none
  package func rendition(of photo: Photo) -> Rendition? {
    switch self {
    case .role(let role): photo.rendition(role)
    case .width(let width): photo.scaled(to: width) ?? smallest(of: photo)
    case .fitting: smallest(of: photo)
    }
  }

  /// Whether no rendition of a photo is as large as asked for
  package func exceeds(_ photo: Photo) -> Bool {
    if let role { return role > photo.renditions.map(\.role).max() ?? role }
    return rendition(of: photo)?.size.map { !admits($0, of: photo) } ?? false
  }

  /// Whether a picture of a photo has the pixels asked for
  fileprivate func admits(_ size: PixelSize, of photo: Photo) -> Bool {
    switch self {
    case .role: return true
    case .width(let width): return size.width >= width
    case .fitting(let filters):
      var picture = photo
      picture.size = size
      let asked = FilterRow.sizes.filter { $0.asksSomething(in: filters) }
      return filters.exclusionReason(for: picture, judging: asked) == nil
    }
  }

  /// The part of the file's name that lets several sizes be in one folder: a role, or a width such
  /// as `3840w`; nil for the picture that is saved by default
  func name(of photo: Photo) -> String? {
    guard let rendition = rendition(of: photo),
      rendition.url != photo.rendition(PictureSource.defaultSize)?.url
    else { return nil }
    guard case .width(let width) = self, !photo.renditions.contains(rendition) else {
      return rendition.role.rawValue
    }
    return "\(width)w"
  }

  private func smallest(of photo: Photo) -> Rendition? {
    photo.renditions.first { photo.size(of: $0).map { admits($0, of: photo) } ?? false }
      ?? photo.renditions.last
  }
}

extension Photo {
  /// A rendition's size in pixels, as far as it is known
  func size(of rendition: Rendition) -> PixelSize? {
    rendition.size ?? (rendition.role == .original ? size : nil)
  }

  /// The picture in exactly this width; nil if the service can't be asked for it, or if the
  /// original isn't so wide
  fileprivate func scaled(to width: Int) -> Rendition? {
    guard let parameter = ProviderCatalog.profile(ofService: id.service)?.widthParameter,
      let original = renditions.last, original.role == .original, size?.width ?? width >= width,
      var parts = URLComponents(url: original.url, resolvingAgainstBaseURL: false)
    else { return nil }
    let kept = (parts.percentEncodedQueryItems ?? []).filter { $0.name != parameter }
    parts.percentEncodedQueryItems = kept + [URLQueryItem(name: parameter, value: "\(width)")]
    let height = size.map { Double($0.height) * Double(width) / Double($0.width) }
    let scaled = PixelSize(width: width, height: height.map { Int(max(1, $0.rounded())) })
    return parts.url.map { Rendition(role: .original, url: $0, size: scaled) }
  }
}

extension PhotoCache {
  /// The picture to save that a photo's last search asks for; nil if it asks for none
  package func choice(of id: PhotoID) -> RenditionChoice? {
    filters(of: id).flatMap(RenditionChoice.init)
  }
}

/// A photo to save, and which of its renditions
package struct PictureOrder: Sendable {
  package let photo: Photo
  package let choice: RenditionChoice

  package init(_ photo: Photo, _ choice: RenditionChoice = .standard) {
    self.photo = photo
    self.choice = choice
  }
}

/// A picture that was just saved
package struct SavedPicture: Sendable {
  package let photo: Photo
  package let file: URL
  package let facts: PictureFacts
  /// Why the credit isn't inside the picture, if it should be
  package let refusal: EmbeddingRefusal?
  private let choice: RenditionChoice

  package init(
    _ order: PictureOrder, in file: URL, _ facts: PictureFacts, _ refusal: EmbeddingRefusal? = nil
  ) {
    (photo, choice) = (order.photo, order.choice)
    self.file = file
    self.facts = facts
    self.refusal = refusal
  }

  /// Words such as `fewer pixels than --width 3840`; nil if it has as many as were asked for
  ///
  /// - Parameter option: gives the reader's name for an option
  package func shortfall(option: (_ name: String) -> String = { "--\($0)" }) -> String? {
    guard let size = facts.size, !choice.admits(size, of: photo) else { return nil }
    return "fewer pixels than \(choice.words(option: option))"
      + (larger == nil ? "; no larger one is known" : "")
  }

  /// The role of the next larger rendition; nil if none is known
  package var larger: Rendition.Role? {
    guard let size = facts.size else { return nil }
    let own = choice.rendition(of: photo)
    let width = max(size.width, own?.size?.width ?? 0)
    return photo.renditions.first { $0 != own && photo.size(of: $0)?.width ?? 0 > width }?.role
  }
}

/// The address of a photo's picture, after a check that it may be requested
package struct PictureSource: Sendable {
  package let url: URL
  /// The picture's size, as far as it is known before it comes
  package let size: PixelSize?
  /// The photo and its size, which identify a half-saved picture
  let name: String

  /// The rendition that is saved by default
  package static let defaultSize = Rendition.Role.regular

  /// The picture of a choice, with the same checks
  package init(
    of photo: Photo, _ choice: RenditionChoice = .standard, apiOrigins: [String: Set<Origin>]?
  ) throws(DownloadFault) {
    try self.init(of: photo, choice.rendition(of: photo), apiOrigins: apiOrigins)
  }

  /// - Parameters:
  ///   - rendition: the picture to save; nil for none
  ///   - apiOrigins: addresses of services, by name, whose pictures may be outside the internet;
  ///     nil if no request will be sent
  /// - Throws: ``DownloadFault/noPicture(reason:)`` without a picture, or if its address isn't
  ///   allowed: it must be https and on the internet, unless scheme, host and port are those of the
  ///   service's own API.
  package init(
    of photo: Photo, _ rendition: Rendition?, apiOrigins: [String: Set<Origin>]?
  ) throws(DownloadFault) {
    guard let rendition else { throw .noPicture(reason: "its provider offers no picture of it") }
    let origin = Origin(rendition.url)
    do throws(TransportError) {
      let own = apiOrigins?[photo.id.service] ?? []
      try Origin.check(rendition.url, plain: own)
      if apiOrigins != nil, !own.contains(origin) { try origin.checkPublic() }
    } catch { throw .noPicture(reason: "\(error)") }
    guard rendition.url.user == nil, rendition.url.password == nil else {
      throw .noPicture(reason: "\(origin) isn't asked: there is a name or password in the address")
    }
    url = rendition.url
    size = photo.size(of: rendition)
    let scaling = photo.renditions.contains(rendition) ? "" : " \(url.query ?? "")"
    name = "\(photo.id) \(rendition.role.rawValue)\(scaling)"
  }

  /// The extension that the picture's file probably gets, by its address
  var fileExtension: String {
    let ending = url.pathExtension.lowercased()
    return PictureType.isExtension(ending) ? ending : PictureType.jpeg.fileExtension
  }
}

extension StreamingTransport {
  /// A picture as a file in memory
  ///
  /// - Parameter limit: most bytes
  /// - Throws: ``DownloadFault``, `TransportError`, `CancellationError`.
  package func picture(from source: PictureSource, limit: Int) async throws -> Data {
    let receiver = BoundedBody(limit: limit)
    let reply = try await send(
      WebRequest(url: source.url, headers: ["Accept": "image/jpeg,image/*;q=0.5"]), to: receiver)
    guard reply.status == 200 else {
      throw DownloadFault.status(
        reply.status, host: source.url.host ?? "its host", words: reply.bodyDescription)
    }
    return receiver.bytes
  }
}

/// Receives a body of limited size
private final class BoundedBody: BodyReceiver {
  private let limit: Int
  private let body = Mutex(Data())

  init(limit: Int) { self.limit = limit }

  var bytes: Data { body.withLock { $0 } }

  func accepts(_ head: WebReply) -> Bool { head.status == 200 }

  func receive(_ bytes: Data) throws {
    try body.withLock { body in
      guard body.count + bytes.count <= limit else { throw DownloadFault.tooLarge(limit: limit) }
      body += bytes
    }
  }
}
