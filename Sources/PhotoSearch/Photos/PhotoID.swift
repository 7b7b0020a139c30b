import Platform

/// One photo's identity at one service, written `service:native`, e.g. `flickr:43213681030`
///
/// Both Unsplash adapters give `unsplash:ID`. The native part is the service's own name of the
/// photo: the photo id of Unsplash and Flickr, Openverse's uuid, Commons' page id or `File:TITLE`.
public struct PhotoID: Hashable, Sendable {
  /// The service, e.g. `flickr`: lower-case letters, digits and hyphens
  public let service: String
  /// The service's own id, never empty
  public let native: String

  /// The identity of one photo at one service
  public init(service: String, native: String) {
    self.service = service
    self.native = native
  }
}

extension PhotoID: LosslessStringConvertible {
  /// Reads `service:native`; nil for anything else
  public init?(_ description: String) {
    guard let colon = description.firstPlace(of: ":") else { return nil }
    let service = description[..<colon]
    let native = description[description.utf8.index(after: colon)...]
    let letters = service.utf8.allSatisfy { byte in
      byte.isLowercase || byte.isDigit || byte == UInt8(ascii: "-")
    }
    guard letters, !service.isEmpty, !native.isEmpty else { return nil }
    self.init(service: String(service), native: String(native))
  }

  public var description: String { "\(service):\(native)" }
}

extension PhotoID: Codable {
  /// Reads the text `service:native`
  public init(from decoder: any Decoder) throws {
    guard let id = PhotoID(try String(from: decoder)) else {
      throw decoder.corrupted("no id such as flickr:43213681030")
    }
    self = id
  }

  /// Writes the text `service:native`
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// A provider's name, as people type it and as it is printed, e.g. `unsplash-list`
public struct ProviderID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// Lower-case letters, digits and hyphens
  public let rawValue: String

  /// The provider with this name
  public init(rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }
}

/// A 64-bit FNV-1a hash, which unlike `Hasher` is the same in every process
package struct StableHash {
  /// The hash of the bytes added so far
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Parameter text: the first bytes, as text
  package init(_ text: String = "") { add(text) }

  /// The value in 16 hexadecimal digits
  package var digits: String { value.text(digits: 16, radix: 16) }

  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(contentsOf: UnsafeRawBufferPointer($0)) }
  }

  /// Adds many bytes at once, e.g. a whole file
  package mutating func add(contentsOf bytes: UnsafeRawBufferPointer) {
    for byte in bytes { add(byte) }
  }
}
