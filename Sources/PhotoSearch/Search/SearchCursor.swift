private import Foundation

/// A place in a merged search that can be printed, kept and continued from
///
/// The token is URL-safe and without secrets. It carries the plan (words, filters, order,
/// providers) and, for each photo met, a mark of at most 6 bytes, so that nothing comes twice.
public struct SearchCursor: Hashable, Sendable {
  /// Where it points
  let position: SearchPosition

  init(position: SearchPosition) {
    self.position = position
  }

  /// What is searched
  public var plan: SearchPlan { position.plan }
}

/// Why a text is no cursor
public enum SearchCursorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Cut, changed, or never a cursor
  case damaged
  /// Written by a later version of this program
  case laterVersion(Int)

  /// What happened and what to do next
  public var description: String {
    switch self {
    case .damaged:
      "this is no cursor of imgsearch, or it was cut or changed on the way; "
        + "copy the whole of it again, or start the search anew"
    case .laterVersion(let version):
      "this cursor is of version \(version), which a later imgsearch wrote; "
        + "update imgsearch, or start the search anew"
    }
  }
}

extension SearchCursor: CustomStringConvertible {
  /// The version that this program writes
  private static let version: UInt8 = 1

  /// The token
  public var description: String {
    var writer = ByteWriter()
    writer.write(byte: Self.version)
    position.encode(into: &writer)
    let check = Self.checksum(writer.bytes[...])
    for shift in [24, 16, 8, 0] as [UInt32] {
      writer.write(byte: UInt8(truncatingIfNeeded: check >> shift))
    }
    return Data(writer.bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Reads a token; white space around it and padding do not matter
  public init(_ token: String) throws(SearchCursorError) {
    let token = token.trimmingCharacters(in: .whitespacesAndNewlines).replacing("=", with: "")
    let padding = String(repeating: "=", count: (4 - token.utf8.count % 4) % 4)
    let standard = token.replacing("-", with: "+").replacing("_", with: "/") + padding
    guard let data = Data(base64Encoded: standard), data.count > 5 else { throw .damaged }
    let bytes = [UInt8](data)
    let stored = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard stored == Self.checksum(bytes.dropLast(4)) else { throw .damaged }
    guard bytes[0] <= Self.version else { throw .laterVersion(Int(bytes[0])) }
    var reader = ByteReader(Array(bytes.dropFirst().dropLast(4)))
    guard bytes[0] == Self.version, let position = SearchPosition(from: &reader) else {
      throw .damaged
    }
    self.init(position: position)
    guard description == token else { throw .damaged }
  }

  /// FNV-1a, 32 bits
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}
