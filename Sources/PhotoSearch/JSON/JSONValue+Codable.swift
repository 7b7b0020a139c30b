import Foundation
import Platform

/// Lets a `Codable` type use its own JSON reader and writer, whatever format the encoder or decoder
/// has, so that the type's shape is written once
extension JSONValue: Codable {
  /// Writes the value with any encoder
  public func encode(to encoder: any Encoder) throws {
    if let members {
      var container = encoder.container(keyedBy: JSONKey.self)
      for (name, member) in members { try container.encode(member, forKey: JSONKey(name)) }
    } else if let elements {
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    } else {
      var container = encoder.singleValueContainer()
      switch kind {
      case .string: try container.encode(string)
      case .bool: try container.encode(bool)
      case .number where integer != nil: try container.encode(integer)
      case .number: try container.encode(double)
      case .null, .array, .object: try container.encodeNil()
      }
    }
  }

  /// Reads any value from any decoder
  public init(from decoder: any Decoder) throws {
    var json = JSONWriter(capacity: 2_048)
    try json.copy(from: decoder)
    do {
      self = try JSONValue(parsing: Data(json.text.utf8))
    } catch { throw decoder.corrupted(error.problem) }
  }
}

extension Decoder {
  /// The error of a value that can't be read
  func corrupted(_ words: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: words))
  }
}

extension JSONWriter {
  /// Writes the value that a decoder reads
  ///
  /// Decoders don't tell a value's type, so each type is tried; text first, as most are texts.
  fileprivate mutating func copy(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      null()
    } else if let text = ifReadable({ try value.decode(String.self) }) {
      string(text)
    } else if let members = ifReadable({ try decoder.container(keyedBy: JSONKey.self) }) {
      try object { json in
        for key in members.allKeys {
          json.member(named: key.stringValue)
          try json.copy(from: members.superDecoder(forKey: key))
        }
      }
    } else if var elements = ifReadable({ try decoder.unkeyedContainer() }) {
      var decoders: [any Decoder] = []
      while !elements.isAtEnd { decoders.append(try elements.superDecoder()) }
      try list(decoders) { json, decoder in try json.copy(from: decoder) }
      // JSONDecoder throws an error of its own rather than a DecodingError for -6.02 read as an
      // Int.
    } else if let integer = ifReadable({ try value.decode(Int.self) }) {
      number(integer)
    } else if let flag = ifReadable({ try value.decode(Bool.self) }) {
      bool(flag)
    } else {
      number(try value.decode(Double.self))
    }
  }
}

/// The name of a member, whatever it is
struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
