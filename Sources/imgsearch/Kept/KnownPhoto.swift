import Foundation
import PhotoSearch
import PhotoStorage

/// What somebody named: a photo that is at hand, or one that is to be asked for
enum KnownPhoto {
  /// As it was last seen, or as it was read; and when it was added to the favorites, if that is told
  case photo(Photo, added: Date? = nil)
  case id(PhotoID)
}

extension KeptPhotos {
  /// The photos that an operand names
  ///
  /// - Throws: a failure with code 66 for a number that the last listing does not have, a usage
  ///   failure for what names no photo.
  func photos(_ operand: PhotoOperand) throws -> [KnownPhoto] {
    switch operand {
    case .numbers(let numbers):
      return try listed(numbers).map { .photo($0) }
    case .reference(let reference):
      if let page = ProviderCatalog.address(reference), let photo = seen(page: page) {
        return [.photo(photo)]
      }
      let id = try PhotoID(reference: reference)
      return [seen(id).map { .photo($0) } ?? .id(id)]
    }
  }

  /// The photos that were read from an input
  ///
  /// - Throws: a failure that names the place, with code 65, or 66 for a number that the last
  ///   listing does not have.
  func photos(_ item: PhotoInput.Item) throws -> [KnownPhoto] {
    switch item {
    case .photo(let photo, let added): return [.photo(photo, added: added)]
    case .unreadable(let place, let reason):
      throw CommandFailure("\(place) is no photo: \(reason)", code: .data)
    case .operand(let operand, let place):
      do {
        return try photos(operand)
      } catch let failure as CommandFailure {
        throw CommandFailure(
          "\(place): \(failure.message)", code: failure.code == .usage ? .data : failure.code)
      }
    }
  }
}
