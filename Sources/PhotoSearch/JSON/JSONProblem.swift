/// What is wrong with a JSON text, and where
///
/// Where it is, is looked up on demand: thousands of bad rows may be dropped without asking for it.
public struct JSONProblem: Error {
  package enum Location {
    /// Where the text stops being JSON
    case byte(Int)
    case value(JSONValue)
    /// A member that an object should have
    case member(StaticString, of: JSONValue)
  }

  package let location: Location
  package let problem: String
  /// Whether the text may be JSON, but is more of it than is read
  package var isLimit = false

  /// e.g. `results[3].urls`, or `byte 17` where the text isn't JSON at all
  package var path: String { path(below: "") }

  /// The path in a larger text, of which the one that was read is a part
  ///
  /// - Parameter start: where that part stands, e.g. `log.entries[3]`; empty for all of it
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
  /// Something wrong with this value
  public func problem(_ words: String) -> JSONProblem {
    JSONProblem(location: .value(self), problem: words)
  }

  /// The way from the root to here; empty for the root
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
  /// From a container to the one of its items that is the target or holds it
  fileprivate func step(from place: Int, to target: Int) -> (words: String, place: Int)? {
    let isObject = nodes[place].kind == .object
    var item = place + 1
    var count = 0
    while item < nodes[place].next {
      let value = isObject ? item + 1 : item
      if target < nodes[value].next {
        return (isObject ? "." + nodes[item].text(in: self) : "[\(count)]", value)
      }
      item = Int(nodes[value].next)
      count += 1
    }
    return nil
  }
}
