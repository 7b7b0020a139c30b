import Platform

/// A problem in a JSON text, and its place
///
/// The place is worked out on demand, because thousands of bad rows may be dropped unread.
public struct JSONProblem: Error {
  package enum Location {
    /// The place where the text stops being JSON
    case byte(Int)
    case value(JSONValue)
    /// A member that an object lacks
    case member(StaticString, of: JSONValue)
  }

  package let location: Location
  package let problem: String
  /// Whether reading stopped at a limit of ours: the rest of the text may be valid JSON
  package var isLimit = false

  /// e.g. `results[3].urls`, or `byte 17` where the text isn't JSON at all
  package var path: String { path(below: "") }

  /// The path, for a text that was cut out of a larger one
  ///
  /// - Parameter start: the path of the text in the larger one, e.g. `log.entries[3]`; may be empty
  func path(below start: String) -> String {
    switch location {
    case .byte(let place): return "byte \(place)"
    case .value(let value):
      let parts = [start, value.path].filter { !$0.isEmpty }
      return parts.isEmpty ? "the top" : parts.joined(separator: ".")
    case .member(let name, let value):
      return [start, value.path, "\(name)"].filter { !$0.isEmpty }.joined(separator: ".")
    }
  }
}

extension JSONValue {
  /// A problem with this value, for an adapter to throw
  public func problem(_ words: String) -> JSONProblem {
    JSONProblem(location: .value(self), problem: words)
  }

  /// The path from the root to this value; empty for the root
  fileprivate var path: String {
    var path = ""
    var place = 0
    while place != index, let step = document.step(from: place, to: index) {
      path += step.words
      place = step.place
    }
    return path.begins(with: ".") ? String(path.unicodeScalars.dropFirst()) : path
  }
}

extension JSONDocument {
  /// The item of an object or array that is the target or contains it
  fileprivate func step(from place: Int, to target: Int) -> (words: String, place: Int)? {
    let isObject = nodes[place].kind == .object
    var item = place + 1
    var count = 0
    while item < nodes[place].next {
      let value = isObject ? item + 1 : item
      if target < nodes[value].next {
        return (isObject ? "." + nodes[item].text(in: text) : "[\(count)]", value)
      }
      item = Int(nodes[value].next)
      count += 1
    }
    return nil
  }
}
