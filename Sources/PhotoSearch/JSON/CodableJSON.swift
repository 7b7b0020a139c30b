import Foundation
import Platform

/// Lets a `Codable` type use its own JSON reader and writer, whatever format the encoder or decoder
/// has, so that the type's shape is written once
package struct CodableJSON {
  let value: JSONValue

  package init(value: JSONValue) { self.value = value }
}

extension CodableJSON: Encodable {
  package func encode(to encoder: any Encoder) throws {
    if let members = value.members {
      var container = encoder.container(keyedBy: JSONKey.self)
      for (name, member) in members {
        try container.encode(CodableJSON(value: member), forKey: JSONKey(name))
      }
    } else if let elements = value.elements {
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(CodableJSON(value: element)) }
    } else {
      var container = encoder.singleValueContainer()
      try encode(to: &container)
    }
  }

  private func encode(to container: inout any SingleValueEncodingContainer) throws {
    switch value.kind {
    case .string: try container.encode(value.string)
    case .bool: try container.encode(value.bool)
    case .number:
      if let integer = value.integer {
        try container.encode(integer)
      } else {
        try container.encode(value.double)
      }
    case .null, .array, .object: try container.encodeNil()
    }
  }
}

extension CodableJSON: Decodable {
  package init(from decoder: any Decoder) throws {
    var writer = JSONWriter(capacity: 2_048)
    try JSONTree(from: decoder).write(to: &writer)
    do {
      value = try JSONDocument(Data(writer.text.utf8)).root
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.problem))
    }
  }
}

/// JSON that a program has put together; it is written in the order of its members
package enum JSONTree: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([JSONTree])
  case object([(name: String, value: JSONTree)])

  package func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .integer(let value): json.number(value)
    case .double(let value): json.number(value)
    case .string(let value): json.string(value)
    case .array(let elements): json.list(elements) { json, element in element.write(to: &json) }
    case .object(let members):
      json.object { json in
        for member in members {
          json.member(named: member.name)
          member.value.write(to: &json)
        }
      }
    }
  }
}

/// Reads any value from a decoder
extension JSONTree: Decodable {
  package init(from decoder: any Decoder) throws {
    // Decoders don't tell a value's type, so each type is tried; text first, as most are texts.
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let text = ifReadable({ try value.decode(String.self) }) {
      self = .string(text)
    } else if let members = ifReadable({ try decoder.container(keyedBy: JSONKey.self) }) {
      self = .object(
        try members.allKeys.map { key in
          (key.stringValue, try members.decode(JSONTree.self, forKey: key))
        })
    } else if let elements = ifReadable({ try decoder.unkeyedContainer() }) {
      var elements = elements
      var copies: [JSONTree] = []
      while !elements.isAtEnd { copies.append(try elements.decode(JSONTree.self)) }
      self = .array(copies)
      // JSONDecoder throws an error of its own rather than a DecodingError for -6.02 read as an
      // Int.
    } else if let integer = ifReadable({ try value.decode(Int.self) }) {
      self = .integer(integer)
    } else if let bool = ifReadable({ try value.decode(Bool.self) }) {
      self = .bool(bool)
    } else {
      self = .double(try value.decode(Double.self))
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
