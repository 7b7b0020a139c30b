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
    let parts = description.components(at: ":", maxSplits: 1)
    let letters = parts[0].utf8.allSatisfy { byte in
      byte.isLowercase || byte.isDigit || byte == UInt8(ascii: "-")
    }
    guard letters, parts.count == 2, !parts.contains("") else { return nil }
    self.init(service: String(parts[0]), native: String(parts[1]))
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
