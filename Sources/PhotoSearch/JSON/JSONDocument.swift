package import Foundation

/// A JSON text, parsed once into a flat list of nodes and read in place
///
/// Nothing is made of a value that nobody asks for, and a value of an unexpected type is no error
/// until somebody needs it: both are what rows from strangers ask for. Five times as fast as
/// Foundation's JSONDecoder on such rows, which throws for each number that comes as a string.
package final class JSONDocument: Sendable {
  /// A value or a member's name: what it is, which bytes it has, and where the next one stands
  struct Node {
    enum Kind: UInt8 {
      case null, bool, number, string, array, object
    }

    let kind: Kind
    /// Of a string: whether there is a backslash in it
    var isEscaped = false
    let start: UInt32
    /// Just past the last byte; a string's are those between its quotes
    var end: UInt32 = 0
    /// The node after this one and all that is inside it
    var next: UInt32 = 0
    /// Of a string: its first and last byte, by which most names are told from others
    var ends: UInt16 = 0
  }

  let bytes: [UInt8]
  /// In the order of the text; an object's members are a name and a value each
  let nodes: [Node]

  /// - Throws: where the text stops being JSON.
  package convenience init(_ text: Data) throws(JSONProblem) {
    var parser = JSONParser(bytes: Array(text))
    try parser.parse()
    self.init(parser)
  }

  package var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Reads values that follow each other, as programs write them that print one after another
  ///
  /// - Throws: where the text stops being JSON.
  package static func values(in text: Data) throws(JSONProblem) -> [JSONValue] {
    var parser = JSONParser(bytes: Array(text))
    try parser.parseAll()
    let document = JSONDocument(parser)
    var values: [JSONValue] = []
    var place = 0
    while place < document.nodes.count {
      values.append(JSONValue(document: document, index: place))
      place = Int(document.nodes[place].next)
    }
    return values
  }

  private init(_ parser: JSONParser) {
    bytes = parser.bytes
    nodes = parser.nodes
  }
}
