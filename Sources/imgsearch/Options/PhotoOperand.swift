import CommandSyntax
import Foundation
import PhotoSearch
import PhotoStorage
import Platform

/// A photo as the command line names it
enum PhotoOperand: Hashable, Sendable {
  /// Numbers of the last listing
  case numbers([ListedNumbers])
  case id(PhotoID)
  /// The address of the photo's page, or of its picture
  case page(URL, typed: String)

  /// Every photo of the last listing
  static let all = PhotoOperand.numbers([ListedNumbers(first: nil, last: nil)])

  /// - Throws: ``PhotoFault``: `descending`, `notNamed`.
  init(_ text: String) throws {
    if text.lowercased() == "all" {
      self = .all
      return
    }
    let parts = text.components(at: ",", keepsEmpty: false)
    let ranges = try parts.compactMap { part -> ListedNumbers? in
      do { return try ListedNumbers(part) } catch { throw PhotoFault.descending("\(part)") }
    }
    let areNumbers = !ranges.isEmpty && ranges.count == parts.count
    self = try areNumbers ? .numbers(ranges) : Self.idOrPage(text)
  }

  /// The photo that a text names; nil if it names none
  static func named(by text: String) -> PhotoOperand? {
    do { return try PhotoOperand(text) } catch { return nil }
  }

  /// The id, also if it is in the page's address; nil for numbers
  ///
  /// - Throws: ``PhotoFault/notNamed(by:)`` for a page of no provider.
  func id() throws(PhotoFault) -> PhotoID? {
    switch self {
    case .numbers: return nil
    case .id(let id): return id
    case .page(let url, let text):
      if let id = ProviderCatalog.photoID(at: WebAddress(url)) { return id }
      throw .notNamed(by: text)
    }
  }

  /// How many photos the operand names; nil if that depends on the listing
  var count: Int? {
    guard case .numbers(let ranges) = self else { return 1 }
    let counts = ranges.compactMap(\.count)
    return counts.count == ranges.count ? counts.reduce(0, +) : nil
  }

  private static func idOrPage(_ text: String) throws(PhotoFault) -> PhotoOperand {
    // People leave out the scheme, as address bars do.
    let host = text.components(at: "/").first ?? ""
    let isBare =
      text.contains(bytes: "/") && host.contains(bytes: ".") && !host.contains(bytes: ":")
    let address = isBare ? "https://\(text)" : text
    if let page = WebAddress(address, isSecure: ProviderCatalog.isSecure) {
      return .page(page.url, typed: text)
    }
    let isAddress = text.begins(with: "https://") || text.begins(with: "http://")
    guard !isAddress, let id = id(text) else { throw .notNamed(by: text) }
    return .id(id)
  }

  /// An id with the service's name as people write it, or with any of its providers' names:
  /// `Commons:1`, `unsplash-list:abc`
  private static func id(_ text: String) -> PhotoID? {
    guard let colon = text.firstIndex(ofASCII: ":") else { return nil }
    let name = String(text[..<colon])
    return PhotoID((ProviderCatalog.profile(meantBy: name)?.service ?? name) + text[colon...])
  }
}

extension Arguments {
  /// The operands of a command that takes photos, as typed
  ///
  /// - Throws: a usage failure if there are none.
  var photos: [String] {
    get throws {
      guard !operands.isEmpty else {
        throw CommandFailure.usage(
          "\(command.name) takes photos: numbers of the last list such as 3 or 1-5, "
            + "ids such as flickr:43213681030, or addresses of their pages or pictures; "
            + "- reads them, or NDJSON, from standard input")
      }
      return operands
    }
  }

  /// The operand of a command that takes one photo
  ///
  /// - Parameter hint: a way to name several, for messages
  /// - Throws: a usage failure unless there is one operand, for one photo.
  func photo(hint: String = "") throws -> PhotoOperand {
    guard let text = operands.first, operands.count == 1 else {
      throw CommandFailure.usage(
        "\(command.name) takes one photo: a number of the last list, an id such as "
          + "flickr:43213681030, or a photo's page address\(hint)"
          + (operands.isEmpty ? "" : "\nTo search for words: imgsearch search \(words)"))
    }
    let photo = try PhotoOperand(text)
    guard photo.count == 1 else {
      throw CommandFailure.usage("\(command.name) takes one photo, not \(text)\(hint)")
    }
    return photo
  }
}

extension OptionRow.Form {
  /// A photo as the command line names it. A lone `all` may be a word of a search, too
  static let photo = OptionRow.Form(
    accepted: "a photo", canonical: { PhotoOperand.named(by: $0) == nil ? nil : $0 },
    doubt: { $0.lowercased() == "all" ? "it may be a word" : nil })
}
