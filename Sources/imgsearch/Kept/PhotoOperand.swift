import PhotoSearch

/// A photo as it is named on the command line
enum PhotoOperand: Hashable {
  /// Of the last listing: `3` is `3...3`, `1-5` is `1...5`
  case numbers(ClosedRange<Int>)
  /// An id, or the address of its page
  case reference(String)

  /// - Throws: a usage failure for a range that ends before it begins.
  init(_ text: String) throws {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
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
      let list = text.split(separator: ",").map { $0.split(separator: "-").map(Self.number) }
      if list.count > 1, list.allSatisfy({ $0.allSatisfy { $0 != nil } }) {
        let words = text.split(separator: ",").joined(separator: " ")
        throw CommandFailure.usage("'\(text)': numbers are given one by one, as \(words)")
      }
      self = .reference(text)
    }
  }

  /// From 1, of no more digits than a listing can have
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 9,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}

extension PhotoID {
  /// The id that a text is or whose page's address it is
  ///
  /// - Throws: a usage failure for what names no photo.
  init(reference: String) throws(CommandFailure) {
    let providers = ProviderCatalog.providers { _ in nil }
    do {
      self = try PhotoReference(reference, providers: providers).id
    } catch {
      throw CommandFailure.usage(
        "\(error), or a number or range of the last listing: 3, 1-5")
    }
  }
}
