import Foundation
import PhotoSearch

/// A photo as it is named on the command line
enum PhotoOperand: Hashable, Sendable {
  /// Of the last listing: `3` is `3...3`, `1-5` is `1...5`
  case numbers(ClosedRange<Int>)
  case id(PhotoID)
  /// The address of its page
  case page(URL, typed: String)

  /// - Throws: a usage failure for a range that ends before it begins, and for what names no photo.
  init(_ text: String) throws {
    let parts = text.parts(at: "-")
    let numbers = parts.map(Self.number)
    switch (numbers.count, numbers.first ?? nil, numbers.last ?? nil) {
    case (1, let number?, _):
      self = .numbers(number...number)
    case (2, let first?, let last?):
      guard first <= last else {
        throw CommandFailure.usage("'\(text)': a range goes up, such as 1-5")
      }
      self = .numbers(first...last)
    default:
      let list = text.parts(at: ",", keepsEmpty: false).map {
        $0.parts(at: "-", keepsEmpty: false).map(Self.number)
      }
      if list.count > 1, list.allSatisfy({ $0.allSatisfy { $0 != nil } }) {
        let words = text.parts(at: ",", keepsEmpty: false).joined(separator: " ")
        throw CommandFailure.usage("'\(text)': numbers are given one by one, as \(words)")
      }
      self = try Self.named(text)
    }
  }

  /// The id that it is, or that its page's address tells; nil for numbers
  ///
  /// - Throws: a usage failure for a page of no provider.
  func id() throws -> PhotoID? {
    switch self {
    case .numbers: return nil
    case .id(let id): return id
    case .page(let url, let text):
      for provider in ProviderCatalog.providers(key: { _ in nil }) {
        guard let native = provider.native(ofPage: url) else { continue }
        return PhotoID(service: provider.profile.service, native: native)
      }
      throw Self.notUnderstood(text)
    }
  }

  private static func named(_ text: String) throws -> PhotoOperand {
    if let page = ProviderCatalog.address(text) { return .page(page, typed: text) }
    let isAddress = text.begins(with: "https://") || text.begins(with: "http://")
    guard !isAddress, let id = PhotoID(text) else { throw notUnderstood(text) }
    return .id(id)
  }

  private static func notUnderstood(_ text: String) -> CommandFailure {
    .usage(
      "'\(text)' names no photo; give an id such as flickr:43213681030, or the address of its page, "
        + "or a number or range of the last listing: 3, 1-5")
  }

  /// From 1, of no more digits than a listing can have
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}

/// What somebody named: a photo that is at hand, or one that has to be asked for
enum NamedPhoto {
  /// As it was last seen, or as it was read; and when it was added to the favorites, if that is told
  case photo(Photo, added: Date? = nil)
  case id(PhotoID)

  var id: PhotoID {
    switch self {
    case .photo(let photo, _): photo.id
    case .id(let id): id
    }
  }

  /// All by which it may have been added to the favorites, its id first
  var identities: [PhotoID] {
    switch self {
    case .photo(let photo, _): photo.identities
    case .id(let id): [id]
    }
  }
}
